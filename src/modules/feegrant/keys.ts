import { sortableTime } from '../../codec/index.js'
import { byteKey, joinKeys, keyBytes, lengthPrefixed, textKey, type Key } from '../../store/index.js'

/** Source: cosmossdk.io/x/feegrant v0.2.0 key.go. */
export const FEEGRANT_STORE = 'feegrant'
export const ALLOWANCE_PREFIX = byteKey(0x00)
export const QUEUE_PREFIX = byteKey(0x01)

/** All allowances that an account may use. */
export const granteeKey = (grantee: Uint8Array): Key => joinKeys(ALLOWANCE_PREFIX, lengthPrefixed(grantee))

export const allowanceKey = (granter: Uint8Array, grantee: Uint8Array): Key =>
  joinKeys(granteeKey(grantee), lengthPrefixed(granter))

/** An allowance that expires at a time, in nanoseconds since 1970. */
export const queueKey = (time: bigint, granter: Uint8Array, grantee: Uint8Array): Key =>
  joinKeys(queueTimeKey(time), lengthPrefixed(grantee), lengthPrefixed(granter))

export const queueTimeKey = (time: bigint): Key => joinKeys(QUEUE_PREFIX, textKey(sortableTime(time)))

/** The accounts of an allowance. */
interface Pair {
  readonly granter: Uint8Array
  readonly grantee: Uint8Array
}

/** The accounts in an allowance's key. */
export const allowanceAccounts = (key: Key): Pair => pairOf(keyBytes(key).subarray(1))

/** The accounts in a key of the queue. */
export const queueAccounts = (key: Key): Pair => pairOf(keyBytes(key).subarray(1 + sortableTime(0n).length))

/** Two addresses, each behind its length. */
function pairOf(bytes: Uint8Array): Pair {
  const end = 1 + bytes[0]!
  return { grantee: bytes.subarray(1, end), granter: bytes.subarray(end + 1) }
}
