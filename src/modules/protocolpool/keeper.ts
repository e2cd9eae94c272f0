import { ErrUnauthorized, type Context } from '../../chain/index.js'
import { DECIMAL_ONE, type Coin } from '../../codec/index.js'
import type { AccountKeeper, BankKeeper } from './expected.js'
import { allFunds, getParams, removeFund } from './records.js'

/** Name of the module and of the account of the community pool. */
export const POOL = 'protocolpool'
/** Account of what distribution gives, until it is divided. */
export const POOL_ESCROW = 'protocolpool_escrow'

export interface PoolOptions {
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  /** Bech32 address that may spend from the pool: the gov module's. */
  readonly authority: string
}

/** The community pool as a module of its own, to which distribution hands it over. Source: cosmos-sdk v0.53.6 x/protocolpool/keeper. */
export class PoolKeeper {
  readonly bank: BankKeeper
  readonly authority: string
  readonly #accounts: AccountKeeper

  constructor({ accounts, bank, authority }: PoolOptions) {
    this.#accounts = accounts
    this.bank = bank
    this.authority = authority
  }

  balances(ctx: Context): readonly Coin[] {
    return this.bank.balances(ctx, this.#accounts.moduleAccount(ctx, POOL)!.address)
  }

  /** Source: x/protocolpool/keeper/abci.go. */
  beginBlock(ctx: Context): void {
    if (BigInt(ctx.block.height) % getParams(ctx).distributionFrequency === 0n) this.#distribute(ctx)
  }

  /** Gives each continuous fund its part, and the rest to the pool. Source: `DistributeFunds`. */
  #distribute(ctx: Context): void {
    const { address: escrow } = this.#accounts.moduleAccount(ctx, POOL_ESCROW)!
    const coins = getParams(ctx)
      .enabledDistributionDenoms.map((denom) => this.bank.balance(ctx, escrow, denom))
      .filter(({ amount }) => amount > 0n)
      .toSorted((a, b) => (a.denom < b.denom ? -1 : 1))
    if (coins.length === 0) return
    let left: readonly Coin[] = coins
    for (const [recipient, { percentage, expiry }] of allFunds(ctx)) {
      if (expiry !== undefined && expiry < ctx.block.time) {
        removeFund(ctx, recipient)
        continue
      }
      const part = partOf(coins, percentage)
      if (this.#stream(ctx, recipient, part)) left = without(left, part)
      else removeFund(ctx, recipient)
    }
    this.bank.sendBetweenModules(ctx, POOL_ESCROW, POOL, left)
  }

  /** False for a recipient that may not receive coins. */
  #stream(ctx: Context, recipient: Uint8Array, part: readonly Coin[]): boolean {
    try {
      this.bank.sendFromModule(ctx, POOL_ESCROW, recipient, part)
      return true
    } catch (error) {
      if (ErrUnauthorized.is(error)) return false
      throw error
    }
  }
}

const partOf = (coins: readonly Coin[], percentage: bigint): readonly Coin[] =>
  coins
    .map(({ denom, amount }) => ({ denom, amount: (amount * percentage) / DECIMAL_ONE }))
    .filter(({ amount }) => amount > 0n)

const without = (coins: readonly Coin[], part: readonly Coin[]): readonly Coin[] =>
  coins
    .map(({ denom, amount }) => ({
      denom,
      amount: amount - (part.find((coin) => coin.denom === denom)?.amount ?? 0n),
    }))
    .filter(({ amount }) => amount > 0n)
