import { byteKey, joinKeys, keyBytes, keyOf, lengthPrefixed, uint64Key, type Key } from '../../store/index.js'

/** Source: cosmos-sdk x/distribution/types/keys.go. */
export const DISTRIBUTION_STORE = 'distribution'

export const FEE_POOL_KEY = byteKey(0)
export const PROPOSER_KEY = byteKey(1)
export const OUTSTANDING_PREFIX = byteKey(2)
export const WITHDRAW_ADDRESS_PREFIX = byteKey(3)
export const STARTING_INFO_PREFIX = byteKey(4)
export const HISTORICAL_PREFIX = byteKey(5)
export const CURRENT_PREFIX = byteKey(6)
export const COMMISSION_PREFIX = byteKey(7)
export const SLASH_PREFIX = byteKey(8)
export const PARAMS_KEY = byteKey(9)

export const outstandingKey = (validator: Uint8Array): Key => joinKeys(OUTSTANDING_PREFIX, lengthPrefixed(validator))
export const withdrawAddressKey = (delegator: Uint8Array): Key =>
  joinKeys(WITHDRAW_ADDRESS_PREFIX, lengthPrefixed(delegator))
export const startingInfoKey = (validator: Uint8Array, delegator: Uint8Array): Key =>
  joinKeys(STARTING_INFO_PREFIX, lengthPrefixed(validator), lengthPrefixed(delegator))
export const historicalOf = (validator: Uint8Array): Key => joinKeys(HISTORICAL_PREFIX, lengthPrefixed(validator))
/** The period is little-endian. */
export const historicalKey = (validator: Uint8Array, period: bigint): Key =>
  joinKeys(historicalOf(validator), keyOf(keyBytes(uint64Key(period)).reverse()))
export const currentKey = (validator: Uint8Array): Key => joinKeys(CURRENT_PREFIX, lengthPrefixed(validator))
export const commissionKey = (validator: Uint8Array): Key => joinKeys(COMMISSION_PREFIX, lengthPrefixed(validator))
export const slashesOf = (validator: Uint8Array): Key => joinKeys(SLASH_PREFIX, lengthPrefixed(validator))
/** Prefix of a validator's slashes from a height on. */
export const slashesFrom = (validator: Uint8Array, height: bigint): Key =>
  joinKeys(slashesOf(validator), uint64Key(height))
export const slashKey = (validator: Uint8Array, height: bigint, period: bigint): Key =>
  joinKeys(slashesFrom(validator, height), uint64Key(period))

/** The length-prefixed address after a one-byte prefix, and the rest. */
export function addressInKey(key: Key): { readonly address: Uint8Array; readonly rest: Key } {
  const end = 2 + key.charCodeAt(1)
  return { address: keyBytes(key.slice(2, end) as Key), rest: key.slice(end) as Key }
}
