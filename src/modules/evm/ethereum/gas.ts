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

/** What a unit of gas costs: no more than the base fee and the tip. */
export const effectivePrice = ({ feeCap, tipCap }: EthereumTx, baseFee: bigint): bigint =>
  feeCap - baseFee < tipCap ? feeCap : baseFee + tipCap
