import { InterchainAccountPacketData, Type } from 'cosmjs-types/ibc/applications/interchain_accounts/v1/packet'
import { textOf, toUtf8 } from '../../base/index.js'
import { plainError } from '../../chain/index.js'
import { anyValue, unmarshal, wellFormed, type GoValue } from '../../codec/go-json/index.js'
import { decodeAny, protoMessages, readProto, type Any } from '../../codec/index.js'
import { parseProtoJson, protoJson } from '../../codec/proto-json/index.js'
import { ErrIbcInvalidType, ErrInvalidCodec, ErrInvalidOutgoingData } from './errors.js'
import type { Router } from './expected.js'
import { PROTO3, PROTO3_JSON } from './metadata.js'
import { reading } from './reading.js'

export { Type, type InterchainAccountPacketData }

/** What a packet to an interchain account carries. Source: ibc-go v10 apps/27-interchain-accounts/types/packet.go, codec.go. */

const DATA = 'ibc.applications.interchain_accounts.v1.InterchainAccountPacketData'
const TX = 'ibc.applications.interchain_accounts.v1.CosmosTx'
const MAX_MEMO = 32_768

export const encodePacketData = (data: InterchainAccountPacketData): Uint8Array =>
  toUtf8(protoJson(DATA, InterchainAccountPacketData.encode(data).finish()))

/** @throws ChainError undefined/1 */
export function decodePacketData(bytes: Uint8Array): InterchainAccountPacketData {
  const read = reading(
    () => parseProtoJson(DATA, textOf(bytes)),
    (text) => plainError(text),
  )
  return InterchainAccountPacketData.decode(read)
}

/** @throws ChainError interchainaccounts/6 */
export function validatePacketData({ type, data, memo }: InterchainAccountPacketData): void {
  if (type === Type.TYPE_UNSPECIFIED) throw ErrInvalidOutgoingData.error('packet data type cannot be unspecified')
  if (data.length === 0) throw ErrInvalidOutgoingData.error('packet data cannot be empty')
  if (Buffer.byteLength(memo) > MAX_MEMO)
    throw ErrInvalidOutgoingData.error(`packet data memo cannot be greater than ${MAX_MEMO} characters`)
}

/**
 * Messages from the controller.
 * @param router of the messages that are known
 * @throws ChainError ibc/12, interchainaccounts/18
 */
export function decodeCosmosTx(data: Uint8Array, encoding: string, router: Router): readonly Any[] {
  const messagesOf = (bytes: Uint8Array): readonly Any[] => {
    const messages = protoMessages(readProto(bytes), 1).map(decodeAny)
    for (const message of messages) if (!isNil(message)) unpack(router, message)
    return messages
  }
  if (encoding === PROTO3)
    return reading(
      () => messagesOf(data),
      (text) => ErrIbcInvalidType.error(`cannot unmarshal CosmosTx with protobuf: ${text}`),
    )
  if (encoding !== PROTO3_JSON) throw ErrInvalidCodec.error(`unsupported encoding format ${encoding}`)
  const json = textOf(data)
  const [bytes, messages] = reading(
    () => {
      const read = parseProtoJson(TX, json)
      return [read, messagesOf(read)] as const
    },
    (text) => ErrIbcInvalidType.error(`cannot unmarshal CosmosTx with proto3 json: ${text}`),
  )
  const again = protoJson(TX, bytes)
  const areEqual = reading(
    () => sameValue(goValueOf(data), goValueOf(toUtf8(again))),
    (text) => ErrIbcInvalidType.error(`cannot compare original and reconstructed JSON: ${text}`),
  )
  if (!areEqual)
    throw ErrIbcInvalidType.error(
      `original and reconstructed JSON objects do not match, original: ${json}, reconstructed: ${again}`,
    )
  return messages
}

/** Whether Go has no message here: it unpacks nothing where there is no type. */
export const isNil = ({ typeUrl }: Any): boolean => typeUrl === ''

/** Go's type of a pointer to `sdk.Msg`, which is an alias. */
const MSG = '*interface { ProtoMessage(); Reset(); String() string }'

/** @throws ChainError undefined/1 for an unknown or invalid message */
function unpack(router: Router, message: Any): void {
  if (router.handler(message.typeUrl) === undefined)
    throw plainError(`no concrete type registered for type URL ${message.typeUrl} against interface ${MSG}`)
  router.decode(message)
}

const goValueOf = (json: Uint8Array): GoValue => unmarshal(anyValue, json)

const membersOf = (value: object): ReadonlyMap<string, GoValue> =>
  new Map(Object.entries(value).map(([name, item]) => [wellFormed(name), item as GoValue]))

/** Go's `reflect.DeepEqual`. What is left to compare is in a list, since JSON may be 10,000 deep. */
function sameValue(one: GoValue, other: GoValue): boolean {
  const left: (readonly [GoValue, GoValue])[] = [[one, other]]
  for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
    const [a, b] = pair
    if (typeof a === 'string' && typeof b === 'string') {
      if (wellFormed(a) !== wellFormed(b)) return false
    } else if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
      if (a !== b) return false
    } else {
      const [mine, theirs] = [membersOf(a), membersOf(b)]
      if (Array.isArray(a) !== Array.isArray(b) || mine.size !== theirs.size) return false
      for (const [name, value] of mine) {
        if (!theirs.has(name)) return false
        left.push([value, theirs.get(name)])
      }
    }
  }
  return true
}
