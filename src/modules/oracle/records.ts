import type { QuotePrice } from '../../codec/messages/slinky.oracle.v1.js'
import { ZERO_TIME } from '../../codec/index.js'
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

/** Go's zero value, for a pair without a price. */
export const NO_PRICE: QuotePrice = { price: 0n, blockTimestamp: ZERO_TIME, blockHeight: 0n }
