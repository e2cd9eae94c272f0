import { ChainError, textOf, NO_BYTES, toUtf8 } from '../../base/index.js'
import type { AnteAllowances } from '../../chain/ante/index.js'
import type { Context } from '../../chain/index.js'
import { addDecCoins, remember, type DecCoin, type DecCoins } from '../../codec/index.js'
import { Params, State } from '../../codec/messages/feemarket.feemarket.v1.js'
import { byteKey } from '../../store/index.js'
import type { AccountKeeper, BankKeeper, DenomResolver } from './expected.js'
import { nextBlock } from './state.js'

/** Source: x/feemarket/types/keys.go. */
export const FEEMARKET_STORE = 'feemarket'
const PARAMS_KEY = byteKey(1)
const STATE_KEY = byteKey(2)
const ENABLED_HEIGHT_KEY = byteKey(3)

const readParamsOf = remember(Params.decode)

/** Prices that follow how full blocks are. Source: neutron-org/feemarket (4ffcf3d) x/feemarket/keeper. */
export class FeeMarketKeeper {
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  /** Undefined on a chain without fee grants. */
  readonly allowances: AnteAllowances | undefined
  readonly resolver: DenomResolver
  /** Bech32; who may change the params. */
  readonly authority: string
  /** The address of the validator that proposed the block. */
  readonly proposer: (ctx: Context) => Uint8Array
  /** Who gets what a transaction pays above the price: whom the params name, as in Neutron's fork, or always the proposer. */
  readonly tipsTo: 'payee of params' | 'proposer'

  constructor(
    options: Pick<FeeMarketKeeper, 'accounts' | 'bank' | 'allowances' | 'resolver' | 'authority' | 'proposer'> &
      Partial<Pick<FeeMarketKeeper, 'tipsTo'>>,
  ) {
    this.accounts = options.accounts
    this.bank = options.bank
    this.allowances = options.allowances
    this.resolver = options.resolver
    this.authority = options.authority
    this.proposer = options.proposer
    this.tipsTo = options.tipsTo ?? 'payee of params'
  }

  /** Undefined before genesis. */
  params(ctx: Context): Params | undefined {
    const bytes = ctx.store(FEEMARKET_STORE).get(PARAMS_KEY)
    return bytes && readParamsOf(bytes)
  }
  setParams(ctx: Context, params: Params): void {
    ctx.store(FEEMARKET_STORE).set(PARAMS_KEY, Params.encode(params).finish())
  }
  state(ctx: Context): State {
    return State.decode(ctx.store(FEEMARKET_STORE).get(STATE_KEY) ?? NO_BYTES)
  }
  setState(ctx: Context, state: State): void {
    ctx.store(FEEMARKET_STORE).set(STATE_KEY, State.encode(state).finish())
  }
  /** The height at which governance turned the market on; -1 if it never did. */
  enabledHeight(ctx: Context): number {
    const bytes = ctx.store(FEEMARKET_STORE).get(ENABLED_HEIGHT_KEY)
    return bytes === undefined ? -1 : Number(textOf(bytes))
  }
  setEnabledHeight(ctx: Context, height: number): void {
    ctx.store(FEEMARKET_STORE).set(ENABLED_HEIGHT_KEY, toUtf8(String(height)))
  }

  /** The price of a unit of gas. @throws ChainError for a denomination without a price. Source: `GetMinGasPrice`. */
  gasPrice(ctx: Context, denom: string): DecCoin {
    const { baseGasPrice } = this.state(ctx)
    const { feeDenom } = this.params(ctx)!
    const base = { denom: feeDenom, amount: baseGasPrice }
    return feeDenom === denom ? base : this.resolver.convert(ctx, base, denom)
  }

  /** In each denomination that has a price. Source: `GetMinGasPrices`. */
  gasPrices(ctx: Context): DecCoins {
    const { baseGasPrice } = this.state(ctx)
    const base = { denom: this.params(ctx)!.feeDenom, amount: baseGasPrice }
    let prices = addDecCoins([], [base])
    for (const denom of this.resolver.extraDenoms(ctx)) {
      try {
        prices = addDecCoins(prices, [this.resolver.convert(ctx, base, denom)])
      } catch (error) {
        if (!(error instanceof ChainError)) throw error
      }
    }
    return prices
  }

  /** The price of the next block, from how full this one and those before it were. Source: `UpdateFeeMarket`. */
  endBlock(ctx: Context): void {
    const params = this.params(ctx)
    if (params?.enabled) this.setState(ctx, nextBlock(this.state(ctx), params))
  }
}
