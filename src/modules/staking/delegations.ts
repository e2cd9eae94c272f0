import { NO_BYTES } from '../../base/index.js'
import { addressText, operatorText, parseAddress, parseOperator, type Context } from '../../chain/index.js'
import { keyBytes, prefixEnd, uint64Key, type Key } from '../../store/index.js'
import { ErrNoDelegation, ErrNoRedelegation, ErrNoUnbondingDelegation } from './errors.js'
import {
  delegationKey,
  delegationsOf,
  delegationToKey,
  redelegationFromKey,
  redelegationKey,
  redelegationQueueKey,
  redelegationsFrom,
  redelegationsTo,
  redelegationToKey,
  STAKING_STORE,
  UNBONDING_ID_KEY,
  unbondingFromKey,
  unbondingIndexKey,
  unbondingKey,
  unbondingQueueKey,
  unbondingsFrom,
  unbondingsOf,
  unbondingTypeKey,
} from './keys.js'
import {
  decodeDelegation,
  decodeRedelegation,
  decodeTuples,
  decodeUnbonding,
  encodeDelegation,
  encodeRedelegation,
  encodeTuples,
  encodeUnbonding,
  type Delegation,
  type Entry,
  type Redelegation,
  type UnbondingDelegation,
} from './records.js'

/** The records of delegations, undelegations and redelegations. Source: cosmos-sdk x/staking/keeper/delegation.go, unbonding.go. */

/** Kind of unbonding operation that an id refers to. Source: x/staking/types `UnbondingType`. */
export const UnbondingType = { delegation: 1n, redelegation: 2n, validator: 3n } as const

export function findDelegation(ctx: Context, delegator: Uint8Array, validator: Uint8Array): Delegation | undefined {
  const bytes = ctx.store(STAKING_STORE).get(delegationKey(delegator, validator))
  return bytes && decodeDelegation(bytes)
}
/** @throws ChainError staking/19 */
export function getDelegation(ctx: Context, delegator: Uint8Array, validator: Uint8Array): Delegation {
  const delegation = findDelegation(ctx, delegator, validator)
  if (delegation === undefined) throw ErrNoDelegation.error()
  return delegation
}
export function setDelegation(ctx: Context, delegation: Delegation): void {
  const delegator = parseAddress(ctx, delegation.delegatorAddress)
  const validator = parseOperator(ctx, delegation.validatorAddress)
  const bytes = encodeDelegation(delegation)
  decodeDelegation.learn(bytes, delegation)
  const store = ctx.store(STAKING_STORE)
  store.set(delegationKey(delegator, validator), bytes)
  store.set(delegationToKey(validator, delegator), NO_BYTES)
}
export function deleteDelegation(ctx: Context, delegator: Uint8Array, validator: Uint8Array): void {
  const store = ctx.store(STAKING_STORE)
  store.delete(delegationKey(delegator, validator))
  store.delete(delegationToKey(validator, delegator))
}

/** The rows below a prefix, read one by one. */
export function* rowsBelow<T>(ctx: Context, prefix: Key, decode: (bytes: Uint8Array) => T): Generator<T> {
  const rows = ctx.store(STAKING_STORE).iterator(prefix, prefixEnd(prefix))
  try {
    for (; rows.valid; rows.next()) yield decode(rows.value)
  } finally {
    rows.close()
  }
}
export const delegationsBy = (ctx: Context, delegator: Uint8Array): Generator<Delegation> =>
  rowsBelow(ctx, delegationsOf(delegator), decodeDelegation)
export const unbondingsBy = (ctx: Context, delegator: Uint8Array): Generator<UnbondingDelegation> =>
  rowsBelow(ctx, unbondingsOf(delegator), decodeUnbonding)

/** Rows under the keys that an index names. @param prefix of the index @param keyOf a key of the index */
function* indexed<T>(ctx: Context, prefix: Key, keyOf: (index: Key) => Key, decode: (bytes: Uint8Array) => T) {
  const store = ctx.store(STAKING_STORE)
  const rows = store.iterator(prefix, prefixEnd(prefix))
  try {
    for (; rows.valid; rows.next()) yield decode(store.get(keyOf(rows.key))!)
  } finally {
    rows.close()
  }
}

/** Undelegations from a validator. Source: `GetUnbondingDelegationsFromValidator`. */
export const unbondingsFromValidator = (ctx: Context, validator: Uint8Array): Generator<UnbondingDelegation> => {
  const prefix = unbondingsFrom(validator)
  const keyOf = (index: Key) => unbondingKey(lastAddress(index, prefix), validator)
  return indexed(ctx, prefix, keyOf, decodeUnbonding)
}

