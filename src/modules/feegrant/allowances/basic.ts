import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import type { ChainError } from '../../../base/index.js'
import { ErrInvalidCoins, lessCoins } from '../../../chain/index.js'
import {
  coinsAreValid,
  coinsText,
  decodeCoin,
  encodeCoin,
  goTimestamp,
  momentOf,
  type Coin,
} from '../../../codec/index.js'
import { ErrFeeLimitExceeded, ErrFeeLimitExpired, ErrInvalidDuration } from '../errors.js'
import { accepted, expired, refused, type Allowance } from './allowance.js'

/** A limit and a time, each if there is one. */
export interface Basic {
  /** Empty for no limit. */
  readonly limit: readonly Coin[]
  readonly expiration: bigint | undefined
}

export const BASIC_ALLOWANCE: string = BasicAllowance.typeUrl

export const decodeBasic = ({ spendLimit, expiration }: BasicAllowance): Basic => ({
  limit: spendLimit.map(decodeCoin),
  expiration: expiration && goTimestamp(expiration),
})

export const encodeBasic = ({ limit, expiration }: Basic): BasicAllowance => ({
  spendLimit: limit.map(encodeCoin),
  ...(expiration !== undefined && { expiration: momentOf(expiration) }),
})

/** @throws ChainError */
export function checkBasic({ limit, expiration }: Basic): void {
  if (!coinsAreValid(limit)) throw ErrInvalidCoins.error(`send amount is invalid: ${coinsText(limit)}`)
  if (expiration !== undefined && expiration < 0n) throw ErrInvalidDuration.error('expiration time cannot be negative')
}

/** The limit after a fee. @returns no coins if there was no limit or nothing is left of it; undefined if the fee exceeds it */
export const spend = ({ limit }: Basic, fee: readonly Coin[]): readonly Coin[] | undefined =>
  limit.length === 0 ? [] : lessCoins(limit, fee)

/** Whether the time of the block is behind it. */
export const isExpired = ({ expiration }: Basic, now: bigint): boolean => expiration !== undefined && expiration < now

/** Coins up to a limit, until a time. Source: cosmossdk.io/x/feegrant v0.2.0 basic_fee.go. */
export function basicAllowance(basic: Basic): Allowance {
  const error = (of: { error(text: string): ChainError }): ChainError => of.error('basic allowance')
  return {
    expiration: basic.expiration,
    validateBasic: () => checkBasic(basic),
    accept: (ctx, fee) => {
      if (isExpired(basic, ctx.block.time)) return expired(error(ErrFeeLimitExpired))
      const limit = spend(basic, fee)
      if (limit === undefined) return refused(error(ErrFeeLimitExceeded))
      const isUsedUp = basic.limit.length > 0 && limit.length === 0
      return accepted(isUsedUp ? undefined : basicAllowance({ ...basic, limit }))
    },
    get packed() {
      return { typeUrl: BASIC_ALLOWANCE, value: BasicAllowance.encode(encodeBasic(basic)).finish() }
    },
  }
}
