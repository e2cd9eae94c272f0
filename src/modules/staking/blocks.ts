import { ChainError, NO_BYTES } from '../../base/index.js'
import {
  anyBelow,
  ContextKey,
  event,
  parseAddress,
  parseOperator,
  plainError,
  wrapError,
  type Context,
  type Event,
  type ValidatorUpdate,
} from '../../chain/index.js'
import { coinsText, ProtoWriter, type Coin } from '../../codec/index.js'
import { keyOf, type Key } from '../../store/index.js'
import {
  deleteUnbondingIndex,
  getRedelegation,
  getUnbonding,
  indexUnbonding,
  keepRedelegation,
  keepUnbonding,
  nextUnbondingId,
  takeMature,
  UnbondingType,
} from './delegations.js'
import type { StakingKeeper } from './keeper.js'
import { NOT_BONDED_POOL } from './keeper.js'
import {
  REDELEGATION_QUEUE_PREFIX,
  redelegationQueueKey,
  STAKING_STORE,
  UNBONDING_QUEUE_PREFIX,
  unbondingQueueKey,
  VALIDATOR_QUEUE_PREFIX,
  VALIDATOR_UPDATES_KEY,
  validatorKey,
  validatorQueueKey,
} from './keys.js'
import { Bonded, decodeAddresses, Unbonded, Unbonding, type Entry, type Validator } from './records.js'
import { consensusPower, potentialPower } from './validator.js'
import {
  byPower,
  consensusAddress,
  consensusKeyOf,
  deleteLastPower,
  deletePowerIndex,
  findValidator,
  getParams,
  getValidator,
  lastPowers,
  operatorOf,
  queueValidator,
  setLastPower,
  setLastTotalPower,
  setPowerIndex,
  setValidator,
  unqueueValidator,
} from './validators.js'

/** End blocker: updates the validator set, completes undelegations and redelegations. Source: cosmos-sdk x/staking/keeper/val_state_change.go. */
export function endBlock(keeper: StakingKeeper, ctx: Context): readonly ValidatorUpdate[] {
  const updates = updateValidators(keeper, ctx)
  if (isLeaving(ctx)) unbondMatureValidators(keeper, ctx)
  if (isUnbonding(ctx)) completeUnbondings(keeper, ctx)
  if (isRedelegating(ctx)) completeRedelegations(keeper, ctx)
  return updates
}
const isLeaving = anyBelow(STAKING_STORE, VALIDATOR_QUEUE_PREFIX)
const isUnbonding = anyBelow(STAKING_STORE, UNBONDING_QUEUE_PREFIX)
const isRedelegating = anyBelow(STAKING_STORE, REDELEGATION_QUEUE_PREFIX)

/** The gas of finding that the bonded validators are those with the most power, with the power that they have; undefined when they are not. */
const SETTLED = new ContextKey<number | undefined>('settled validators')

function gasIfSettled(ctx: Context): number | undefined {
  const { maxValidators } = getParams(ctx)
  const before = new Map(lastPowers(ctx).map(({ operator, power }) => [keyOf(operator), power]))
  const rows = byPower(ctx)
  for (let count = 0; rows.valid && count < maxValidators; rows.next(), count++) {
    const validator = getValidator(ctx, rows.value)
    if (potentialPower(ctx, validator) === 0n) break
    const key = keyOf(rows.value)
    if (validator.status !== Bonded || before.get(key) !== consensusPower(ctx, validator)) return undefined
    before.delete(key)
  }
  return before.size === 0 ? ctx.gasMeter.consumed : undefined
}

/** Bonds the validators with the most power, up to the maximum number. Source: `ApplyAndReturnValidatorSetUpdates`. */
export function updateValidators(keeper: StakingKeeper, ctx: Context): readonly ValidatorUpdate[] {
  const gas = ctx.fromStore(STAKING_STORE, SETTLED, gasIfSettled)
  if (gas !== undefined) {
    ctx.gasMeter.consume(gas, 'validators')
    ctx.store(STAKING_STORE).set(VALIDATOR_UPDATES_KEY, NO_BYTES)
    return []
  }
  const { maxValidators } = getParams(ctx)
  const before = new Map(lastPowers(ctx).map(({ operator, power }) => [keyOf(operator), { operator, power }]))
  const updates: ValidatorUpdate[] = []
  let totalPower = 0n
  let bonded = 0n
  const rows = byPower(ctx)
  for (let count = 0; rows.valid && count < maxValidators; rows.next(), count++) {
    const operator = rows.value
    const known = getValidator(ctx, operator)
    if (potentialPower(ctx, known) === 0n) break
    const validator = known.status === Bonded ? known : bond(keeper, ctx, known)
    if (known.status !== Bonded) bonded += validator.tokens
    const power = consensusPower(ctx, validator)
    if (before.get(keyOf(operator))?.power !== power) {
      updates.push(update(validator, power))
      setLastPower(ctx, operator, power)
    }
    before.delete(keyOf(operator))
    totalPower += power
  }
  rows.close()
  const leaving = [...before].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [, { operator }] of leaving) {
    const validator = beginUnbonding(ctx, getValidator(ctx, operator))
    bonded -= validator.tokens
    deleteLastPower(ctx, operator)
    updates.push(update(validator, 0n))
  }
  if (bonded > 0n) keeper.toBonded(ctx, bonded)
  if (bonded < 0n) keeper.toNotBonded(ctx, -bonded)
  if (updates.length > 0) setLastTotalPower(ctx, totalPower)
  const written = new ProtoWriter()
  for (const { publicKey, power } of updates) {
    const key = new ProtoWriter().message(1, publicKey).finish()
    written.message(1, new ProtoWriter().message(1, key).uint64(2, power).finish())
  }
  ctx.store(STAKING_STORE).set(VALIDATOR_UPDATES_KEY, written.finish())
  return updates
}

