import {
  decodeInt,
  decodeTime,
  encodeTimestamp,
  protoBytes,
  protoMessages,
  protoString,
  protoUint64,
  ProtoWriter,
  readProto,
  ZERO_TIME,
} from '../../codec/index.js'
import { byteKey, joinKeys, textKey, uint64Key, type Key } from '../../store/index.js'

/** Source: slinky v1.2.0 x/oracle/types/keys.go. */
export const STORE = 'oracle'
export const PAIRS_PREFIX = byteKey(0)
export const NEXT_ID_KEY = byteKey(1)
export const REMOVED_KEY = byteKey(4)
export const COUNT_KEY = byteKey(5)
export const pairKey = (pair: string): Key => joinKeys(PAIRS_PREFIX, textKey(pair))
/** Key in the index of ids, each of which has one pair. */
export const idKey = (id: bigint): Key => joinKeys(byteKey(2), uint64Key(id))
/** Key in the index of ids and pairs. */
export const idPairKey = (id: bigint, pair: string): Key => joinKeys(byteKey(3), uint64Key(id), textKey(pair))

/** Source: slinky proto slinky.oracle.v1 `QuotePrice`. */
export interface QuotePrice {
  /** In units of 10^-decimals. */
  readonly price: bigint
  /** Time of the block that set the price, in nanoseconds since 1970. */
  readonly blockTime: bigint
  readonly blockHeight: bigint
}

/** What is known of a pair. Source: slinky proto slinky.oracle.v1 `CurrencyPairState`. */
export interface PairState {
  readonly price: QuotePrice | undefined
  /** How often the price was set. */
  readonly nonce: bigint
  readonly id: bigint
}

/** Go's zero value, for a pair without a price. */
export const NO_PRICE: QuotePrice = { price: 0n, blockTime: ZERO_TIME, blockHeight: 0n }

export const encodePrice = ({ price, blockTime, blockHeight }: QuotePrice): Uint8Array =>
  new ProtoWriter().string(1, String(price)).message(2, encodeTimestamp(blockTime)).uint64(3, blockHeight).finish()

function decodePrice(bytes: Uint8Array): QuotePrice {
  const fields = readProto(bytes)
  return {
    price: decodeInt(protoString(fields, 1)) ?? 0n,
    blockTime: decodeTime(protoBytes(fields, 2)),
    blockHeight: protoUint64(fields, 3),
  }
}

export function encodeState({ price, nonce, id }: PairState): Uint8Array {
  const writer = new ProtoWriter()
  if (price !== undefined) writer.message(1, encodePrice(price))
  return writer.uint64(2, nonce).uint64(3, id).finish()
}

export function decodeState(bytes: Uint8Array): PairState {
  const fields = readProto(bytes)
  const price = protoMessages(fields, 1).at(-1)
  return { price: price && decodePrice(price), nonce: protoUint64(fields, 2), id: protoUint64(fields, 3) }
}
