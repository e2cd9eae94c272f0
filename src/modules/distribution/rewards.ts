import { GoPanic, parseAddress, parseOperator, type Context } from '../../chain/index.js'
import {
  addDecCoins,
  DECIMAL_ONE,
  decimalOf,
  divideCoinsTruncating,
  hasNegative,
  multiplyCoinsTruncating,
  multiplyTruncating,
  subtractDecCoins,
  type DecCoins,
} from '../../codec/index.js'
import type { Delegation, StakingKeeper, Validator } from './expected.js'
import { DISTRIBUTION_STORE, historicalKey, slashesFrom, slashKey } from './keys.js'
import {
  decodeSlash,
  encodeSlash,
  getCurrent,
  getHistorical,
  getOutstanding,
  getPool,
  getStartingInfo,
  setCommission,
  setCurrent,
  setHistorical,
  setOutstanding,
  setPool,
  setStartingInfo,
} from './records.js'

/**
 * F1 distribution: each change of a validator's tokens ends a period. Rewards per token are summed over periods; a delegation earns the difference of two sums.
 * Source: cosmos-sdk x/distribution/keeper/validator.go, delegation.go.
 */

/** @throws GoPanic as `DecCoins.Sub` does */
export function subtract(a: DecCoins, b: DecCoins): DecCoins {
  const rest = subtractDecCoins(a, b)
  if (hasNegative(rest)) throw new GoPanic('negative coin amount')
  return rest
}

export function initializeValidator(ctx: Context, operator: Uint8Array): void {
  setHistorical(ctx, operator, 0n, { cumulativeRewardRatio: [], referenceCount: 1n })
  setCurrent(ctx, operator, { rewards: [], period: 1n })
  setCommission(ctx, operator, [])
  setOutstanding(ctx, operator, [])
}

/** Ends the period. @returns its number. Source: `IncrementValidatorPeriod`. */
export function endPeriod(ctx: Context, validator: Validator): bigint {
  const operator = parseOperator(ctx, validator.operatorAddress)
  const { rewards, period } = getCurrent(ctx, operator)
  let perToken: DecCoins = []
  if (validator.tokens === 0n) {
    // Nobody can earn these, so they go to the community pool.
    const pool = getPool(ctx)
    const outstanding = getOutstanding(ctx, operator)
    setPool(ctx, addDecCoins(pool, rewards))
    setOutstanding(ctx, operator, subtract(outstanding, rewards))
  } else perToken = divideCoinsTruncating(rewards, decimalOf(validator.tokens))
  const { cumulativeRewardRatio } = getHistorical(ctx, operator, period - 1n)
  release(ctx, operator, period - 1n)
  setHistorical(ctx, operator, period, {
    cumulativeRewardRatio: addDecCoins(cumulativeRewardRatio, perToken),
    referenceCount: 1n,
  })
  setCurrent(ctx, operator, { rewards: [], period: period + 1n })
  return period
}

/** Source: `incrementReferenceCount`. */
function hold(ctx: Context, operator: Uint8Array, period: bigint): void {
  const historical = getHistorical(ctx, operator, period)
  if (historical.referenceCount >= 2n) throw new GoPanic('reference count should never exceed 2')
  setHistorical(ctx, operator, period, { ...historical, referenceCount: historical.referenceCount + 1n })
}

/** Deletes the record when no reference is left. Source: `decrementReferenceCount`. */
export function release(ctx: Context, operator: Uint8Array, period: bigint): void {
  const historical = getHistorical(ctx, operator, period)
  if (historical.referenceCount === 0n) throw new GoPanic('cannot set negative reference count')
  if (historical.referenceCount === 1n) ctx.store(DISTRIBUTION_STORE).delete(historicalKey(operator, period))
  else setHistorical(ctx, operator, period, { ...historical, referenceCount: historical.referenceCount - 1n })
}

/** A slash ends a period, which delegations of that time have to read. Source: `updateValidatorSlashFraction`. */
export function recordSlash(ctx: Context, validator: Validator, operator: Uint8Array, fraction: bigint): void {
  const validatorPeriod = endPeriod(ctx, validator)
  hold(ctx, operator, validatorPeriod)
  const key = slashKey(operator, BigInt(ctx.block.height), validatorPeriod)
  ctx.store(DISTRIBUTION_STORE).set(key, encodeSlash({ validatorPeriod, fraction }))
}

/** Source: `initializeDelegation`. */
export function initializeDelegation(
  ctx: Context,
  staking: StakingKeeper,
  operator: Uint8Array,
  delegator: Uint8Array,
): void {
  const previousPeriod = getCurrent(ctx, operator).period - 1n
  hold(ctx, operator, previousPeriod)
  const validator = staking.validator(ctx, operator)
  const { shares } = staking.delegation(ctx, delegator, operator)
  const stake = staking.tokensOfSharesTruncated(validator, shares)
  setStartingInfo(ctx, operator, delegator, { previousPeriod, stake, height: BigInt(ctx.block.height) })
}

/** Source: `calculateDelegationRewardsBetween`. */
function rewardsBetween(ctx: Context, operator: Uint8Array, from: bigint, to: bigint, stake: bigint): DecCoins {
  if (from > to) throw new GoPanic('startingPeriod cannot be greater than endingPeriod')
  if (stake < 0n) throw new GoPanic('stake should not be negative')
  const starting = getHistorical(ctx, operator, from)
  const ending = getHistorical(ctx, operator, to)
  const difference = subtractDecCoins(ending.cumulativeRewardRatio, starting.cumulativeRewardRatio)
  if (hasNegative(difference)) throw new GoPanic('negative coin amount')
  return multiplyCoinsTruncating(difference, stake)
}

/** Source: `CalculateDelegationRewards`. */
export function delegationRewards(
  ctx: Context,
  staking: StakingKeeper,
  validator: Validator,
  delegation: Delegation,
  endingPeriod: bigint,
): DecCoins {
  const delegator = parseAddress(ctx, delegation.delegatorAddress)
  const operator = parseOperator(ctx, delegation.validatorAddress)
  const start = getStartingInfo(ctx, operator, delegator)
  const height = BigInt(ctx.block.height)
  if (start.height === height) return []
  let { previousPeriod, stake } = start
  let rewards: DecCoins = []
  if (height > start.height) {
    const rows = ctx
      .store(DISTRIBUTION_STORE)
      .iterator(slashesFrom(operator, start.height), slashesFrom(operator, height + 1n))
    for (; rows.valid; rows.next()) {
      const { validatorPeriod, fraction } = decodeSlash(rows.value)
      if (validatorPeriod <= previousPeriod) continue
      rewards = addDecCoins(rewards, rewardsBetween(ctx, operator, previousPeriod, validatorPeriod, stake))
      stake = multiplyTruncating(stake, DECIMAL_ONE - fraction)
      previousPeriod = validatorPeriod
    }
    rows.close()
  }
  const current = staking.tokensOfShares(validator, delegation.shares)
  if (stake > current) {
    // Tolerated rounding error: three of the smallest decimal units.
    if (stake > current + 3n)
      throw new GoPanic(
        `calculated final stake for delegator ${delegation.delegatorAddress} greater than current stake`,
      )
    stake = current
  }
  return addDecCoins(rewards, rewardsBetween(ctx, operator, previousPeriod, endingPeriod, stake))
}
