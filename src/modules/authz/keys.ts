import { sortableTime } from '../../codec/index.js'
import { textOf } from '../../base/index.js'
import { byteKey, joinKeys, keyBytes, lengthPrefixed, textKey, type Key } from '../../store/index.js'

/** Source: cosmos-sdk v0.53.6 x/authz/keeper/keys.go. */
export const AUTHZ_STORE = 'authz'
export const GRANT_PREFIX = byteKey(0x01)
export const QUEUE_PREFIX = byteKey(0x02)

/** All grants of an account. */
export const granterKey = (granter: Uint8Array): Key => joinKeys(GRANT_PREFIX, lengthPrefixed(granter))

/** All grants of an account to another one. */
export const pairKey = (granter: Uint8Array, grantee: Uint8Array): Key =>
  joinKeys(granterKey(granter), lengthPrefixed(grantee))

export const grantKey = (granter: Uint8Array, grantee: Uint8Array, typeUrl: string): Key =>
  joinKeys(pairKey(granter, grantee), textKey(typeUrl))

/** Grants that expire at a time, in nanoseconds since 1970. */
export const queueKey = (time: bigint, granter: Uint8Array, grantee: Uint8Array): Key =>
  joinKeys(queueTimeKey(time), lengthPrefixed(granter), lengthPrefixed(grantee))

export const queueTimeKey = (time: bigint): Key => joinKeys(QUEUE_PREFIX, textKey(sortableTime(time)))

/** The parts of a grant's key, behind the prefix. */
export interface GrantParts {
  readonly granter: Uint8Array
  readonly grantee: Uint8Array
  readonly typeUrl: string
}

/** Reads a key of a grant. */
export function grantParts(key: Key): GrantParts {
  const [granter, grantee, rest] = twoAddresses(keyBytes(key).subarray(1))
  return { granter, grantee, typeUrl: textOf(rest) }
}

/** The accounts of a queue's key. */
export function queueAccounts(key: Key): Pick<GrantParts, 'granter' | 'grantee'> {
  const [granter, grantee] = twoAddresses(keyBytes(key).subarray(1 + sortableTime(0n).length))
  return { granter, grantee }
}

/** Two addresses behind their lengths, and what follows. */
function twoAddresses(bytes: Uint8Array): readonly [Uint8Array, Uint8Array, Uint8Array] {
  const first = 1 + bytes[0]!
  const second = first + 1 + bytes[first]!
  return [bytes.subarray(1, first), bytes.subarray(first + 1, second), bytes.subarray(second)]
}
