import { byteKey, joinKeys, lengthPrefixed, textKey, uint64Key, type Key } from '../../store/index.js'
import { sortableTime } from '../../codec/index.js'

/** Name of the module and of its store. Source: gaia v28.0.0 x/liquid/types/keys.go. */
export const NAME = 'liquid'

export const PARAMS_KEY = byteKey(0x51)
export const RECORDS_PREFIX = byteKey(1)
export const LAST_ID_KEY = byteKey(4)
export const TOTAL_KEY = byteKey(5)
export const LOCKS_PREFIX = byteKey(6)
export const QUEUE_PREFIX = byteKey(7)
const [OWNERS, DENOMS, VALIDATORS] = [byteKey(2), byteKey(3), byteKey(8)] as const

export const recordKey = (id: bigint): Key => joinKeys(RECORDS_PREFIX, uint64Key(id))
export const recordsOf = (owner: Uint8Array): Key => joinKeys(OWNERS, lengthPrefixed(owner))
export const ownerKey = (owner: Uint8Array, id: bigint): Key => joinKeys(recordsOf(owner), uint64Key(id))
export const denomKey = (denom: string): Key => joinKeys(DENOMS, textKey(denom))
export const lockKey = (account: Uint8Array): Key => joinKeys(LOCKS_PREFIX, lengthPrefixed(account))
export const queueKey = (time: bigint): Key => joinKeys(QUEUE_PREFIX, textKey(sortableTime(time)))
export const validatorKey = (operator: Uint8Array): Key => joinKeys(VALIDATORS, lengthPrefixed(operator))