const update = ({ consensusPubkey }: Validator, power: bigint): ValidatorUpdate => ({
  publicKey: consensusKeyOf(consensusPubkey),
  power,
})

/** Source: `bondValidator`. */
function bond(keeper: StakingKeeper, ctx: Context, validator: Validator): Validator {
  deletePowerIndex(ctx, validator)
  const bonded: Validator = { ...validator, status: Bonded }
  setValidator(ctx, bonded)
  setPowerIndex(ctx, bonded)
  unqueueValidator(ctx, bonded)
  keeper.hooks.afterValidatorBonded(ctx, consensusAddress(bonded))
  return bonded
}

/** Source: `BeginUnbondingValidator`. */
function beginUnbonding(ctx: Context, validator: Validator): Validator {
  const { unbondingTime } = getParams(ctx)
  deletePowerIndex(ctx, validator)
  const id = nextUnbondingId(ctx)
  const leaving: Validator = {
    ...validator,
    status: Unbonding,
    unbondingTime: ctx.block.time + unbondingTime,
    unbondingHeight: BigInt(ctx.block.height),
    unbondingIds: [...validator.unbondingIds, id],
  }
  setValidator(ctx, leaving)
  setPowerIndex(ctx, leaving)
  queueValidator(ctx, leaving)
  indexUnbonding(ctx, id, validatorKey(operatorOf(ctx, leaving)), UnbondingType.validator)
  return leaving
}

/** Source: `UnbondAllMatureValidators`. */
function unbondMatureValidators(keeper: StakingKeeper, ctx: Context): void {
  const now = { time: ctx.block.time, height: BigInt(ctx.block.height) }
  const end = `${validatorQueueKey(now.time, now.height)}\0` as Key
  const rows = ctx.store(STAKING_STORE).iterator(VALIDATOR_QUEUE_PREFIX, end)
  for (; rows.valid; rows.next()) {
    for (const text of decodeAddresses(rows.value)) unbondMature(keeper, ctx, parseOperator(ctx, text))
  }
  rows.close()
}

function unbondMature(keeper: StakingKeeper, ctx: Context, operator: Uint8Array): void {
  const validator = findValidator(ctx, operator)
  if (validator === undefined)
    throw wrapError(plainError('validator does not exist'), 'validator in the unbonding queue was not found')
  if (validator.status !== Unbonding)
    throw plainError('unexpected validator in unbonding queue; status was not unbonding')
  if (validator.unbondingOnHoldRefCount !== 0n || validator.unbondingHeight > BigInt(ctx.block.height)) return
  for (const id of validator.unbondingIds) deleteUnbondingIndex(ctx, id)
  const done: Validator = { ...validator, status: Unbonded }
  setValidator(ctx, done)
  if (done.delegatorShares === 0n) keeper.removeValidator(ctx, operator)
  unqueueValidator(ctx, done)
}

const isMature = (ctx: Context, { completionTime, unbondingOnHoldRefCount }: Entry): boolean =>
  completionTime <= ctx.block.time && unbondingOnHoldRefCount === 0n

/** Pays out matured entries; one that cannot be completed is skipped. Source: `CompleteUnbonding`. */
function completeUnbondings(keeper: StakingKeeper, ctx: Context): void {
  for (const [delegator, validator] of takeMature(ctx, UNBONDING_QUEUE_PREFIX, unbondingQueueKey(ctx.block.time), 2))
    tryComplete(ctx, () => {
      const account = parseAddress(ctx, delegator!)
      const unbonding = getUnbonding(ctx, account, parseOperator(ctx, validator!))
      const denom = getParams(ctx).bondDenom
      let paid = 0n
      for (const entry of unbonding.entries.filter((candidate) => isMature(ctx, candidate))) {
        deleteUnbondingIndex(ctx, entry.unbondingId)
        if (entry.value === 0n) continue
        keeper.bank.undelegate(ctx, NOT_BONDED_POOL, account, [{ denom, amount: entry.value }])
        paid += entry.value
      }
      keepUnbonding(ctx, { ...unbonding, entries: unbonding.entries.filter((entry) => !isMature(ctx, entry)) })
      return event(
        'complete_unbonding',
        ['amount', amountText(denom, paid)],
        ['validator', validator!],
        ['delegator', delegator!],
      )
    })
}

/** Source: `CompleteRedelegation`. */
function completeRedelegations(_keeper: StakingKeeper, ctx: Context): void {
  const until = redelegationQueueKey(ctx.block.time)
  for (const [delegator, source, destination] of takeMature(ctx, REDELEGATION_QUEUE_PREFIX, until, 3))
    tryComplete(ctx, () => {
      const redelegation = getRedelegation(
        ctx,
        parseAddress(ctx, delegator!),
        parseOperator(ctx, source!),
        parseOperator(ctx, destination!),
      )
      const denom = getParams(ctx).bondDenom
      let moved = 0n
      for (const entry of redelegation.entries.filter((candidate) => isMature(ctx, candidate))) {
        deleteUnbondingIndex(ctx, entry.unbondingId)
        moved += entry.initialBalance
      }
      keepRedelegation(ctx, { ...redelegation, entries: redelegation.entries.filter((entry) => !isMature(ctx, entry)) })
      return event(
        'complete_redelegation',
        ['amount', amountText(denom, moved)],
        ['delegator', delegator!],
        ['source_validator', source!],
        ['destination_validator', destination!],
      )
    })
}

const amountText = (denom: string, amount: bigint): string =>
  coinsText(amount === 0n ? [] : ([{ denom, amount }] satisfies Coin[]))

function tryComplete(ctx: Context, complete: () => Event): void {
  try {
    ctx.events.emit(complete())
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
  }
}
