import {
  ErrInsufficientFunds,
  ErrUnknownAddress,
  event,
  parseAccAddress,
  plainError,
  rethrowing,
  type Context,
} from '../../chain/index.js'
import { FEE_COLLECTOR, type AnteStep } from '../../chain/ante/index.js'
import { coinsText, denomProblem, type Coin } from '../../codec/index.js'
import type { DexFeeParams } from '../../codec/messages/nolus.tax.v2.js'
import { ErrInvalidFeeDenom, ErrTooManyFeeCoins } from './errors.js'
import type { BankKeeper } from './expected.js'
import { minPriceOf } from './min-price.js'
import { getParams } from './params.js'

/**
 * After the fee is paid: sends a part of it to the treasury, or to who gets those of another denomination. Each read of the params costs gas.
 * @throws ChainError sdk/9, tax/3, tax/4, sdk/5. Source: nolus-core x/tax/keeper/taxdecorator.go.
 */
export const deductTax =
  (bank: BankKeeper): AnteStep =>
  (ctx, tx) => {
    const [fee, ...others] = tx.fee!.amount
    if (fee === undefined) return ctx
    const treasury = addressOf(ctx, 'treasury', getParams(ctx).treasuryAddress)
    if (others.length > 0) throw ErrTooManyFeeCoins.error()
    const problem = denomProblem(fee.denom)
    if (problem !== undefined) throw plainError(problem)
    const isBase = getParams(ctx).baseDenom === fee.denom
    send(ctx, bank, fee, isBase ? treasury : profitOf(ctx, fee))
    ctx.events.emit(event('tx', ['fee', coinsText(tx.fee!.amount)]))
    return ctx
  }

function addressOf(ctx: Context, whose: string, text: string): Uint8Array {
  return rethrowing(
    (error) => ErrUnknownAddress.error(`invalid ${whose} smart contract address: ${error.log}`),
    () => parseAccAddress(ctx.prefix, text),
  )
}

/** Source: x/tax/keeper/custom_tx_fee_checker.go `getFeeParamBasedOnDenom`. */
function profitOf(ctx: Context, fee: Coin): Uint8Array {
  const found = getParams(ctx).dexFeeParams.find((one) => fee.amount > 0n && accepts(one, fee.denom))
  if (found === undefined)
    throw ErrInvalidFeeDenom.error(`no fee param found for denoms: ${fee.amount === 0n ? '' : coinsText([fee])}`)
  return addressOf(ctx, 'profit', found.profitAddress)
}

const accepts = ({ profitAddress, acceptedDenomsMinPrices }: DexFeeParams, denom: string): boolean =>
  profitAddress !== '' &&
  acceptedDenomsMinPrices.some((one) => one.denom === denom && isPrice(minPriceOf(one.minPrice)))

const isPrice = (price: bigint | string): boolean => typeof price === 'bigint' && price !== 0n

/** Source: `deductTax`. */
function send(ctx: Context, bank: BankKeeper, { denom, amount }: Coin, to: Uint8Array): void {
  const tax = (BigInt(getParams(ctx).feeRate) * amount) / 100n
  if (tax === 0n) return
  rethrowing(
    (error) => ErrInsufficientFunds.error(error.log),
    () => bank.sendFromModule(ctx, FEE_COLLECTOR, to, [{ denom, amount: tax }]),
  )
}
