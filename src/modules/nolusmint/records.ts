import type { Json } from '../../base/json-value.js'
import { NO_BYTES } from '../../base/index.js'
import { decimalText, denomProblem, isBlank, parseDecimal } from '../../codec/index.js'
import { Minter, Params } from '../../codec/messages/nolus.mint.v1beta1.js'
import { plainError, type Context, type GenesisReader } from '../../chain/index.js'
import { byteKey } from '../../store/index.js'
import { INITIAL_MINTER, minterProblem } from './minter.js'

/** Source: nolus-core x/mint/types/keys.go, proto/nolus/mint/v1beta1/mint.proto. */
export const MINT_STORE = 'mint'
const MINTER_KEY = byteKey(0)
const PARAMS_KEY = byteKey(1)

/** One block mints for a minute at most. */
export const defaultParams = (mintDenom: string): Params => ({
  mintDenom,
  maxMintableNanoseconds: 60_000_000_000n,
})

/** @throws ChainError undefined/1. Source: nolus-core x/mint/types/params.go `Validate` */
export function validateParams({ mintDenom, maxMintableNanoseconds }: Params): void {
  // Go prints the number's place in memory.
  if (maxMintableNanoseconds <= 0n) throw plainError('max mintable period must be positive: {0}')
  if (isBlank(mintDenom)) throw plainError('mint denom cannot be blank')
  const problem = denomProblem(mintDenom)
  if (problem !== undefined) throw plainError(problem)
}

export const getParams = (ctx: Context): Params => Params.decode(ctx.store(MINT_STORE).get(PARAMS_KEY) ?? NO_BYTES)
export const setParams = (ctx: Context, params: Params): void =>
  ctx.store(MINT_STORE).set(PARAMS_KEY, Params.encode(params).finish())

export const getMinter = (ctx: Context): Minter => Minter.decode(ctx.store(MINT_STORE).get(MINTER_KEY) ?? NO_BYTES)
export const setMinter = (ctx: Context, minter: Minter): void =>
  ctx.store(MINT_STORE).set(MINTER_KEY, Minter.encode(minter).finish())

export const paramsJson = ({ mintDenom, maxMintableNanoseconds }: Params): Json => ({
  mint_denom: mintDenom,
  max_mintable_nanoseconds: String(maxMintableNanoseconds),
})
export const minterJson = ({ normTimePassed, totalMinted, prevBlockTimestamp, annualInflation }: Minter): Json => ({
  norm_time_passed: decimalText(normTimePassed),
  total_minted: String(totalMinted),
  prev_block_timestamp: String(prevBlockTimestamp),
  annual_inflation: String(annualInflation),
})

/** @throws UsageError that names the place */
export function readParams(json: GenesisReader, otherwise: Params): Params {
  if (json.isAbsent) return otherwise
  const params = {
    mintDenom: json.at('mint_denom').string(),
    maxMintableNanoseconds: json.at('max_mintable_nanoseconds').integer(),
  }
  json.check(() => validateParams(params))
  return params
}

/** @throws UsageError that names the place */
export function readMinter(json: GenesisReader): Minter {
  if (json.isAbsent) return INITIAL_MINTER
  const minter = {
    normTimePassed: json.at('norm_time_passed').parsed(parseDecimal),
    totalMinted: json.at('total_minted').integer(),
    prevBlockTimestamp: json.at('prev_block_timestamp').integer(),
    annualInflation: json.at('annual_inflation').integer(),
  }
  const problem = minterProblem(minter, decimalText)
  if (problem !== undefined) throw json.error(problem)
  return minter
}
