import type { Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'

/** What the module needs from other modules. Source: cosmos-sdk x/mint/types/expected_keepers.go. */
export interface AccountKeeper {
  moduleAccount(ctx: Context, name: string): unknown
}
export interface BankKeeper {
  supply(ctx: Context, denom: string): Coin
  /** @throws ChainError */
  mint(ctx: Context, module: string, amount: readonly Coin[]): void
  /** @throws ChainError */
  sendBetweenModules(ctx: Context, from: string, to: string, amount: readonly Coin[]): void
}
export interface StakingKeeper {
  bondDenom(ctx: Context): string
  totalBonded(ctx: Context): bigint
}
