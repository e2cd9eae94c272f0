import { byteKey, joinKeys, keyOf, uint64Key, type Key } from '../../store/index.js'

/** Source: neutron x/interchainqueries/types/keys.go. */
export const STORE = 'interchainqueries'

/** The module's account, which holds the deposits. */
export const MODULE_ACCOUNT = 'interchainqueries'

export const QUERIES_PREFIX = byteKey(0x01)
const RESULTS_PREFIX = byteKey(0x02)
const PROCESSED_PREFIX = byteKey(0x03)
export const REMOVED_PREFIX = byteKey(0x04)
export const PARAMS_KEY = byteKey(0x05)
export const LAST_ID_KEY = byteKey(0x64)

export const queryKey = (id: bigint): Key => joinKeys(QUERIES_PREFIX, uint64Key(id))
export const resultKey = (id: bigint): Key => joinKeys(RESULTS_PREFIX, uint64Key(id))
/** Prefix of all transaction hashes of one query. */
export const processedOf = (id: bigint): Key => joinKeys(PROCESSED_PREFIX, uint64Key(id))
export const processedKey = (id: bigint, hash: Uint8Array): Key => joinKeys(processedOf(id), keyOf(hash))
export const removedKey = (id: bigint): Key => joinKeys(REMOVED_PREFIX, uint64Key(id))
