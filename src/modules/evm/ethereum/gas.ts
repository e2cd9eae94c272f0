import type { ChainError } from '../../../base/index.js'
import { plainError } from '../../../chain/index.js'
import { decimalOf, decimalTruncate, multiplyDecimals } from '../../../codec/index.js'
import type { EthereumTx } from './decode.js'

/** Gas of a transaction before its code runs. Source: go-ethereum core/state_transition.go `IntrinsicGas`. */
export function intrinsicGas({
  data,
  to,
  accessList,
  authorizations,
}: Pick<EthereumTx, 'data' | 'to' | 'accessList' | 'authorizations'>): bigint {
  const zeros = data.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  const words = to === undefined ? Math.ceil(data.length / 32) : 0
  const slots = accessList.reduce((sum, entry) => sum + entry.slots.length, 0)
  return BigInt(
    (to === undefined ? 53_000 : 21_000) +
      zeros * 4 +
      (data.length - zeros) * 16 +
      words * 2 +
      accessList.length * 2400 +
      slots * 1900 +
      authorizations.length * 25_000,
  )
}

/** The least limit for so much data (EIP-7623). Source: `FloorDataGas`. */
export function floorGas({ data }: Pick<EthereumTx, 'data'>): bigint {
  const zeros = data.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  return BigInt(21_000 + 10 * (zeros + 4 * (data.length - zeros)))
}

/** Why a limit is too low, before code runs. Source: cosmos/evm v0.7.3 x/vm/keeper/state_transition.go `ApplyMessageWithConfig`. */
export function gasProblem(
  tx: Pick<EthereumTx, 'data' | 'to' | 'accessList' | 'authorizations'>,
  limit: bigint,
): ChainError | undefined {
  if (limit < intrinsicGas(tx)) return plainError('apply message: intrinsic gas too low')
  const least = floorGas(tx)
  return limit < least
    ? plainError(`insufficient gas for floor data gas cost: have ${limit}, want ${least}`)
    : undefined
}

/** What a message used of its limit. @param minGasMultiplier a decimal. Source: the same */
export function usedGas(
  limit: bigint,
  { left, refund }: { readonly left: bigint; readonly refund: bigint },
  minGasMultiplier: bigint,
): { readonly gasUsed: bigint; readonly maxUsedGas: bigint } {
  const maxUsedGas = limit - left
  const most = maxUsedGas / 5n
  const used = maxUsedGas - (refund < most ? refund : most)
  const least = decimalTruncate(multiplyDecimals(decimalOf(limit), minGasMultiplier))
  return { gasUsed: used > least ? used : least, maxUsedGas }
}

/** What a unit of gas costs: no more than the base fee and the tip. */
export const effectivePrice = ({ feeCap, tipCap }: EthereumTx, baseFee: bigint): bigint =>
  feeCap - baseFee < tipCap ? feeCap : baseFee + tipCap
