import { decodeInt, goQuote } from '../../codec/index.js'
import { ChainError, toUtf8 } from '../../base/index.js'
import { GoJsonError, goObject, goString, string, struct, unmarshal } from '../../codec/go-json/index.js'
import { protoJsonMembers } from '../../codec/ibc/index.js'

/** The data of a transfer packet. Source: ibc-go v10 apps/transfer/types/packet.go `FungibleTokenPacketData`. */
export interface PacketData {
  /** A path, `transfer/channel-0/uatom`. */
  readonly denom: string
  readonly amount: string
  readonly sender: string
  readonly receiver: string
  readonly memo: string
}

const NAMES = ['denom', 'amount', 'sender', 'receiver', 'memo'] as const

export const encodePacketData = (data: PacketData): Uint8Array =>
  toUtf8(
    goObject(Object.fromEntries(NAMES.map((name) => [name, data[name] === '' ? undefined : goString(data[name])]))),
  )

/** Writes packet data in protobuf's JSON: with empty members. Source: cosmos-sdk codec/json.go `ProtoMarshalJSON` */
export const encodeStrictPacketData = (data: PacketData): Uint8Array =>
  toUtf8(goObject(Object.fromEntries(NAMES.map((name) => [name, goString(data[name])]))))

/** Source: ibc-go v10 apps/transfer/types/encoding.go. */
const Data = struct(
  'ftpdAlias',
  { denom: string, amount: string, sender: string, receiver: string, memo: string },
  'types.ftpdAlias',
  'refused',
)

/** Reads packet data as `encoding/json` does. @throws GoJsonError, for other members too */
export const readPacketData = (bytes: Uint8Array): PacketData => unmarshal(Data, bytes)

/** Reads packet data as protobuf's JSON. @throws GoJsonError, for other members too */
export function readStrictPacketData(bytes: Uint8Array): PacketData {
  const data: Record<(typeof NAMES)[number], string> = { denom: '', amount: '', sender: '', receiver: '', memo: '' }
  for (const [name, raw] of protoJsonMembers(bytes)) {
    const known = NAMES.find((candidate) => candidate === name)
    if (known === undefined) throw new GoJsonError(`unknown field ${goQuote(name)} in types.FungibleTokenPacketData`)
    data[known] = unmarshal(string, raw)
  }
  return data
}

/** An amount in a packet; undefined for invalid text. Source: cosmossdk.io/math `NewIntFromString` */
export function packetAmount(text: string): bigint | undefined {
  if (text === '') return undefined
  try {
    return decodeInt(text)
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}
