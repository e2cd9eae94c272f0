import type { ChainError } from '../../base/index.js'
import { ErrInvalidRequest } from '../../chain/index.js'
import { DECIMAL_ONE } from '../../codec/index.js'
import {
  ErrCommissionChangeRateGTMaxRate,
  ErrCommissionChangeRateNegative,
  ErrCommissionGTMaxChangeRate,
  ErrCommissionGTMaxRate,
  ErrCommissionHuge,
  ErrCommissionNegative,
  ErrCommissionUpdateTime,
} from './errors.js'
import type { Commission, Description } from './records.js'

/** Descriptions and commissions of validators. Source: cosmos-sdk x/staking/types/commission.go, validator.go. */

export type Rates = Pick<Commission, 'rate' | 'maxRate' | 'maxChangeRate'>

const DAY = 24n * 3_600n * 1_000_000_000n

/** @throws ChainError staking/9, 10, 11, 13, 14. Source: `CommissionRates.Validate` */
export function checkRates({ rate, maxRate, maxChangeRate }: Rates): void {
  if (maxRate < 0n) throw ErrCommissionNegative.error()
  if (maxRate > DECIMAL_ONE) throw ErrCommissionHuge.error()
  if (rate < 0n) throw ErrCommissionNegative.error()
  if (rate > maxRate) throw ErrCommissionGTMaxRate.error()
  if (maxChangeRate < 0n) throw ErrCommissionChangeRateNegative.error()
  if (maxChangeRate > maxRate) throw ErrCommissionChangeRateGTMaxRate.error()
}

/** @param now nanoseconds since 1970 @throws ChainError staking/12, 9, 11, 15. Source: `Commission.ValidateNewRate` */
export function checkNewRate(commission: Commission, rate: bigint, now: bigint): void {
  if (now - commission.updateTime < DAY) throw ErrCommissionUpdateTime.error()
  if (rate < 0n) throw ErrCommissionNegative.error()
  if (rate > commission.maxRate) throw ErrCommissionGTMaxRate.error()
  if (rate - commission.rate > commission.maxChangeRate) throw ErrCommissionGTMaxChangeRate.error()
}

const MAX_LENGTHS: readonly (readonly [member: keyof Description, name: string, bytes: number])[] = [
  ['moniker', 'moniker', 70],
  ['identity', 'identity', 3000],
  ['website', 'website', 140],
  ['securityContact', 'security contact', 140],
  ['details', 'details', 280],
]

/** @throws ChainError sdk/18. Source: `Description.EnsureLength` */
export function checkLengths(description: Description): void {
  const problem = lengthProblem(description)
  if (problem !== undefined) throw problem
}

function lengthProblem(description: Description): ChainError | undefined {
  for (const [member, name, most] of MAX_LENGTHS) {
    const length = Buffer.byteLength(description[member])
    if (length > most) return ErrInvalidRequest.error(`invalid ${name} length; got: ${length}, max: ${most}`)
  }
  return undefined
}

/** Source: `DoNotModifyDesc`. */
const KEEP = '[do-not-modify]'

/** Source: `Description.UpdateDescription`. */
export const edited = (before: Description, change: Description): Description => ({
  moniker: change.moniker === KEEP ? before.moniker : change.moniker,
  identity: change.identity === KEEP ? before.identity : change.identity,
  website: change.website === KEEP ? before.website : change.website,
  securityContact: change.securityContact === KEEP ? before.securityContact : change.securityContact,
  details: change.details === KEEP ? before.details : change.details,
})

export const isEmpty = (description: Description): boolean => Object.values(description).every((text) => text === '')
