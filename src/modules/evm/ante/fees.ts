import {
  ErrInsufficientFee,
  ErrInvalidRequest,
  InfiniteGasMeter,
  plainError,
  type Context,
} from '../../../chain/index.js'
import type { AnteStep, FeeOf } from '../../../chain/ante/index.js'
import {
  amountOf,
  coinsText,
  decimalCeil,
  decimalOf,
  decimalText,
  protoString,
  readProto,
  type Any,
  type Coin,
} from '../../../codec/index.js'
import type { FeeMarket } from '../expected.js'
import type { EvmKeeper } from '../keeper.js'
import { DYNAMIC_FEE_OPTION } from '../types.js'

export interface Prices {
  readonly evm: EvmKeeper
  readonly feemarket: FeeMarket
}

/** Source: math.MaxInt64. */
const ANY_TIP = decimalOf((1n << 63n) - 1n)

/** The chain reads params before a transaction has a meter, and keeps the coin in a variable. */
const free = (ctx: Context): Context => ctx.withGasMeter(new InfiniteGasMeter())
const denomOf = (ctx: Context, { evm }: Prices): string => evm.coin(free(ctx))?.denom ?? ''

/** Source: cosmos/evm v0.7.3 ante/cosmos/min_gas_price.go. */
export const checkMinGasPrice =
  (prices: Prices): AnteStep =>
  (ctx, tx, { simulate }) => {
    if (simulate) return ctx
    const { amount, gasLimit } = tx.fee!
    const denom = denomOf(ctx, prices)
    if (amount.length > 1 || (amount.length === 1 && amount[0]!.denom !== denom))
      throw plainError(`expected only native token ${denom} for fee, but got ${coinsText(amount)}`)
    const { minGasPrice } = prices.feemarket.params(free(ctx))
    if (minGasPrice === 0n) return ctx
    const required: Coin = { denom, amount: decimalCeil(minGasPrice * gasLimit) }
    if (amount.length === 0)
      throw ErrInsufficientFee.error(
        `fee not provided. Please use the --fees flag or the --gas-price flag along with the --gas flag to estimate the fee. The minimum global fee for this tx is: ${coinsText([required])}`,
      )
    if (required.amount === 0n || amount[0]!.amount < required.amount)
      throw ErrInsufficientFee.error(
        `provided fee < minimum global fee (${coinsText(amount)} < ${coinsText(required.amount === 0n ? [] : [required])}). Please increase the gas price.`,
      )
    return ctx
  }

/** What a transaction pays: its price, but no more than the base fee and its tip. Source: ante/evm/fee_checker.go `FeeChecker`. */
export const dynamicFee =
  (prices: Prices): FeeOf =>
  (ctx, tx) => {
    const { amount, gasLimit } = tx.fee!
    if (ctx.block.height === 0) return amount
    const denom = denomOf(ctx, prices)
    const { noBaseFee, enableHeight, baseFee } = prices.feemarket.params(free(ctx))
    const base = noBaseFee || BigInt(ctx.block.height) < enableHeight ? 0n : baseFee
    const tip = tipOf(tx.extensionOptions)
    if (tip < 0n) throw ErrInsufficientFee.error('max priority price cannot be negative')
    if (gasLimit === 0n) throw ErrInvalidRequest.error('gas cannot be zero')
    const cap = decimalOf(amountOf(amount, denom)) / gasLimit
    if (cap < base)
      throw ErrInsufficientFee.error(
        `gas prices too low, got: ${decimalText(cap)}${denom} required: ${decimalText(base)}${denom}. Please retry using a higher gas price or a higher fee`,
      )
    const price = base + tip < cap ? base + tip : cap
    return [{ denom, amount: decimalCeil(price * gasLimit) }]
  }

/** A decimal. Source: proto cosmos.evm.ante.v1 `ExtensionOptionDynamicFeeTx`. */
function tipOf(options: readonly Any[]): bigint {
  const option = options.find(({ typeUrl }) => typeUrl === DYNAMIC_FEE_OPTION)
  if (option === undefined) return ANY_TIP
  const text = protoString(readProto(option.value), 1)
  return text === '' ? 0n : BigInt(text)
}