/** Redelegations away from a validator. Source: `GetRedelegationsFromSrcValidator`. */
export const redelegationsFromValidator = (ctx: Context, validator: Uint8Array): Generator<Redelegation> => {
  const prefix = redelegationsFrom(validator)
  const keyOf = (index: Key) => {
    const end = prefix.length + 1 + index.charCodeAt(prefix.length)
    const delegator = keyBytes(index.slice(prefix.length + 1, end) as Key)
    return redelegationKey(delegator, validator, keyBytes(index.slice(end + 1) as Key))
  }
  return indexed(ctx, prefix, keyOf, decodeRedelegation)
}

/** The length-prefixed address after a prefix. */
const lastAddress = (key: Key, prefix: Key): Uint8Array => keyBytes(key.slice(prefix.length + 1) as Key)

export function findUnbonding(
  ctx: Context,
  delegator: Uint8Array,
  validator: Uint8Array,
): UnbondingDelegation | undefined {
  const bytes = ctx.store(STAKING_STORE).get(unbondingKey(delegator, validator))
  return bytes && decodeUnbonding(bytes)
}
/** @throws ChainError staking/26 */
export function getUnbonding(ctx: Context, delegator: Uint8Array, validator: Uint8Array): UnbondingDelegation {
  const unbonding = findUnbonding(ctx, delegator, validator)
  if (unbonding === undefined) throw ErrNoUnbondingDelegation.error()
  return unbonding
}
export function setUnbonding(ctx: Context, unbonding: UnbondingDelegation): void {
  const [delegator, validator] = unbondingAddresses(ctx, unbonding)
  const store = ctx.store(STAKING_STORE)
  store.set(unbondingKey(delegator, validator), encodeUnbonding(unbonding))
  store.set(unbondingFromKey(validator, delegator), NO_BYTES)
}
function deleteUnbonding(ctx: Context, unbonding: UnbondingDelegation): void {
  const [delegator, validator] = unbondingAddresses(ctx, unbonding)
  const store = ctx.store(STAKING_STORE)
  store.delete(unbondingKey(delegator, validator))
  store.delete(unbondingFromKey(validator, delegator))
}
/** One without entries is deleted. */
export const keepUnbonding = (ctx: Context, unbonding: UnbondingDelegation): void =>
  (unbonding.entries.length === 0 ? deleteUnbonding : setUnbonding)(ctx, unbonding)

const unbondingAddresses = (ctx: Context, { delegatorAddress, validatorAddress }: UnbondingDelegation) =>
  [parseAddress(ctx, delegatorAddress), parseOperator(ctx, validatorAddress)] as const

export function findRedelegation(
  ctx: Context,
  delegator: Uint8Array,
  source: Uint8Array,
  destination: Uint8Array,
): Redelegation | undefined {
  const bytes = ctx.store(STAKING_STORE).get(redelegationKey(delegator, source, destination))
  return bytes && decodeRedelegation(bytes)
}
/** @throws ChainError staking/28 */
export function getRedelegation(
  ctx: Context,
  delegator: Uint8Array,
  source: Uint8Array,
  destination: Uint8Array,
): Redelegation {
  const redelegation = findRedelegation(ctx, delegator, source, destination)
  if (redelegation === undefined) throw ErrNoRedelegation.error()
  return redelegation
}

const redelegationAddresses = (ctx: Context, redelegation: Redelegation) =>
  [
    parseAddress(ctx, redelegation.delegatorAddress),
    parseOperator(ctx, redelegation.validatorSrcAddress),
    parseOperator(ctx, redelegation.validatorDstAddress),
  ] as const

export function setRedelegation(ctx: Context, redelegation: Redelegation): void {
  const addresses = redelegationAddresses(ctx, redelegation)
  const store = ctx.store(STAKING_STORE)
  store.set(redelegationKey(...addresses), encodeRedelegation(redelegation))
  store.set(redelegationFromKey(...addresses), NO_BYTES)
  store.set(redelegationToKey(...addresses), NO_BYTES)
}
function deleteRedelegation(ctx: Context, redelegation: Redelegation): void {
  const addresses = redelegationAddresses(ctx, redelegation)
  const store = ctx.store(STAKING_STORE)
  store.delete(redelegationKey(...addresses))
  store.delete(redelegationFromKey(...addresses))
  store.delete(redelegationToKey(...addresses))
}
/** One without entries is deleted. */
export const keepRedelegation = (ctx: Context, redelegation: Redelegation): void =>
  (redelegation.entries.length === 0 ? deleteRedelegation : setRedelegation)(ctx, redelegation)

/** Whether the delegator has a redelegation to the validator in progress. Source: `HasReceivingRedelegation`. */
export function isReceiving(ctx: Context, delegator: Uint8Array, validator: Uint8Array): boolean {
  const prefix = redelegationsTo(validator, delegator)
  const rows = ctx.store(STAKING_STORE).iterator(prefix, prefixEnd(prefix))
  const { valid } = rows
  rows.close()
  return valid
}

