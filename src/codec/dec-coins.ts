import type { Coin } from './coins.js'
import {
  DECIMAL_ONE,
  decimalOf,
  decimalText,
  multiplyDecimals,
  multiplyTruncating,
  divideTruncating,
} from './decimals.js'
import { decodeDecimal } from './go-int.js'
import { protoMessages, protoString, ProtoWriter, readProto } from './proto.js'

/** An amount of one token with 18 places. Sets are sorted by denom and contain no zeros. Source: cosmos-sdk types/dec_coin.go. */
export interface DecCoin {
  readonly denom: string
  readonly amount: bigint
}
export type DecCoins = readonly DecCoin[]

export const decCoinsOf = (coins: readonly Coin[]): DecCoins =>
  coins.filter(({ amount }) => amount !== 0n).map(({ denom, amount }) => ({ denom, amount: decimalOf(amount) }))

const NONE: DecCoins = []

/** Most blocks collect no fees, so sets are mostly empty. */
const each = (coins: DecCoins, change: (amount: bigint) => bigint): DecCoins =>
  coins.length === 0
    ? NONE
    : coins.map(({ denom, amount }) => ({ denom, amount: change(amount) })).filter(({ amount }) => amount !== 0n)

/** Source: `DecCoins.Add`. */
export function addDecCoins(a: DecCoins, b: DecCoins): DecCoins {
  if (b.length === 0) return a
  const sums = new Map(a.map(({ denom, amount }) => [denom, amount]))
  for (const { denom, amount } of b) sums.set(denom, (sums.get(denom) ?? 0n) + amount)
  return [...sums]
    .map(([denom, amount]) => ({ denom, amount }))
    .filter(({ amount }) => amount !== 0n)
    .sort((x, y) => (x.denom < y.denom ? -1 : 1))
}

/** Amounts may come out negative. Source: `DecCoins.SafeSub`. */
export const subtractDecCoins = (a: DecCoins, b: DecCoins): DecCoins =>
  addDecCoins(
    a,
    each(b, (amount) => -amount),
  )

export const hasNegative = (coins: DecCoins): boolean => coins.some(({ amount }) => amount < 0n)

/** Source: `DecCoins.MulDec`. */
export const multiplyCoins = (coins: DecCoins, by: bigint): DecCoins =>
  each(coins, (amount) => multiplyDecimals(amount, by))
/** Source: `DecCoins.MulDecTruncate`. */
export const multiplyCoinsTruncating = (coins: DecCoins, by: bigint): DecCoins =>
  each(coins, (amount) => multiplyTruncating(amount, by))
/** Source: `DecCoins.QuoDecTruncate`. @param by not zero */
export const divideCoinsTruncating = (coins: DecCoins, by: bigint): DecCoins =>
  each(coins, (amount) => divideTruncating(amount, by))

/** The smaller amount of each denom of the first set. Source: `DecCoins.Intersect`. */
export const intersectDecCoins = (a: DecCoins, b: DecCoins): DecCoins =>
  a
    .map(({ denom, amount }) => {
      const other = b.find((coin) => coin.denom === denom)?.amount ?? 0n
      return { denom, amount: amount < other ? amount : other }
    })
    .filter(({ amount }) => amount !== 0n)

/** Whole coins and the remainder. Source: `DecCoins.TruncateDecimal`. */
export const truncateDecCoins = (coins: DecCoins): { readonly whole: readonly Coin[]; readonly change: DecCoins } => ({
  whole: coins
    .map(({ denom, amount }) => ({ denom, amount: amount / DECIMAL_ONE }))
    .filter(({ amount }) => amount !== 0n),
  change: each(coins, (amount) => amount % DECIMAL_ONE),
})

/** `1.500000000000000000untrn`, with commas between. Source: `DecCoins.String`. */
export const decCoinsText = (coins: DecCoins): string =>
  coins.map(({ denom, amount }) => decimalText(amount) + denom).join(',')

/** Source: proto cosmos.base.v1beta1 `DecCoin`. */
export const encodeDecCoin = ({ denom, amount }: DecCoin): Uint8Array =>
  new ProtoWriter().string(1, denom).string(2, String(amount)).finish()
/** @throws ProtoError, ChainError undefined/1 */
export function decodeDecCoin(bytes: Uint8Array): DecCoin {
  const fields = readProto(bytes)
  return { denom: protoString(fields, 1), amount: decodeDecimal(protoString(fields, 2)) }
}

/** Writes a set as a repeated field. */
export function writeDecCoins(writer: ProtoWriter, field: number, coins: DecCoins): ProtoWriter {
  for (const coin of coins) writer.message(field, encodeDecCoin(coin))
  return writer
}
export const readDecCoins = (fields: ReturnType<typeof readProto>, field: number): DecCoins =>
  protoMessages(fields, field).map(decodeDecCoin)
