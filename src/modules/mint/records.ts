import type { Json } from '../../base/json-value.js'
import { NO_BYTES } from '../../base/index.js'
import {
  DECIMAL_ONE,
  decimalText,
  decodeDecimal,
  decodeInt,
  denomProblem,
  isBlank,
  parseDecimal,
  protoString,
  protoUint64,
  ProtoWriter,
  readProto,
  remember,
} from '../../codec/index.js'
import { plainError, type Context, type GenesisReader, type Release } from '../../chain/index.js'
import { byteKey } from '../../store/index.js'

/** Source: cosmos-sdk v0.53.6 x/mint/types/keys.go. */
export const MINT_STORE = 'mint'
const MINTER_KEY = byteKey(0)
const PARAMS_KEY = byteKey(1)

/** Decimals: per year, as a part of the supply, and in coins. */
export interface Minter {
  readonly inflation: bigint
  readonly annualProvisions: bigint
}

/** Decimals but for the number of blocks and the supply. */
export interface Params {
  readonly mintDenom: string
  readonly inflationRateChange: bigint
  readonly inflationMax: bigint
  readonly inflationMin: bigint
  readonly goalBonded: bigint
  readonly blocksPerYear: bigint
  /** Nothing is minted beyond it; 0 for no limit. Undefined in releases without one. */
  readonly maxSupply: bigint | undefined
}

const percent = (count: bigint): bigint => (DECIMAL_ONE * count) / 100n

/** Source: x/mint/types/minter.go `DefaultInitialMinter`. */
export const INITIAL_MINTER: Minter = { inflation: percent(13n), annualProvisions: 0n }

/** With blocks of 5 seconds. Source: x/mint/types/params.go `DefaultParams`. */
export const defaultParams = (mintDenom: string, { limitsSupply }: Release): Params => ({
  mintDenom,
  inflationRateChange: percent(13n),
  inflationMax: percent(20n),
  inflationMin: percent(7n),
  goalBonded: percent(67n),
  blocksPerYear: 6_311_520n,
  maxSupply: limitsSupply ? 0n : undefined,
})

/** @throws ChainError undefined/1 with Go's text. Source: `Params.Validate`. */
export function validateParams(params: Params): void {
  const problem = paramsProblem(params)
  if (problem !== undefined) throw plainError(problem)
}

function paramsProblem(params: Params): string | undefined {
  const { mintDenom, inflationRateChange, inflationMax, inflationMin, goalBonded, blocksPerYear, maxSupply } = params
  if (isBlank(mintDenom)) return 'mint denom cannot be blank'
  const denom = denomProblem(mintDenom)
  if (denom !== undefined) return denom
  for (const [name, rate] of [
    ['inflation rate change', inflationRateChange],
    ['max inflation', inflationMax],
    ['min inflation', inflationMin],
  ] as const) {
    if (rate < 0n) return `${name} cannot be negative: ${decimalText(rate)}`
    if (rate > DECIMAL_ONE) return `${name} too large: ${decimalText(rate)}`
  }
  if (goalBonded <= 0n) return `goal bonded must be positive: ${decimalText(goalBonded)}`
  if (goalBonded > DECIMAL_ONE) return `goal bonded too large: ${decimalText(goalBonded)}`
  if (blocksPerYear === 0n) return 'blocks per year must be positive: 0'
  const most = (1n << 63n) - 1n
  if (blocksPerYear > most) return `blocks per year too large: ${blocksPerYear}, maximum value is: ${most}`
  if (maxSupply !== undefined && maxSupply < 0n) return `max supply must be positive: ${maxSupply}`
  if (inflationMax < inflationMin)
    return `max inflation (${decimalText(inflationMax)}) must be greater than or equal to min inflation (${decimalText(inflationMin)})`
  return undefined
}

export const encodeParams = (params: Params): Uint8Array =>
  new ProtoWriter()
    .string(1, params.mintDenom)
    .string(2, String(params.inflationRateChange))
    .string(3, String(params.inflationMax))
    .string(4, String(params.inflationMin))
    .string(5, String(params.goalBonded))
    .uint64(6, params.blocksPerYear)
    .string(7, params.maxSupply === undefined ? '' : String(params.maxSupply))
    .finish()

export const decodeParams = remember((bytes): Params => {
  const fields = readProto(bytes)
  const decimal = (field: number) => decodeDecimal(protoString(fields, field))
  return {
    mintDenom: protoString(fields, 1),
    inflationRateChange: decimal(2),
    inflationMax: decimal(3),
    inflationMin: decimal(4),
    goalBonded: decimal(5),
    blocksPerYear: protoUint64(fields, 6),
    maxSupply: protoString(fields, 7) === '' ? undefined : decodeInt(protoString(fields, 7)),
  }
})

export const paramsJson = (params: Params): Json => ({
  mint_denom: params.mintDenom,
  inflation_rate_change: decimalText(params.inflationRateChange),
  inflation_max: decimalText(params.inflationMax),
  inflation_min: decimalText(params.inflationMin),
  goal_bonded: decimalText(params.goalBonded),
  blocks_per_year: String(params.blocksPerYear),
  ...(params.maxSupply !== undefined && { max_supply: String(params.maxSupply) }),
})

/** @throws UsageError that names the place */
export function readParams(json: GenesisReader, otherwise: Params): Params {
  if (json.isAbsent) return otherwise
  const params: Params = {
    mintDenom: json.at('mint_denom').string(),
    inflationRateChange: json.at('inflation_rate_change').parsed(parseDecimal),
    inflationMax: json.at('inflation_max').parsed(parseDecimal),
    inflationMin: json.at('inflation_min').parsed(parseDecimal),
    goalBonded: json.at('goal_bonded').parsed(parseDecimal),
    blocksPerYear: json.at('blocks_per_year').integer(),
    maxSupply: otherwise.maxSupply === undefined ? undefined : json.at('max_supply').integer(),
  }
  json.check(() => validateParams(params))
  return params
}

export const getParams = (ctx: Context): Params => decodeParams(ctx.store(MINT_STORE).get(PARAMS_KEY) ?? NO_BYTES)
export const setParams = (ctx: Context, params: Params): void =>
  ctx.store(MINT_STORE).set(PARAMS_KEY, encodeParams(params))

export const getMinter = (ctx: Context): Minter => decodeMinter(ctx.store(MINT_STORE).get(MINTER_KEY) ?? NO_BYTES)
const decodeMinter = remember((bytes): Minter => {
  const fields = readProto(bytes)
  return { inflation: BigInt(protoString(fields, 1)), annualProvisions: BigInt(protoString(fields, 2)) }
})
export const setMinter = (ctx: Context, { inflation, annualProvisions }: Minter): void =>
  ctx
    .store(MINT_STORE)
    .set(MINTER_KEY, new ProtoWriter().string(1, String(inflation)).string(2, String(annualProvisions)).finish())
