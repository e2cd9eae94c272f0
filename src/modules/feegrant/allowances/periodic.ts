import { PeriodicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { ErrInvalidCoins, lessCoins } from '../../../chain/index.js'
import {
  amountOf,
  coinsAreValid,
  coinsText,
  decodeCoin,
  encodeCoin,
  goDuration,
  goTimestamp,
  momentOf,
  readProto,
  ZERO_TIME,
  type Coin,
} from '../../../codec/index.js'
import { ErrFeeLimitExceeded, ErrFeeLimitExpired, ErrInvalidDuration } from '../errors.js'
import { accepted, expired, refused, type Allowance } from './allowance.js'
import { checkBasic, decodeBasic, encodeBasic, isExpired, spend, type Basic } from './basic.js'

interface Periodic {
  readonly basic: Basic
  /** Nanoseconds. */
  readonly period: bigint
  readonly periodLimit: readonly Coin[]
  /** What is left in the present period. */
  readonly canSpend: readonly Coin[]
  /** When the next one begins, in nanoseconds since 1970. */
  readonly reset: bigint
}

export const PERIODIC_ALLOWANCE: string = PeriodicAllowance.typeUrl

/** Coins up to a limit in each period, and up to a limit in all. Source: cosmossdk.io/x/feegrant v0.2.0 periodic_fee.go. */
export function readPeriodic(value: Uint8Array): Allowance {
  const { basic, period, periodSpendLimit, periodCanSpend, periodReset } = PeriodicAllowance.decode(value)
  const hasReset = readProto(value).some(({ field }) => field === 5)
  return periodicAllowance({
    basic: decodeBasic(basic),
    period: goDuration(period),
    periodLimit: periodSpendLimit.map(decodeCoin),
    canSpend: periodCanSpend.map(decodeCoin),
    // Go begins at the year 1 where a message has no time.
    reset: hasReset ? goTimestamp(periodReset) : ZERO_TIME,
  })
}

const encode = ({ basic, period, periodLimit, canSpend, reset }: Periodic): Uint8Array =>
  PeriodicAllowance.encode({
    basic: encodeBasic(basic),
    period: momentOf(period),
    periodSpendLimit: periodLimit.map(encodeCoin),
    periodCanSpend: canSpend.map(encodeCoin),
    periodReset: momentOf(reset),
  }).finish()

/** Begins the next period if its time has come. Source: `tryResetPeriod`. */
function inPeriod(periodic: Periodic, now: bigint): Periodic {
  const { basic, period, periodLimit, reset } = periodic
  if (now < reset) return periodic
  const isBeyond = basic.limit.length > 0 && lessCoins(basic.limit, periodLimit) === undefined
  const next = reset + period
  return { ...periodic, canSpend: isBeyond ? basic.limit : periodLimit, reset: now > next ? now + period : next }
}

/** @throws ChainError */
function check({ basic, period, periodLimit, canSpend }: Periodic): void {
  checkBasic(basic)
  if (!coinsAreValid(periodLimit)) throw ErrInvalidCoins.error(`spend amount is invalid: ${coinsText(periodLimit)}`)
  if (periodLimit.length === 0) throw ErrInvalidCoins.error('spend limit must be positive')
  if (!coinsAreValid(canSpend)) throw ErrInvalidCoins.error(`can spend amount is invalid: ${coinsText(canSpend)}`)
  const { limit } = basic
  if (
    limit.length > 0 &&
    (periodLimit.length > limit.length || periodLimit.some(({ denom }) => !amountOf(limit, denom)))
  )
    throw ErrInvalidCoins.error('period spend limit has different currency than basic spend limit')
  if (period < 0n) throw ErrInvalidDuration.error('negative clock step')
}

function periodicAllowance(periodic: Periodic): Allowance {
  return {
    expiration: periodic.basic.expiration,
    validateBasic: () => check(periodic),
    accept: (ctx, fee) => {
      if (isExpired(periodic.basic, ctx.block.time)) return expired(ErrFeeLimitExpired.error('absolute limit'))
      const current = inPeriod(periodic, ctx.block.time)
      const canSpend = lessCoins(current.canSpend, fee)
      if (canSpend === undefined) return refused(ErrFeeLimitExceeded.error('period limit'))
      const { basic } = current
      const limit = spend(basic, fee)
      if (limit === undefined) return refused(ErrFeeLimitExceeded.error('absolute limit'))
      const isUsedUp = basic.limit.length > 0 && limit.length === 0
      return accepted(isUsedUp ? undefined : periodicAllowance({ ...current, canSpend, basic: { ...basic, limit } }))
    },
    get packed() {
      return { typeUrl: PERIODIC_ALLOWANCE, value: encode(periodic) }
    },
  }
}
