import { byteKey, joinKeys, textKey, type Key } from '../../store/index.js'

/** Source: slinky v1.2.0 x/marketmap/types/keys.go. */
export const STORE = 'marketmap'
export const LAST_UPDATED_KEY = byteKey(1)
export const MARKETS_PREFIX = byteKey(2)
export const PARAMS_KEY = byteKey(3)
export const marketKey = (pair: string): Key => joinKeys(MARKETS_PREFIX, textKey(pair))
