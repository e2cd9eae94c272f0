import { coinSet, GoPanic, lessCoins } from '../../../chain/index.js'
import {
  addCoins,
  amountOf,
  coinsAreEqual,
  coinsAreValid,
  coinsText,
  decimalOf,
  decimalRound,
  divideDecimals,
  momentOf,
  multiplyDecimals,
  type Coin,
} from '../../../codec/index.js'

/** Coins that are free after a time. */
export interface Period {
  /** Seconds. */
  readonly length: bigint
  readonly amount: readonly Coin[]
}

/** When coins become free; times in seconds since 1970. A `base` account has no schedule, and locks nothing. */
export type Schedule =
  | { readonly kind: 'base' | 'delayed' | 'permanent' }
  | { readonly kind: 'continuous'; readonly startTime: bigint }
  | { readonly kind: 'periodic'; readonly startTime: bigint; readonly periods: readonly Period[] }

/** Coins of an account that become free with time, and what of its coins is delegated. Source: proto cosmos.vesting.v1beta1. */
export interface Vesting {
  readonly schedule: Schedule
  readonly original: readonly Coin[]
  readonly delegatedFree: readonly Coin[]
  readonly delegatedVesting: readonly Coin[]
  /** Seconds since 1970; 0 if the coins stay locked. */
  readonly endTime: bigint
}

/** A schedule for coins of which nothing is delegated. */
export const newVesting = (schedule: Schedule, original: readonly Coin[], endTime: bigint): Vesting => ({
  schedule,
  original,
  delegatedFree: [],
  delegatedVesting: [],
  endTime,
})

/** Coins minus others. @throws GoPanic for more than there is. Source: cosmos-sdk types/coin.go `Coins.Sub` */
function minus(coins: readonly Coin[], less: readonly Coin[]): readonly Coin[] {
  const left = lessCoins(coins, less)
  if (left === undefined) throw new GoPanic('negative coin amount')
  return left
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Source: cosmos-sdk v0.53.6 x/auth/vesting/types/vesting_account.go `GetVestedCoins`. @param now seconds since 1970 */
function vested({ schedule, original, endTime }: Vesting, now: bigint): readonly Coin[] {
  switch (schedule.kind) {
    case 'base':
      return original
    case 'permanent':
      return []
    case 'delayed':
      return now >= endTime ? original : []
    default:
      if (now <= schedule.startTime) return []
      if (now >= endTime) return original
      return schedule.kind === 'continuous'
        ? shareOf(original, now - schedule.startTime, endTime - schedule.startTime)
        : endedPeriods(schedule.periods, now - schedule.startTime)
  }
}

function shareOf(original: readonly Coin[], passed: bigint, whole: bigint): readonly Coin[] {
  const share = divideDecimals(decimalOf(passed), decimalOf(whole))
  return original.map(({ denom, amount }) => ({
    denom,
    amount: decimalRound(multiplyDecimals(decimalOf(amount), share)),
  }))
}

function endedPeriods(periods: readonly Period[], passed: bigint): readonly Coin[] {
  let coins: readonly Coin[] = []
  let left = passed
  for (const { length, amount } of periods) {
    if (left < length) break
    coins = addCoins(coins, amount)
    left -= length
  }
  return coins
}

/** Coins that are not yet free, delegated or not. Source: `GetVestingCoins` */
export const vestingCoins = (account: Vesting, time: bigint): readonly Coin[] =>
  minus(account.original, vested(account, momentOf(time).seconds))

/** Coins that may not be spent: not yet free, and not delegated. @param time nanoseconds since 1970. Source: `LockedCoins` */
export function lockedCoins(account: Vesting, time: bigint): readonly Coin[] {
  const still = vestingCoins(account, time)
  const delegated = still.map(({ denom, amount }) => ({
    denom,
    amount: smaller(amount, amountOf(account.delegatedVesting, denom)),
  }))
  return minus(still, coinSet(delegated))
}

/** Coins that are not free yet are delegated first. @param balance before. Source: `TrackDelegation` */
export function withDelegation(
  account: Vesting,
  time: bigint,
  balance: readonly Coin[],
  amount: readonly Coin[],
): Vesting {
  const still = vestingCoins(account, time)
  let { delegatedFree, delegatedVesting } = account
  for (const { denom, amount: more } of amount) {
    if (more === 0n || amountOf(balance, denom) < more)
      throw new GoPanic('delegation attempt with zero coins or insufficient funds')
    const room = amountOf(still, denom) - amountOf(delegatedVesting, denom)
    const ofVesting = smaller(room < 0n ? 0n : room, more)
    delegatedVesting = addCoins(delegatedVesting, [{ denom, amount: ofVesting }])
    delegatedFree = addCoins(delegatedFree, [{ denom, amount: more - ofVesting }])
  }
  return { ...account, delegatedFree, delegatedVesting }
}

/** Free coins come back first. Source: `TrackUndelegation`. */
export function withUndelegation(account: Vesting, amount: readonly Coin[]): Vesting {
  let { delegatedFree, delegatedVesting } = account
  for (const { denom, amount: back } of amount) {
    if (back === 0n) throw new GoPanic('undelegation attempt with zero coins')
    const ofFree = smaller(amountOf(delegatedFree, denom), back)
    // Rounding of shares can give back more than was delegated.
    const ofVesting = smaller(amountOf(delegatedVesting, denom), back - ofFree)
    delegatedFree = minus(delegatedFree, [{ denom, amount: ofFree }])
    delegatedVesting = minus(delegatedVesting, [{ denom, amount: ofVesting }])
  }
  return { ...account, delegatedFree, delegatedVesting }
}

/** Text of the problem, or undefined. Source: `Validate` of each type. */
export function vestingProblem({ schedule, original, delegatedVesting, endTime }: Vesting): string | undefined {
  if (schedule.kind === 'permanent' && endTime > 0n) return 'permanently vested accounts cannot have an end-time'
  if ('startTime' in schedule && schedule.startTime >= endTime) return 'vesting start-time cannot be before end-time'
  const ofPeriods = schedule.kind === 'periodic' ? periodsProblem(schedule, original, endTime) : undefined
  if (ofPeriods !== undefined) return ofPeriods
  if (endTime < 0n) return 'end time cannot be negative'
  if (!coinsAreValid(original) || original.length === 0) return `invalid coins: ${coinsText(original)}`
  if (delegatedVesting.some(({ denom, amount }) => amount > amountOf(original, denom)))
    return 'delegated vesting amount cannot be greater than original vesting amount'
  return undefined
}

function periodsProblem(
  { startTime, periods }: { readonly startTime: bigint; readonly periods: readonly Period[] },
  original: readonly Coin[],
  endTime: bigint,
): string | undefined {
  for (const [at, { length, amount }] of periods.entries()) {
    if (length < 0n) return `period #${at} has a negative length: ${length}`
    if (!coinsAreValid(amount) || amount.length === 0) return `period #${at} has invalid coins: ${coinsText(amount)}`
  }
  if (endOf(startTime, periods) !== endTime) return 'vesting end time does not match length of all vesting periods'
  const sum = addCoins(...periods.map(({ amount }) => amount))
  if (coinsAreEqual(sum, original)) return undefined
  return `original vesting coins (${coinsText(original)}) does not match the sum of all coins in vesting periods (${coinsText(sum)})`
}

/** When the last period ends. */
export const endOf = (startTime: bigint, periods: readonly Period[]): bigint =>
  BigInt.asIntN(
    64,
    periods.reduce((end, { length }) => end + length, startTime),
  )
