import type { Json } from '../../base/json-value.js'
import { plainError, type GenesisReader } from '../../chain/index.js'
import {
  DECIMAL_ONE,
  decimalText,
  decodeDecimal,
  parseDecimal,
  protoBool,
  protoString,
  protoUint64,
  ProtoWriter,
  readProto,
  remember,
} from '../../codec/index.js'

/** Source: cosmos/evm v0.7.3 x/feemarket/types `Params`. */
export interface Params {
  /** Whether gas has no base fee. */
  readonly noBaseFee: boolean
  /** The base fee changes by this part of itself at most, if a block may hold twice the target. */
  readonly baseFeeChangeDenominator: bigint
  /** The limit of a block is this many times its target. */
  readonly elasticityMultiplier: bigint
  /** The first height with a base fee that moves. */
  readonly enableHeight: bigint
  /** A decimal; of the current block. */
  readonly baseFee: bigint
  /** A decimal. */
  readonly minGasPrice: bigint
  /** A decimal: this part of the gas limit is charged at least. */
  readonly minGasMultiplier: bigint
}

/** Source: x/feemarket/types/params.go `DefaultParams`. */
export const DEFAULT_PARAMS: Params = {
  noBaseFee: false,
  baseFeeChangeDenominator: 8n,
  elasticityMultiplier: 2n,
  enableHeight: 0n,
  baseFee: 1_000_000_000n * DECIMAL_ONE,
  minGasPrice: 0n,
  minGasMultiplier: DECIMAL_ONE / 2n,
}

export const encodeParams = (params: Params): Uint8Array =>
  new ProtoWriter()
    .bool(1, params.noBaseFee)
    .uint64(2, params.baseFeeChangeDenominator)
    .uint64(3, params.elasticityMultiplier)
    .uint64(5, params.enableHeight)
    .string(6, String(params.baseFee))
    .string(7, String(params.minGasPrice))
    .string(8, String(params.minGasMultiplier))
    .finish()

export const decodeParams = remember((bytes): Params => {
  const fields = readProto(bytes)
  const decimal = (field: number) => decodeDecimal(protoString(fields, field))
  return {
    noBaseFee: protoBool(fields, 1),
    baseFeeChangeDenominator: protoUint64(fields, 2),
    elasticityMultiplier: protoUint64(fields, 3),
    enableHeight: BigInt.asIntN(64, protoUint64(fields, 5)),
    baseFee: decimal(6),
    minGasPrice: decimal(7),
    minGasMultiplier: decimal(8),
  }
})

/** @throws ChainError undefined/1 with Go's text. Source: `Params.Validate`. */
export function validateParams(params: Params): void {
  const problem = paramsProblem(params)
  if (problem !== undefined) throw plainError(problem)
}

function paramsProblem(params: Params): string | undefined {
  const { baseFee, enableHeight, elasticityMultiplier, minGasMultiplier, minGasPrice } = params
  if (params.baseFeeChangeDenominator === 0n) return 'base fee change denominator cannot be 0'
  if (baseFee < 0n) return `initial base fee cannot be negative: ${decimalText(baseFee)}`
  if (enableHeight < 0n) return `enable height cannot be negative: ${enableHeight}`
  if (elasticityMultiplier === 0n) return `elasticity multiplier cannot be zero: ${elasticityMultiplier}`
  if (minGasMultiplier < 0n) return `value cannot be negative: ${decimalText(minGasMultiplier)}`
  if (minGasMultiplier > DECIMAL_ONE) return `value cannot be greater than 1: ${decimalText(minGasMultiplier)}`
  if (minGasPrice < 0n) return `value cannot be negative: ${decimalText(minGasPrice)}`
  return undefined
}

export const paramsJson = (params: Params): Json => ({
  no_base_fee: params.noBaseFee,
  base_fee_change_denominator: Number(params.baseFeeChangeDenominator),
  elasticity_multiplier: Number(params.elasticityMultiplier),
  enable_height: String(params.enableHeight),
  base_fee: decimalText(params.baseFee),
  min_gas_price: decimalText(params.minGasPrice),
  min_gas_multiplier: decimalText(params.minGasMultiplier),
})

/** @throws UsageError that names the place */
export function readParams(json: GenesisReader): Params {
  if (json.isAbsent) return DEFAULT_PARAMS
  const params: Params = {
    noBaseFee: json.at('no_base_fee').boolean(),
    baseFeeChangeDenominator: json.at('base_fee_change_denominator').integer(),
    elasticityMultiplier: json.at('elasticity_multiplier').integer(),
    enableHeight: json.at('enable_height').integer(),
    baseFee: json.at('base_fee').parsed(parseDecimal),
    minGasPrice: json.at('min_gas_price').parsed(parseDecimal),
    minGasMultiplier: json.at('min_gas_multiplier').parsed(parseDecimal),
  }
  json.check(() => validateParams(params))
  return params
}
