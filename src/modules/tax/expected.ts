import type { Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'

/** What the module needs from other modules. Source: nolus-core x/tax/typesv2/expected_keepers.go. */
export interface BankKeeper {
  /** @throws ChainError sdk/4 for an account that may not receive, sdk/5 */
  sendFromModule(ctx: Context, module: string, to: Uint8Array, amount: readonly Coin[]): void
}
