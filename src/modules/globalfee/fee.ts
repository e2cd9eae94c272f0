import type { AnteStep } from '../../chain/ante/index.js'
import { registerError, type Context } from '../../chain/index.js'
import { amountOf, coinsText, decimalCeil, sortCoins, type Coin } from '../../codec/index.js'
import type { Params } from '../../codec/messages/gaia.globalfee.v1beta1.js'

type ReadParams = (ctx: Context) => Params

/** Source: neutron x/globalfee/types/errors.go. */
const ErrInvalidCoins = registerError('gaia', 5, 'invalid coins')
const ErrInsufficientFee = registerError('gaia', 4, 'insufficient fee')

/** Used when the params set no price. Source: neutron app/params `DefaultDenom`. */
const DEFAULT_DENOM = 'untrn'

/**
 * Enforces the minimum gas prices. The params are read once, or three times when the bypass is checked, as on the chain.
 * Source: neutron x/globalfee/ante/fee.go.
 */
export const globalFeeStep =
  (params: ReadParams): AnteStep =>
  (ctx, tx, { simulate }) => {
    if (simulate) return ctx
    const { amount, gasLimit } = tx.fee!
    const required = requiredFees(params(ctx), gasLimit)
    if (amount.length > required.length)
      throw ErrInvalidCoins.error(
        `fee is not a subset of required fees; got ${coinsText(amount)}, required: ${coinsText(required)}`,
      )
    const fee = sortCoins(amount)
    const free = new Set(required.filter((coin) => coin.amount === 0n).map(({ denom }) => denom))
    const priced = required.filter((coin) => coin.amount !== 0n)
    const offered = fee.filter(({ denom }) => !free.has(denom))
    if (!isSubset(offered, priced))
      throw ErrInsufficientFee.error(
        `fee is not a subset of required fees; got ${coinsText(fee)}, required: ${coinsText(required)}`,
      )
    const { maxTotalBypassMinFeeMsgGasUsage: bypassGas } = params(ctx)
    const withinBypass = gasLimit <= bypassGas
    const { bypassMinFeeMsgTypes } = params(ctx)
    const allBypass = tx.messages.every(({ typeUrl }) => bypassMinFeeMsgTypes.includes(typeUrl))
    const paysFree = fee.length === 0 ? free.size > 0 : offered.length < fee.length
    if ((allBypass && withinBypass) || paysFree) return ctx
    if (fee.length > 0 && offered.some((coin) => coin.amount >= amountOf(priced, coin.denom))) return ctx
    const amounts = `got: ${coinsText(fee)} required: ${coinsText(required)}`
    if (fee.length === 0) throw ErrInsufficientFee.error(`insufficient fees; ${amounts}`)
    throw ErrInsufficientFee.error(
      allBypass && !withinBypass
        ? `Insufficient fees; bypass-min-fee-msg-types with gas consumption ${gasLimit} exceeds the maximum allowed gas value of ${bypassGas}.`
        : `Insufficient fees; ${amounts}`,
    )
  }

function requiredFees({ minimumGasPrices }: Params, gasLimit: bigint): readonly Coin[] {
  const prices = minimumGasPrices.length === 0 ? [{ denom: DEFAULT_DENOM, amount: 0n }] : minimumGasPrices
  return sortCoins(prices.map(({ denom, amount }) => ({ denom, amount: decimalCeil(amount * gasLimit) })))
}

/** Source: cosmos-sdk `Coins.DenomsSubsetOf`. */
const isSubset = (coins: readonly Coin[], of: readonly Coin[]): boolean =>
  coins.length <= of.length && coins.every(({ denom }) => amountOf(of, denom) !== 0n)
