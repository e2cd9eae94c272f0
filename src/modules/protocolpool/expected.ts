import type { Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'

/** What the module needs from other modules. Source: cosmos-sdk x/protocolpool/types/expected_keepers.go. */
export interface AccountKeeper {
  moduleAccount(ctx: Context, name: string): { readonly address: Uint8Array } | undefined
}
export interface BankKeeper {
  isBlocked(address: Uint8Array): boolean
  balance(ctx: Context, address: Uint8Array, denom: string): Coin
  balances(ctx: Context, address: Uint8Array): readonly Coin[]
  /** @throws ChainError */
  sendToModule(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void
  /** @throws ChainError */
  sendFromModule(ctx: Context, module: string, to: Uint8Array, amount: readonly Coin[]): void
  /** @throws ChainError */
  sendBetweenModules(ctx: Context, from: string, to: string, amount: readonly Coin[]): void
}
