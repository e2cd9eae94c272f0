import { byteKey, joinKeys, keyBytes, keyOf, lengthPrefixed, textKey, uint64Key, type Key } from '../../store/index.js'
import { sortableTime } from '../../codec/index.js'

/** Source: cosmos-sdk x/staking/types/keys.go. */
export const STAKING_STORE = 'staking'

export const LAST_POWER_PREFIX = byteKey(0x11)
export const LAST_TOTAL_POWER_KEY = byteKey(0x12)
export const VALIDATORS_PREFIX = byteKey(0x21)
const CONSENSUS_PREFIX = byteKey(0x22)
export const POWER_PREFIX = byteKey(0x23)
export const DELEGATIONS_PREFIX = byteKey(0x31)
export const UNBONDINGS_PREFIX = byteKey(0x32)
const UNBONDINGS_OF_VALIDATOR_PREFIX = byteKey(0x33)
export const REDELEGATIONS_PREFIX = byteKey(0x34)
const REDELEGATIONS_FROM_PREFIX = byteKey(0x35)
const REDELEGATIONS_TO_PREFIX = byteKey(0x36)
export const UNBONDING_ID_KEY = byteKey(0x37)
const UNBONDING_INDEX_PREFIX = byteKey(0x38)
const UNBONDING_TYPE_PREFIX = byteKey(0x39)
export const UNBONDING_QUEUE_PREFIX = byteKey(0x41)
export const REDELEGATION_QUEUE_PREFIX = byteKey(0x42)
export const VALIDATOR_QUEUE_PREFIX = byteKey(0x43)
export const PARAMS_KEY = byteKey(0x51)
export const VALIDATOR_UPDATES_KEY = byteKey(0x61)
const DELEGATIONS_TO_PREFIX = byteKey(0x71)

/** Key of a past header; this chain never stores any. */
export const historicalInfoKey = (height: bigint): Key => joinKeys(byteKey(0x50), uint64Key(height))

export const lastPowerKey = (validator: Uint8Array): Key => joinKeys(LAST_POWER_PREFIX, lengthPrefixed(validator))
export const validatorKey = (validator: Uint8Array): Key => joinKeys(VALIDATORS_PREFIX, lengthPrefixed(validator))
export const consensusKey = (address: Uint8Array): Key => joinKeys(CONSENSUS_PREFIX, lengthPrefixed(address))

/** By power, then by the reverse of the address. */
export const powerKey = (power: bigint, validator: Uint8Array): Key =>
  joinKeys(POWER_PREFIX, uint64Key(power), lengthPrefixed(validator.map((byte) => byte ^ 0xff)))

/** The address in a key of {@link LAST_POWER_PREFIX}. */
export const addressInKey = (key: Key): Uint8Array => keyBytes(key.slice(2) as Key)

export const delegationsOf = (delegator: Uint8Array): Key => joinKeys(DELEGATIONS_PREFIX, lengthPrefixed(delegator))
export const delegationKey = (delegator: Uint8Array, validator: Uint8Array): Key =>
  joinKeys(delegationsOf(delegator), lengthPrefixed(validator))
export const delegationsTo = (validator: Uint8Array): Key => joinKeys(DELEGATIONS_TO_PREFIX, lengthPrefixed(validator))
/** The delegator comes last, without a length prefix. */
export const delegationToKey = (validator: Uint8Array, delegator: Uint8Array): Key =>
  joinKeys(delegationsTo(validator), keyOf(delegator))

export const unbondingsOf = (delegator: Uint8Array): Key => joinKeys(UNBONDINGS_PREFIX, lengthPrefixed(delegator))
export const unbondingKey = (delegator: Uint8Array, validator: Uint8Array): Key =>
  joinKeys(unbondingsOf(delegator), lengthPrefixed(validator))
export const unbondingsFrom = (validator: Uint8Array): Key =>
  joinKeys(UNBONDINGS_OF_VALIDATOR_PREFIX, lengthPrefixed(validator))
export const unbondingFromKey = (validator: Uint8Array, delegator: Uint8Array): Key =>
  joinKeys(unbondingsFrom(validator), lengthPrefixed(delegator))

export const redelegationsOf = (delegator: Uint8Array): Key => joinKeys(REDELEGATIONS_PREFIX, lengthPrefixed(delegator))
export const redelegationKey = (delegator: Uint8Array, source: Uint8Array, destination: Uint8Array): Key =>
  joinKeys(redelegationsOf(delegator), lengthPrefixed(source), lengthPrefixed(destination))
export const redelegationsFrom = (source: Uint8Array): Key =>
  joinKeys(REDELEGATIONS_FROM_PREFIX, lengthPrefixed(source))
export const redelegationFromKey = (delegator: Uint8Array, source: Uint8Array, destination: Uint8Array): Key =>
  joinKeys(redelegationsFrom(source), lengthPrefixed(delegator), lengthPrefixed(destination))
export const redelegationsTo = (destination: Uint8Array, delegator: Uint8Array): Key =>
  joinKeys(REDELEGATIONS_TO_PREFIX, lengthPrefixed(destination), lengthPrefixed(delegator))
export const redelegationToKey = (delegator: Uint8Array, source: Uint8Array, destination: Uint8Array): Key =>
  joinKeys(redelegationsTo(destination, delegator), lengthPrefixed(source))

export const unbondingIndexKey = (id: bigint): Key => joinKeys(UNBONDING_INDEX_PREFIX, uint64Key(id))
export const unbondingTypeKey = (id: bigint): Key => joinKeys(UNBONDING_TYPE_PREFIX, uint64Key(id))

export const unbondingQueueKey = (time: bigint): Key => joinKeys(UNBONDING_QUEUE_PREFIX, textKey(sortableTime(time)))
export const redelegationQueueKey = (time: bigint): Key =>
  joinKeys(REDELEGATION_QUEUE_PREFIX, textKey(sortableTime(time)))
export function validatorQueueKey(time: bigint, height: bigint): Key {
  const text = textKey(sortableTime(time))
  return joinKeys(VALIDATOR_QUEUE_PREFIX, uint64Key(BigInt(text.length)), text, uint64Key(height))
}
