import type { Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'

/** What the module needs from other modules. Source: nolus-core x/mint/types/expected_keepers.go. */
export interface AccountKeeper {
  moduleAccount(ctx: Context, name: string): unknown
}
export interface BankKeeper {
  /** @throws ChainError */
  mint(ctx: Context, module: string, amount: readonly Coin[]): void
  /** @throws ChainError */
  sendBetweenModules(ctx: Context, from: string, to: string, amount: readonly Coin[]): void
}
