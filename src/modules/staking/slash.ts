import { GoPanic, parseAddress, parseOperator, plainError, type Context } from '../../chain/index.js'
import { DECIMAL_ONE, decimalOf, decimalTruncate, multiplyDecimals } from '../../codec/index.js'
import {
  findDelegation,
  findUnbonding,
  redelegationsFromValidator,
  setUnbonding,
  unbondingsFromValidator,
} from './delegations.js'
import { ErrValidatorJailed } from './errors.js'
import { BONDED_POOL, NOT_BONDED_POOL, type StakingKeeper } from './keeper.js'
import { Bonded, Unbonded, type Entry, type Redelegation, type UnbondingDelegation, type Validator } from './records.js'
import {
  deletePowerIndex,
  findByConsensus,
  getParams,
  getValidator,
  operatorOf,
  setPowerIndex,
  setValidator,
} from './validators.js'

/** Slashing and jail. Source: cosmos-sdk v0.53.6 x/staking/keeper/slash.go. */

/**
 * Burns tokens of a validator, and of those who left it since its infraction.
 * @param consensus address of the consensus key @param infraction its height @param power at that height @param fraction a decimal
 * @returns the tokens that the validator lost @throws ChainError undefined/1
 */
export function slash(
  keeper: StakingKeeper,
  ctx: Context,
  consensus: Uint8Array,
  {
    height: infraction,
    power,
    fraction,
  }: { readonly height: number; readonly power: bigint; readonly fraction: bigint },
): bigint {
  if (fraction < 0n) throw plainError(`attempted to slash with a negative slash factor: ${fraction}`)
  let remaining = decimalTruncate(multiplyDecimals(decimalOf(power * ctx.release.tokensPerPower), fraction))
  const validator = findByConsensus(ctx, consensus)
  if (validator === undefined) return 0n
  if (validator.status === Unbonded)
    throw plainError(`should not be slashing unbonded validator: ${validator.operatorAddress}`)
  const operator = operatorOf(ctx, validator)
  const { height } = ctx.block
  if (infraction > height)
    throw plainError(
      `impossible attempt to slash future infraction at height ${infraction} but we are at height ${height}`,
    )
  if (infraction < height) {
    for (const unbonding of unbondingsFromValidator(ctx, operator))
      remaining -= slashUnbonding(keeper, ctx, unbonding, infraction, fraction)
    for (const redelegation of redelegationsFromValidator(ctx, operator))
      remaining -= slashRedelegation(keeper, ctx, redelegation, infraction, fraction)
  }
  const least = remaining < validator.tokens ? remaining : validator.tokens
  const burned = least < 0n ? 0n : least
  if (burned === 0n) return 0n
  const share = (decimalOf(burned) * DECIMAL_ONE + decimalOf(validator.tokens) - 1n) / decimalOf(validator.tokens)
  keeper.hooks.beforeValidatorSlashed(ctx, operator, share > DECIMAL_ONE ? DECIMAL_ONE : share)
  deletePowerIndex(ctx, validator)
  const after: Validator = { ...validator, tokens: validator.tokens - burned }
  setValidator(ctx, after)
  setPowerIndex(ctx, after)
  burn(keeper, ctx, after.status === Bonded ? BONDED_POOL : NOT_BONDED_POOL, burned)
  return burned
}

/** Source: `Jail`, `jailValidator`. @throws GoPanic for an unknown validator, ChainError staking/7 for a jailed one */
export function jail(ctx: Context, consensus: Uint8Array): void {
  const validator = mustFind(ctx, consensus)
  if (validator.jailed) throw ErrValidatorJailed.error('cannot jail already jailed validator')
  const jailed: Validator = { ...validator, jailed: true }
  setValidator(ctx, jailed)
  deletePowerIndex(ctx, jailed)
}
/** Source: `Unjail`, `unjailValidator`. */
export function unjail(ctx: Context, consensus: Uint8Array): void {
  const validator = mustFind(ctx, consensus)
  if (!validator.jailed) throw plainError('cannot unjail already unjailed validator')
  const free: Validator = { ...validator, jailed: false }
  setValidator(ctx, free)
  setPowerIndex(ctx, free)
}

function mustFind(ctx: Context, consensus: Uint8Array): Validator {
  const validator = findByConsensus(ctx, consensus)
  if (validator === undefined) throw new GoPanic('validator record not found')
  return validator
}

/** Whether an entry's tokens were at stake at a height, and can still be taken. */
const isAtStake = (ctx: Context, entry: Entry, infraction: number): boolean =>
  entry.creationHeight >= BigInt(infraction) &&
  (entry.completionTime > ctx.block.time || entry.unbondingOnHoldRefCount !== 0n)

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** @returns the tokens that it had to lose; it may have had fewer. Source: `SlashUnbondingDelegation` */
function slashUnbonding(
  keeper: StakingKeeper,
  ctx: Context,
  unbonding: UnbondingDelegation,
  infraction: number,
  fraction: bigint,
): bigint {
  let [total, burned] = [0n, 0n]
  let current = unbonding
  for (const [i, entry] of unbonding.entries.entries()) {
    if (!isAtStake(ctx, entry, infraction)) continue
    const amount = decimalTruncate(fraction * entry.initialBalance)
    total += amount
    const taken = least(amount, entry.value)
    if (taken === 0n) continue
    burned += taken
    current = { ...current, entries: current.entries.with(i, { ...entry, value: entry.value - taken }) }
    setUnbonding(ctx, current)
  }
  burn(keeper, ctx, NOT_BONDED_POOL, burned)
  return total
}

/** @returns the tokens that it had to lose; it may have had fewer. Source: `SlashRedelegation` */
function slashRedelegation(
  keeper: StakingKeeper,
  ctx: Context,
  { delegatorAddress, validatorDstAddress, entries }: Redelegation,
  infraction: number,
  fraction: bigint,
): bigint {
  const delegator = parseAddress(ctx, delegatorAddress)
  const destination = parseOperator(ctx, validatorDstAddress)
  let [total, bonded, notBonded] = [0n, 0n, 0n]
  for (const entry of entries) {
    if (!isAtStake(ctx, entry, infraction)) continue
    let amount = decimalTruncate(fraction * entry.initialBalance)
    total += amount
    let unbonding = findUnbonding(ctx, delegator, destination)
    for (const [i, left] of (unbonding?.entries ?? []).entries()) {
      const taken = least(amount, left.value)
      if (taken === 0n || !isAtStake(ctx, left, infraction)) continue
      amount -= taken
      notBonded += taken
      unbonding = { ...unbonding!, entries: unbonding!.entries.with(i, { ...left, value: left.value - taken }) }
      setUnbonding(ctx, unbonding)
    }
    const shares = multiplyDecimals(fraction, entry.value)
    if (shares === 0n || amount === 0n) continue
    const delegation = findDelegation(ctx, delegator, destination)
    if (delegation === undefined) continue
    const tokens = keeper.unbond(ctx, delegator, destination, least(shares, delegation.shares))
    if (getValidator(ctx, destination).status === Bonded) bonded += tokens
    else notBonded += tokens
  }
  burn(keeper, ctx, BONDED_POOL, bonded)
  burn(keeper, ctx, NOT_BONDED_POOL, notBonded)
  return total
}

function burn(keeper: StakingKeeper, ctx: Context, pool: string, amount: bigint): void {
  if (amount <= 0n) return
  keeper.bank.burn(ctx, pool, [{ denom: getParams(ctx).bondDenom, amount }])
}