/** The next id of an operation; ids start at 1. Source: `IncrementUnbondingID`. */
export function nextUnbondingId(ctx: Context): bigint {
  const store = ctx.store(STAKING_STORE)
  const bytes = store.get(UNBONDING_ID_KEY)
  const id = (bytes === undefined ? 0n : new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0)) + 1n
  store.set(UNBONDING_ID_KEY, keyBytes(uint64Key(id)))
  return id
}
/** Source: `Set…ByUnbondingID`. */
export function indexUnbonding(ctx: Context, id: bigint, key: Key, type: bigint): void {
  const store = ctx.store(STAKING_STORE)
  store.set(unbondingIndexKey(id), keyBytes(key))
  store.set(unbondingTypeKey(id), keyBytes(uint64Key(type)))
}
export function deleteUnbondingIndex(ctx: Context, id: bigint): void {
  ctx.store(STAKING_STORE).delete(unbondingIndexKey(id))
}

/** An undelegation or redelegation that starts. */
export interface NewEntry {
  readonly creationHeight: bigint
  readonly completionTime: bigint
  readonly balance: bigint
}

const entryOf = ({ creationHeight, completionTime, balance }: NewEntry, value: bigint, unbondingId: bigint): Entry => ({
  creationHeight,
  completionTime,
  initialBalance: balance,
  value,
  unbondingId,
  unbondingOnHoldRefCount: 0n,
})

/** Undelegations in one block share one entry. Source: `SetUnbondingDelegationEntry`. */
export function addUnbonding(
  ctx: Context,
  delegator: Uint8Array,
  validator: Uint8Array,
  start: NewEntry,
): UnbondingDelegation {
  const id = nextUnbondingId(ctx)
  const before = findUnbonding(ctx, delegator, validator)
  const entries = before?.entries ?? []
  const same = entries.findIndex(
    ({ creationHeight, completionTime }) =>
      creationHeight === start.creationHeight && completionTime === start.completionTime,
  )
  const unbonding: UnbondingDelegation = {
    delegatorAddress: addressText(ctx.prefix, delegator),
    validatorAddress: operatorText(ctx.prefix, validator),
    ...before,
    entries:
      same < 0
        ? [...entries, entryOf(start, start.balance, id)]
        : entries.with(same, withMore(entries[same]!, start.balance)),
  }
  setUnbonding(ctx, unbonding)
  if (same < 0) indexUnbonding(ctx, id, unbondingKey(delegator, validator), UnbondingType.delegation)
  return unbonding
}

const withMore = (entry: Entry, amount: bigint): Entry => ({
  ...entry,
  initialBalance: entry.initialBalance + amount,
  value: entry.value + amount,
})

/** Source: `SetRedelegationEntry`. @param shares at the destination */
export function addRedelegation(
  ctx: Context,
  [delegator, source, destination]: readonly [delegator: Uint8Array, source: Uint8Array, destination: Uint8Array],
  start: NewEntry,
  shares: bigint,
): Redelegation {
  const id = nextUnbondingId(ctx)
  const before = findRedelegation(ctx, delegator, source, destination)
  const redelegation: Redelegation = {
    delegatorAddress: addressText(ctx.prefix, delegator),
    validatorSrcAddress: operatorText(ctx.prefix, source),
    validatorDstAddress: operatorText(ctx.prefix, destination),
    ...before,
    entries: [...(before?.entries ?? []), entryOf(start, shares, id)],
  }
  setRedelegation(ctx, redelegation)
  indexUnbonding(ctx, id, redelegationKey(delegator, source, destination), UnbondingType.redelegation)
  return redelegation
}

function enqueue(ctx: Context, key: Key, tuple: readonly string[]): void {
  const store = ctx.store(STAKING_STORE)
  const bytes = store.get(key)
  store.set(key, encodeTuples([...(bytes === undefined ? [] : decodeTuples(bytes, tuple.length)), tuple]))
}
/** Source: `InsertUBDQueue`. */
export const queueUnbonding = (ctx: Context, unbonding: UnbondingDelegation, time: bigint): void =>
  enqueue(ctx, unbondingQueueKey(time), [unbonding.delegatorAddress, unbonding.validatorAddress])
/** Source: `InsertRedelegationQueue`. */
export const queueRedelegation = (ctx: Context, redelegation: Redelegation, time: bigint): void =>
  enqueue(ctx, redelegationQueueKey(time), [
    redelegation.delegatorAddress,
    redelegation.validatorSrcAddress,
    redelegation.validatorDstAddress,
  ])

/** Removes matured entries from a queue, up to and including the current time. Source: `DequeueAllMatureUBDQueue`. */
export function takeMature(ctx: Context, prefix: Key, until: Key, size: number): string[][] {
  const store = ctx.store(STAKING_STORE)
  const rows = store.iterator(prefix, `${until}\0` as Key)
  const tuples: string[][] = []
  for (; rows.valid; rows.next()) {
    tuples.push(...decodeTuples(rows.value, size))
    store.delete(rows.key)
  }
  rows.close()
  return tuples
}
