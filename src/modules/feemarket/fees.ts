import {
  addressText,
  ErrInsufficientFee,
  ErrInvalidGasLimit,
  event,
  registerError,
  wrapping,
  type Context,
} from '../../chain/index.js'
import { FEE_COLLECTOR, feeAccount, type AnteStep, type PostStep } from '../../chain/ante/index.js'
import { coinText, decCoinsText, decimalCeil, type Coin, type DecCoin } from '../../codec/index.js'
import type { FeeMarketKeeper } from './keeper.js'
import { used } from './state.js'

/** The module account that holds fees until their transaction is done. Source: types/keys.go `FeeCollectorName`. */
const ESCROW = 'feemarket-fee-collector'

/** Gas that a simulation is charged for the sends of the fee. Source: post/fee.go `BankSendGasConsumption`. */
const SIMULATED_SENDS = 12_490

/** Source: types/errors.go. */
const ErrNoFeeCoins = registerError('feemarket', 1, 'no fee coin provided. Must provide one.')
const ErrTooManyFeeCoins = registerError(
  'feemarket',
  2,
  'too many fee coins provided.  Only one fee coin may be provided',
)

type Tx = Parameters<AnteStep>[1]

/** The one coin of the fee; nothing in a simulation. */
function feeCoin({ fee }: Tx, denom: string, simulate: boolean): Coin {
  const { amount } = fee!
  if (amount.length === 0 && !simulate) throw ErrNoFeeCoins.error('got length 0')
  if (amount.length > 1) throw ErrTooManyFeeCoins.error(`got length ${amount.length}`)
  return simulate ? { denom, amount: 0n } : amount[0]!
}

function assertGas(ctx: Context, tx: Tx, simulate: boolean): void {
  if (!simulate && ctx.block.height > 0 && tx.fee!.gasLimit === 0n)
    throw ErrInvalidGasLimit.error('must provide positive gas')
}

/** Source: ante/fee.go `CheckTxFee`. @returns the price of the gas used so far; undefined if gas costs nothing */
function checkFee(ctx: Context, price: DecCoin, paid: Coin, gasLimit: bigint): Coin | undefined {
  if (price.amount === 0n) return undefined
  const { consumed } = ctx.gasMeter
  const ofGas = (gas: bigint): Coin => ({ denom: price.denom, amount: decimalCeil(price.amount * gas) })
  const required = ofGas(gasLimit)
  if (paid.amount < required.amount)
    throw ErrInsufficientFee.error(
      `got: ${coinText(paid)} required: ${coinText(required)}, minGasPrice: ${decCoinsText([price])}, gas: ${consumed}`,
    )
  return ofGas(BigInt(consumed))
}

const priceOf = (keeper: FeeMarketKeeper, ctx: Context, denom: string): DecCoin =>
  wrapping(`unable to get min gas price for denom ${denom}`, () => keeper.gasPrice(ctx, denom))

/** Source: cosmos-sdk types `NewCoins`. */
const coinsOf = (coin: Coin): readonly Coin[] => (coin.amount === 0n ? [] : [coin])

/**
 * Takes the whole fee into escrow while the market is on; while it is off, takes the fee as the given steps do.
 * Source: ante/fee.go `FeeMarketCheckDecorator`.
 */
export const escrowFee =
  (keeper: FeeMarketKeeper, whileOff: readonly AnteStep[]): AnteStep =>
  (ctx, tx, mode) => {
    if (!keeper.params(ctx)?.enabled) return whileOff.reduce((now, step) => step(now, tx, mode), ctx)
    const { simulate } = mode
    if (ctx.block.height === 0) return ctx
    assertGas(ctx, tx, simulate)
    const { feeDenom } = keeper.params(ctx)!
    const paid = feeCoin(tx, feeDenom, simulate)
    const price = priceOf(keeper, ctx, paid.denom)
    if (!simulate) wrapping('error checking fee', () => checkFee(ctx, price, paid, tx.fee!.gasLimit))
    wrapping('error escrowing funds', () => escrow(keeper, ctx, tx, paid))
    // The chain reads prices again for the transaction's priority.
    if (paid.denom !== feeDenom)
      wrapping('error resolving fee priority', () =>
        keeper.resolver.convert(ctx, { denom: paid.denom, amount: paid.amount }, feeDenom),
      )
    keeper.gasPrice(ctx, feeDenom)
    return ctx
  }

function escrow(keeper: FeeMarketKeeper, ctx: Context, tx: Tx, paid: Coin): void {
  const from = feeAccount(ctx, tx, coinsOf(paid), keeper)
  keeper.bank.sendToModule(ctx, from, ESCROW, coinsOf(paid))
}

/** Pays out of escrow what the gas cost, and the rest as a tip; counts the gas. Source: post/fee.go `FeeMarketDeductDecorator`. */
export const settleFee =
  (keeper: FeeMarketKeeper): PostStep =>
  (ctx, tx, { simulate, impersonated }) => {
    if (ctx.block.height === 0) return ctx
    assertGas(ctx, tx, simulate)
    const params = keeper.params(ctx)
    // Impersonated transactions pay no fee.
    if (!params?.enabled || impersonated !== undefined) return ctx
    // In the block in which the market was turned on, the fee was taken before.
    if (ctx.block.height <= keeper.enabledHeight(ctx)) return ctx
    const state = keeper.state(ctx)
    const paid = feeCoin(tx, params.feeDenom, simulate)
    const gas = BigInt(ctx.gasMeter.consumed)
    const price = priceOf(keeper, ctx, paid.denom)
    const cost = simulate ? undefined : checkFee(ctx, price, paid, tx.fee!.gasLimit)
    const none = { denom: params.feeDenom, amount: 0n }
    if (simulate) payOut(keeper, ctx, none, none)
    else if (cost === undefined) payOut(keeper, ctx, paid, undefined)
    else payOut(keeper, ctx, cost, { denom: paid.denom, amount: paid.amount - cost.amount })
    keeper.setState(
      ctx,
      wrapping('unable to update fee market state', () => used(state, gas, params)),
    )
    if (simulate) ctx.gasMeter.consume(SIMULATED_SENDS, 'simulation send gas consumption')
    return ctx
  }

/** Source: post/fee.go `PayOutFeeAndTip`. */
function payOut(keeper: FeeMarketKeeper, ctx: Context, fee: Coin, tip: Coin | undefined): void {
  const { bank, accounts } = keeper
  const { distributeFees, sendTipToProposer } = keeper.params(ctx)!
  const isForProposer = sendTipToProposer || keeper.tipsTo === 'proposer'
  if (distributeFees) bank.sendBetweenModules(ctx, ESCROW, FEE_COLLECTOR, coinsOf(fee))
  const events = [event('fee_pay', ['fee', coinText(fee)])]
  if (tip !== undefined) {
    const to = isForProposer ? keeper.proposer(ctx) : accounts.moduleAddress(FEE_COLLECTOR)!
    if (isForProposer) bank.sendFromModule(ctx, ESCROW, to, coinsOf(tip))
    else bank.sendBetweenModules(ctx, ESCROW, FEE_COLLECTOR, coinsOf(tip))
    events.push(event('tip_pay', ['tip', coinText(tip)], ['tip_payee', addressText(ctx.prefix, to)]))
  }
  for (const each of events) ctx.events.emit(each)
}
