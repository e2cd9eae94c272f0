import { encodePacketData, readPacketData, type PacketData } from '../../chain/ibc/index.js'
import { ChainError } from '../../base/index.js'
import { decoding, rejectUnknownFields } from '../../chain/index.js'
import { GoJsonError } from '../../codec/go-json/index.js'
import { protoString, ProtoWriter, readProto } from '../../codec/index.js'
import { ErrIbcInvalidType } from './errors.js'
import { decodeAbiData, encodeAbiData } from './solidity-abi.js'

interface Encoding {
  encode(data: PacketData): Uint8Array
  /** @throws ChainError, GoJsonError */
  decode(bytes: Uint8Array): PacketData
}

/** Go's name of the type in protobuf. */
const DATA = 'ibc.applications.transfer.v1.FungibleTokenPacketData'

export const JSON_ENCODING = 'application/json'

/** How the data of a transfer may be written; a channel has JSON only. Source: ibc-go v10.5.0 apps/transfer/types/packet.go `MarshalPacketData`. */
const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([
  [JSON_ENCODING, { encode: encodePacketData, decode: readPacketData }],
  ['application/x-protobuf', { encode: encodeProto, decode: decodeProto }],
  ['application/x-solidity-abi', { encode: encodeAbiData, decode: decodeAbiData }],
])

/** @throws ChainError ibc/12, transfer/14 */
export function encodeTransfer(data: PacketData, encoding: string): Uint8Array {
  const known = ENCODINGS.get(encoding)
  if (known !== undefined) return known.encode(data)
  const [json, protobuf] = [...ENCODINGS.keys()]
  throw ErrIbcInvalidType.error(
    `invalid encoding provided, must be either empty or one of ["${json}", "${protobuf}"], got ${encoding}`,
  )
}

/** @throws ChainError ibc/12 */
export function decodeTransfer(bytes: Uint8Array, encoding: string): PacketData {
  const known = ENCODINGS.get(encoding)
  if (known === undefined)
    throw ErrIbcInvalidType.error(
      `invalid encoding provided, must be either empty or one of [${[...ENCODINGS.keys()].map((name) => `"${name}"`).join(', ')}], got ${encoding}`,
    )
  // Go reads `null` into an interface, which is nil afterwards.
  if (encoding === JSON_ENCODING && /^\s*null\s*$/.test(Buffer.from(bytes).toString()))
    throw ErrIbcInvalidType.error('cannot convert proto message into FungibleTokenPacketData')
  try {
    return known.decode(bytes)
  } catch (error) {
    if (!(error instanceof GoJsonError || error instanceof ChainError)) throw error
    const text = error instanceof ChainError ? error.log : error.shortMessage
    throw ErrIbcInvalidType.error(`cannot unmarshal ICS20-V1 transfer packet data: ${text}`)
  }
}

function encodeProto({ denom, amount, sender, receiver, memo }: PacketData): Uint8Array {
  return new ProtoWriter()
    .string(1, denom)
    .string(2, amount)
    .string(3, sender)
    .string(4, receiver)
    .string(5, memo)
    .finish()
}

function decodeProto(bytes: Uint8Array): PacketData {
  return decoding(() => {
    rejectUnknownFields(DATA, bytes)
    const fields = readProto(bytes)
    const text = (field: number) => protoString(fields, field)
    return { denom: text(1), amount: text(2), sender: text(3), receiver: text(4), memo: text(5) }
  })
}
