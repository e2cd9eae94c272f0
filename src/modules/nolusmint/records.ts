import type { Json } from '../../base/json-value.js'
import { NO_BYTES } from '../../base/index.js'
import {
  decimalText,
  decodeInt,
  denomProblem,
  isBlank,
  parseDecimal,
  protoString,
  ProtoWriter,
  readProto,
} from '../../codec/index.js'
import { plainError, type Context, type GenesisReader } from '../../chain/index.js'
import { byteKey } from '../../store/index.js'
import { INITIAL_MINTER, minterProblem, type Minter } from './minter.js'

/** Source: nolus-core x/mint/types/keys.go, proto/nolus/mint/v1beta1/mint.proto. */
export const MINT_STORE = 'mint'
const MINTER_KEY = byteKey(0)
const PARAMS_KEY = byteKey(1)

export interface Params {
  readonly mintDenom: string
  /** The longest time that one block mints for. */
  readonly maxNanoseconds: bigint
}

export const defaultParams = (mintDenom: string): Params => ({ mintDenom, maxNanoseconds: 60_000_000_000n })

export const encodeParams = ({ mintDenom, maxNanoseconds }: Params): Uint8Array =>
  new ProtoWriter().string(1, mintDenom).string(2, String(maxNanoseconds)).finish()
export function decodeParams(bytes: Uint8Array): Params {
  const fields = readProto(bytes)
  return { mintDenom: protoString(fields, 1), maxNanoseconds: decodeInt(protoString(fields, 2)) }
}

/** @throws ChainError undefined/1. Source: nolus-core x/mint/types/params.go `Validate` */
export function validateParams({ mintDenom, maxNanoseconds }: Params): void {
  // Go prints the number's place in memory.
  if (maxNanoseconds <= 0n) throw plainError('max mintable period must be positive: {0}')
  if (isBlank(mintDenom)) throw plainError('mint denom cannot be blank')
  const problem = denomProblem(mintDenom)
  if (problem !== undefined) throw plainError(problem)
}

export const getParams = (ctx: Context): Params => decodeParams(ctx.store(MINT_STORE).get(PARAMS_KEY) ?? NO_BYTES)
export const setParams = (ctx: Context, params: Params): void =>
  ctx.store(MINT_STORE).set(PARAMS_KEY, encodeParams(params))

export function getMinter(ctx: Context): Minter {
  const fields = readProto(ctx.store(MINT_STORE).get(MINTER_KEY) ?? NO_BYTES)
  const number = (field: number): bigint => BigInt(protoString(fields, field))
  return { months: number(2), totalMinted: number(3), previousTime: number(4), annualInflation: number(5) }
}
export const setMinter = (ctx: Context, { months, totalMinted, previousTime, annualInflation }: Minter): void =>
  ctx
    .store(MINT_STORE)
    .set(
      MINTER_KEY,
      [months, totalMinted, previousTime, annualInflation]
        .reduce((writer, number, i) => writer.string(i + 2, String(number)), new ProtoWriter())
        .finish(),
    )

export const paramsJson = ({ mintDenom, maxNanoseconds }: Params): Json => ({
  mint_denom: mintDenom,
  max_mintable_nanoseconds: String(maxNanoseconds),
})
export const minterJson = ({ months, totalMinted, previousTime, annualInflation }: Minter): Json => ({
  norm_time_passed: decimalText(months),
  total_minted: String(totalMinted),
  prev_block_timestamp: String(previousTime),
  annual_inflation: String(annualInflation),
})

/** @throws UsageError that names the place */
export function readParams(json: GenesisReader, otherwise: Params): Params {
  if (json.isAbsent) return otherwise
  const params = {
    mintDenom: json.at('mint_denom').string(),
    maxNanoseconds: json.at('max_mintable_nanoseconds').integer(),
  }
  json.check(() => validateParams(params))
  return params
}

/** @throws UsageError that names the place */
export function readMinter(json: GenesisReader): Minter {
  if (json.isAbsent) return INITIAL_MINTER
  const minter = {
    months: json.at('norm_time_passed').parsed(parseDecimal),
    totalMinted: json.at('total_minted').integer(),
    previousTime: json.at('prev_block_timestamp').integer(),
    annualInflation: json.at('annual_inflation').integer(),
  }
  const problem = minterProblem(minter, decimalText)
  if (problem !== undefined) throw json.error(problem)
  return minter
}
