import { asciiKey, byteKey, joinKeys, keyBytes, keyOf, uint64Key, type Key } from '../../store/index.js'

/** Name of the store. Source: cosmos-sdk x/auth/types/keys.go. */
export const AUTH_STORE = 'acc'

export const PARAMS_KEY = byteKey(0)
export const ACCOUNTS_PREFIX = byteKey(1)
/** The next account number, 8 bytes big endian. */
export const NEXT_NUMBER_KEY = byteKey(2)
/** Where older versions stored it; read when the key above is absent. */
export const LEGACY_NEXT_NUMBER_KEY = asciiKey('globalAccountNumber')
const NUMBERS_PREFIX = asciiKey('accountNumber')

/** Timeouts of unordered transactions, each with the address of a signer. Source: `UnorderedNoncesKey`. */
export const TIMEOUTS_PREFIX = byteKey(90)

export const accountKey = (address: Uint8Array): Key => joinKeys(ACCOUNTS_PREFIX, keyOf(address))
/** The address in the key of an account; undefined for other keys. */
export const accountAt = (key: Key): Uint8Array | undefined =>
  key.startsWith(ACCOUNTS_PREFIX) ? keyBytes(key.slice(1) as Key) : undefined
/** Source: cosmossdk.io/collections `Int64Key`, which orders negative numbers before others. @param timeout nanoseconds since 1970 */
export const timeoutKey = (timeout: bigint): Key =>
  joinKeys(TIMEOUTS_PREFIX, uint64Key(BigInt.asUintN(64, timeout + (1n << 63n))))
export const numberKey = (accountNumber: bigint): Key => joinKeys(NUMBERS_PREFIX, uint64Key(accountNumber))
