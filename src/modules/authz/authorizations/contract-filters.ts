import {
  AcceptedMessageKeysFilter,
  AcceptedMessagesFilter,
  AllowAllMessagesFilter,
} from 'cosmjs-types/cosmwasm/wasm/v1/authz'
import { equalBytes, fromUtf8, toHex } from '../../../base/bytes.js'
import type { Context } from '../../../chain/context.js'
import { plainError } from '../../../chain/errors.js'
import { ErrInvalidType, ErrNotFound, ErrUnauthorized } from '../../../chain/sdk-errors.js'
import type { Any } from '../../../codec/any.js'
import { goString, isValidJson } from '../../../codec/go-json/index.js'
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

/** Messages of one member, with a listed name. */
const messageKeys = ({ keys }: AcceptedMessageKeysFilter): ContractFilter => ({
  validateBasic: () => {
    if (keys.length === 0) throw ErrEmpty.error('keys')
    for (const [at, key] of keys.entries()) {
      if (key === '') throw ErrEmpty.error('key')
      if (key !== key.trim()) throw ErrInvalid.error(`key ${goString(key)} contains whitespaces`)
      if (keys.indexOf(key) < at) throw ErrDuplicate.error(`key ${goString(key)}`)
    }
  },
  accept: (ctx, msg) => {
    ctx.gasMeter.consume(GAS_PER_BYTE * msg.length, 'contract authorization')
    if (!isValidJson(msg)) throw ErrUnauthorized.error('not an allowed msg: invalid')
    const value: unknown = JSON.parse(fromUtf8(msg))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const [name, ...others] = Object.keys(value)
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
  const read = FILTERS[filter.typeUrl]
  if (read !== undefined) return read(filter.value)
  throw plainError(
    `no concrete type registered for type URL ${filter.typeUrl} against interface *types.ContractAuthzFilterX`,
  )
}
