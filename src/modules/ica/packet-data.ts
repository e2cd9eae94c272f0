import { InterchainAccountPacketData, Type } from 'cosmjs-types/ibc/applications/interchain_accounts/v1/packet'
import { toUtf8 } from '../../base/index.js'
import { plainError } from '../../chain/index.js'
import { decodeAny, protoMessages, readProto, type Any } from '../../codec/index.js'
import { parseProtoJson, protoJson } from '../../codec/proto-json/index.js'
import { ErrIbcInvalidType, ErrInvalidCodec, ErrInvalidOutgoingData } from './errors.js'
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
  const json = Buffer.from(bytes).toString()
  const read = reading(
    () => parseProtoJson(DATA, json),
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
 * @param unpack checks one message; its error becomes a decoding error
 * @throws ChainError ibc/12, interchainaccounts/18
 */
export function decodeCosmosTx(data: Uint8Array, encoding: string, unpack: (message: Any) => void): readonly Any[] {
  const messagesOf = (bytes: Uint8Array): readonly Any[] => {
    const messages = protoMessages(readProto(bytes), 1).map(decodeAny)
    for (const message of messages) unpack(message)
    return messages
  }
  if (encoding === PROTO3)
    return reading(
      () => messagesOf(data),
      (text) => ErrIbcInvalidType.error(`cannot unmarshal CosmosTx with protobuf: ${text}`),
    )
  if (encoding !== PROTO3_JSON) throw ErrInvalidCodec.error(`unsupported encoding format ${encoding}`)
  const json = Buffer.from(data).toString()
  const [bytes, messages] = reading(
    () => {
      const read = parseProtoJson(TX, json)
      return [read, messagesOf(read)] as const
    },
    (text) => ErrIbcInvalidType.error(`cannot unmarshal CosmosTx with proto3 json: ${text}`),
  )
  const again = protoJson(TX, bytes)
  if (!sameJson(JSON.parse(json), JSON.parse(again)))
    throw ErrIbcInvalidType.error(
      `original and reconstructed JSON objects do not match, original: ${json}, reconstructed: ${again}`,
    )
  return messages
}

/** Compares objects regardless of member order. */
function sameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))]
  return (
    Array.isArray(a) === Array.isArray(b) &&
    left.length === right.size &&
    left.every(([name, value]) => right.has(name) && sameJson(value, right.get(name)))
  )
}
