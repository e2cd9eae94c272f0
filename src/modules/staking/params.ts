import type { Json } from '../../base/json-value.js'
import {
  DECIMAL_ONE,
  decimalText,
  denomProblem,
  durationText,
  isBlank,
  parseDecimal,
  parseDuration,
} from '../../codec/index.js'
import { NotSupportedError } from '../../base/index.js'
import { plainError, type GenesisReader } from '../../chain/index.js'
import type { Params } from './records.js'

/**
 * 21 days, 100 validators, 7 entries. Unlike on a real chain, no past headers are stored: every app hash would have to be computed at once.
 * Source: cosmos-sdk x/staking/types/params.go `DefaultParams`.
 */
export const defaultParams = (bondDenom: string): Params => ({
  unbondingTime: 21n * 86_400n * 1_000_000_000n,
  maxValidators: 100,
  maxEntries: 7,
  historicalEntries: 0,
  bondDenom,
  minCommissionRate: 0n,
})

/** @throws ChainError undefined/1 with Go's text; NotSupportedError for headers in the store. Source: `Params.Validate`. */
export function validateParams(params: Params): void {
  const problem = paramsProblem(params)
  if (problem !== undefined) throw plainError(problem)
  if (params.historicalEntries !== 0)
    throw new NotSupportedError('staking keeps no past headers in its store: leave historical_entries at 0')
}

function paramsProblem(params: Params): string | undefined {
  const { unbondingTime, maxValidators, maxEntries, bondDenom, minCommissionRate } = params
  if (unbondingTime <= 0n) return `unbonding time must be positive: ${unbondingTime}`
  if (maxValidators === 0) return `max validators must be positive: ${maxValidators}`
  if (maxEntries === 0) return `max entries must be positive: ${maxEntries}`
  if (isBlank(bondDenom)) return 'bond denom cannot be blank'
  const problem = denomProblem(bondDenom)
  if (problem !== undefined) return problem
  if (minCommissionRate < 0n) return `minimum commission rate cannot be negative: ${decimalText(minCommissionRate)}`
  if (minCommissionRate > DECIMAL_ONE)
    return `minimum commission rate cannot be greater than 100%: ${decimalText(minCommissionRate)}`
  return undefined
}

export const paramsJson = (params: Params): Json => ({
  unbonding_time: durationText(params.unbondingTime),
  max_validators: params.maxValidators,
  max_entries: params.maxEntries,
  historical_entries: params.historicalEntries,
  bond_denom: params.bondDenom,
  min_commission_rate: decimalText(params.minCommissionRate),
})

/** @throws UsageError that names the place */
export function readParams(json: GenesisReader, otherwise: Params): Params {
  if (json.isAbsent) return otherwise
  const params: Params = {
    unbondingTime: json.at('unbonding_time').parsed(parseDuration),
    maxValidators: Number(json.at('max_validators').integer()),
    maxEntries: Number(json.at('max_entries').integer()),
    historicalEntries: Number(json.at('historical_entries').integer()),
    bondDenom: json.at('bond_denom').string(),
    minCommissionRate: json.at('min_commission_rate').parsed(parseDecimal),
  }
  json.check(() => validateParams(params))
  return params
}
