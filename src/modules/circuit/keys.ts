import { byteKey, joinKeys, keyOf, textKey, type Key } from '../../store/index.js'

/** Source: cosmossdk.io/x/circuit v0.1.1 types/keys.go. */
export const CIRCUIT_STORE = 'circuit'
export const PERMISSIONS_PREFIX = byteKey(0x01)
export const DISABLED_PREFIX = byteKey(0x02)

export const permissionsKey = (address: Uint8Array): Key => joinKeys(PERMISSIONS_PREFIX, keyOf(address))
export const disabledKey = (typeUrl: string): Key => joinKeys(DISABLED_PREFIX, textKey(typeUrl))
