import { byteKey, joinKeys, keyOf, type Key } from '../../store/index.js'

/** Source: cosmos/evm v0.7.3 x/vm/types/key.go. */
export const EVM_STORE = 'evm'
const CODE_PREFIX = byteKey(1)
const STORAGE_PREFIX = byteKey(2)
export const PARAMS_KEY = byteKey(3)
export const CODE_HASH_PREFIX = byteKey(4)
export const COIN_KEY = byteKey(5)

/** @param hash of the code, 32 bytes */
export const codeKey = (hash: Uint8Array): Key => joinKeys(CODE_PREFIX, keyOf(hash))
/** Under it are all slots of an account. */
export const storagePrefix = (address: Uint8Array): Key => joinKeys(STORAGE_PREFIX, keyOf(address))
/** @param slot 32 bytes */
export const slotKey = (address: Uint8Array, slot: Uint8Array): Key => joinKeys(storagePrefix(address), keyOf(slot))
export const codeHashKey = (address: Uint8Array): Key => joinKeys(CODE_HASH_PREFIX, keyOf(address))
