import { decimalOf, decimalTruncate, multiplyDecimals } from '../../codec/index.js'
import type { BlockGas } from '../../chain/index.js'
import type { Params } from './params.js'

const MAX_UINT64 = (1n << 64n) - 1n
/** The minimum by which a fee rises, as a decimal: one of the smallest unit of a coin with 18 places. */
const MIN_RISE = decimalOf(1n)

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/**
 * The base fee of a block, a decimal, from how much gas the block before it counted for.
 * @param maxGas limit of a block; undefined for none
 * Source: cosmos/evm v0.7.3 x/feemarket/keeper/eip1559.go `CalculateBaseFee`, types/utils.go `CalcGasBaseFee`.
 */
export function nextBaseFee(params: Params, counted: bigint, maxGas: bigint | undefined): bigint {
  const { baseFee } = params
  const target = (maxGas ?? MAX_UINT64) / params.elasticityMultiplier
  if (counted === target) return baseFee
  if (target === 0n) return 0n
  const distance = counted > target ? counted - target : target - counted
  const change = (distance * baseFee) / target / params.baseFeeChangeDenominator
  return counted > target ? baseFee + larger(change, MIN_RISE) : larger(baseFee - change, params.minGasPrice)
}

/** The gas that a block counts for: what it used, but no less than a part of its limits. Source: x/feemarket/keeper/abci.go `EndBlock`. */
export const countedGas = ({ wanted, used }: BlockGas, { minGasMultiplier }: Params): bigint =>
  decimalTruncate(larger(multiplyDecimals(decimalOf(wanted), minGasMultiplier), decimalOf(used)))
