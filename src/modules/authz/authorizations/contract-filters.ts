import {
  AcceptedMessageKeysFilter,
  AcceptedMessagesFilter,
  AllowAllMessagesFilter,
} from 'cosmjs-types/cosmwasm/wasm/v1/authz'
import { equalBytes, own, toHex } from '../../../base/index.js'
import { ErrInvalidType, ErrNotFound, ErrUnauthorized, plainError, type Context } from '../../../chain/index.js'
import { goQuote, trimSpace, type Any } from '../../../codec/index.js'
import { anyMap, GoJsonError, isValidJson, unmarshal, wellFormed } from '../../../codec/go-json/index.js'
import { ErrDuplicate, ErrEmpty, ErrInvalid } from '../errors.js'

/** Which messages a grant allows. Source: wasmd x/wasm/types/authz.go `ContractAuthzFilterX`. */
export interface ContractFilter {
  validateBasic(): void
  /** @throws ChainError */
  accept(ctx: Context, msg: Uint8Array): boolean
}

const GAS_PER_BYTE = 1

const UNDEFINED: ContractFilter = {
  validateBasic: () => {
    throw ErrInvalidType.error('undefined filter')
  },
  accept: () => {
    throw ErrNotFound.error('undefined filter')
  },
}

const allMessages: ContractFilter = {
  validateBasic: () => undefined,
  accept: (_, msg) => {
    if (!isValidJson(msg)) throw ErrInvalid.error()
    return true
  },
}

/** The names of an object's members; none where Go's decoder fails: for another value, or a number beyond float64. */
function namesIn(msg: Uint8Array): readonly string[] {
  try {
    return [...new Set(Object.keys(unmarshal(anyMap, msg) ?? {}).map(wellFormed))]
  } catch (error) {
    if (error instanceof GoJsonError) return []
    throw error
  }
}

/** Messages of one member, with a listed name. */
const messageKeys = ({ keys }: AcceptedMessageKeysFilter): ContractFilter => ({
  validateBasic: () => {
    if (keys.length === 0) throw ErrEmpty.error('keys')
    for (const [at, key] of keys.entries()) {
      if (key === '') throw ErrEmpty.error('key')
      if (key !== trimSpace(key)) throw ErrInvalid.error(`key ${goQuote(key)} contains whitespaces`)
      if (keys.indexOf(key) < at) throw ErrDuplicate.error(`key ${goQuote(key)}`)
    }
  },
  accept: (ctx, msg) => {
    ctx.gasMeter.consume(GAS_PER_BYTE * msg.length, 'contract authorization')
    if (!isValidJson(msg)) throw ErrUnauthorized.error('not an allowed msg: invalid')
    const [name, ...others] = namesIn(msg)
    return name !== undefined && others.length === 0 && keys.includes(name)
  },
})

/** Listed messages, byte for byte. */
const exactMessages = ({ messages }: AcceptedMessagesFilter): ContractFilter => ({
  validateBasic: () => {
    if (messages.length === 0) throw ErrEmpty.error('messages')
    const seen = new Set<string>()
    for (const msg of messages) {
      if (msg.length === 0) throw ErrEmpty.error('message')
      if (!isValidJson(msg)) throw ErrInvalid.error()
      if (seen.has(toHex(msg))) throw ErrDuplicate.error('message')
      seen.add(toHex(msg))
    }
  },
  accept: (_, msg) => messages.some((one) => equalBytes(one, msg)),
})

const FILTERS: Readonly<Record<string, (value: Uint8Array) => ContractFilter>> = {
  [AllowAllMessagesFilter.typeUrl]: () => allMessages,
  [AcceptedMessageKeysFilter.typeUrl]: (value) => messageKeys(AcceptedMessageKeysFilter.decode(value)),
  [AcceptedMessagesFilter.typeUrl]: (value) => exactMessages(AcceptedMessagesFilter.decode(value)),
}

/** @throws ChainError for an unknown type */
export function readFilter(filter: Any | undefined): ContractFilter {
  if (filter === undefined) return UNDEFINED
  const read = own(FILTERS, filter.typeUrl)
  if (read !== undefined) return read(filter.value)
  throw plainError(
    `no concrete type registered for type URL ${filter.typeUrl} against interface *types.ContractAuthzFilterX`,
  )
}
