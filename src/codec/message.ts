import { NO_BYTES } from '../base/index.js'
import { anyWriter, decodeAny, type Any } from './any.js'
import type { Coin } from './coins.js'
import type { DecCoin } from './dec-coins.js'
import { decodeDecimal, decodeInt } from './go-int.js'
import {
  protoBytes,
  protoMessage,
  protoMessages,
  protoString,
  protoUint64,
  protoUint64s,
  ProtoWriter,
  readProto,
  type ProtoField,
} from './proto.js'
import { decodeTime, ZERO_TIME } from './time.js'

/** What the generated codecs in `messages/` are made of. */
export type { Any, Coin, DecCoin }
export { durationWriter, timestampWriter } from './time.js'
export { protoBool, protoBytes, protoString, protoStrings, protoUint64, protoUint64s } from './proto.js'

type Fields = readonly ProtoField[]

/** A codec of a message. */
export interface Codec<T> {
  readonly typeUrl: string
  /** The writer may be finished, or written as a field of another message. */
  readonly encode: (message: T) => ProtoWriter
  /** @throws ProtoError, ChainError undefined/1 for an invalid amount */
  readonly decode: (bytes: Uint8Array) => T
}

/** @param name full name of the message */
export const codec = <T>(
  name: string,
  write: (writer: ProtoWriter, message: T) => ProtoWriter,
  read: (fields: Fields) => T,
): Codec<T> => ({
  typeUrl: `/${name}`,
  encode: (message) => write(new ProtoWriter(), message),
  decode: (bytes) => read(readProto(bytes)),
})

/** The shape that codecs of cosmjs-types have too. */
interface Decoder<T> {
  decode(bytes: Uint8Array): T
}

/** A message that cannot be absent: the empty one then. */
export const one = <T>(fields: Fields, field: number, of: Decoder<T>): T =>
  of.decode(protoMessage(fields, field) ?? NO_BYTES)
export const optional = <T>(fields: Fields, field: number, of: Decoder<T>): T | undefined => {
  const bytes = protoMessage(fields, field)
  return bytes && of.decode(bytes)
}
export const all = <T>(fields: Fields, field: number, of: Decoder<T>): T[] =>
  protoMessages(fields, field).map((bytes) => of.decode(bytes))

/** A signed number of 32 bits. */
export const protoInt32 = (fields: Fields, field: number): number =>
  Number(BigInt.asIntN(32, protoUint64(fields, field)))

/** A number of 32 bits. */
export const protoUint32 = (fields: Fields, field: number): number =>
  Number(BigInt.asUintN(32, protoUint64(fields, field)))

/** A signed number of 64 bits. */
export const protoInt64 = (fields: Fields, field: number): bigint => BigInt.asIntN(64, protoUint64(fields, field))
export const protoInt64s = (fields: Fields, field: number): bigint[] =>
  protoUint64s(fields, field).map((value) => BigInt.asIntN(64, value))

/** A number that Go writes as text: `math.Int` or `math.Uint`. @throws ChainError undefined/1 */
export const protoInteger = (fields: Fields, field: number): bigint => decodeInt(protoString(fields, field))
/** A `math.LegacyDec`, as a whole number of 10^-18. @throws ChainError undefined/1 */
export const protoDecimal = (fields: Fields, field: number): bigint => decodeDecimal(protoString(fields, field))

export const writeGiven = (writer: ProtoWriter, field: number, value: bigint | undefined): void => {
  if (value !== undefined) writer.string(field, String(value))
}
/** A number that Go holds a pointer to. */
export const given = (
  fields: Fields,
  field: number,
  read: (fields: Fields, field: number) => bigint,
): bigint | undefined => (fields.some((entry) => entry.field === field) ? read(fields, field) : undefined)

/** A `Timestamp` that cannot be absent, in nanoseconds since 1970: Go's zero time then. The last one counts, as a whole. */
export const protoTime = (fields: Fields, field: number): bigint => {
  const last = fields.findLast((entry) => entry.field === field)
  return last === undefined ? ZERO_TIME : decodeTime(last.bytes)
}

/** A `Duration` that cannot be absent, in nanoseconds. The last one counts, as a whole. */
export const protoDuration = (fields: Fields, field: number): bigint => {
  const last = fields.findLast((entry) => entry.field === field)
  return last === undefined ? 0n : decodeTime(last.bytes)
}

/** Its amount is a number, which Go's custom type reads and writes as a text. */
export const coin: Codec<Coin> = codec(
  'cosmos.base.v1beta1.Coin',
  (writer, { denom, amount }) => writer.string(1, denom).string(2, String(amount)),
  (fields) => ({ denom: protoString(fields, 1), amount: protoInteger(fields, 2) }),
)

/** Its amount is a whole number of 10^-18. */
export const decCoin: Codec<DecCoin> = codec(
  'cosmos.base.v1beta1.DecCoin',
  (writer, { denom, amount }) => writer.string(1, denom).string(2, String(amount)),
  (fields) => ({ denom: protoString(fields, 1), amount: protoDecimal(fields, 2) }),
)

export const any: Codec<Any> = {
  typeUrl: '/google.protobuf.Any',
  encode: anyWriter,
  decode: decodeAny,
}

/** One step of a proof, as `abci_query` gives it. */
export interface ProofOp {
  readonly type: string
  readonly key: Uint8Array
  readonly data: Uint8Array
}
const proofOp: Codec<ProofOp> = codec(
  'tendermint.crypto.ProofOp',
  (writer, { type, key, data }) => writer.string(1, type).bytes(2, key).bytes(3, data),
  (fields) => ({ type: protoString(fields, 1), key: protoBytes(fields, 2), data: protoBytes(fields, 3) }),
)
/** The steps, without a message around them. */
export const proofOps: Codec<readonly ProofOp[]> = codec(
  'tendermint.crypto.ProofOps',
  (writer, ops) => {
    for (const op of ops) writer.message(1, proofOp.encode(op))
    return writer
  },
  (fields) => all(fields, 1, proofOp),
)
