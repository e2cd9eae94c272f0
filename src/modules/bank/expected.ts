import type { Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'

/** An account as this module needs it. */
export interface BankAccount {
  readonly address: Uint8Array
  readonly module?: { readonly name: string; readonly permissions: readonly string[] }
}

/** What this module needs from accounts. Source: cosmos-sdk x/bank/types/expected_keepers.go. */
export interface BankAccounts {
  readonly prefix: string
  has(ctx: Context, address: Uint8Array): boolean
  /** Coins that the account may not spend yet. */
  locked(ctx: Context, address: Uint8Array): readonly Coin[]
  /** @param balance before @throws ChainError sdk/9 without an account */
  trackDelegation(ctx: Context, address: Uint8Array, balance: readonly Coin[], amount: readonly Coin[]): void
  /** @throws ChainError sdk/9 without an account */
  trackUndelegation(ctx: Context, address: Uint8Array, amount: readonly Coin[]): void
  get(ctx: Context, address: Uint8Array): BankAccount | undefined
  /** Makes a new account and stores it. */
  open(ctx: Context, address: Uint8Array): void
  moduleAddress(name: string): Uint8Array | undefined
  moduleAccount(ctx: Context, name: string): BankAccount | undefined
}

/** Hooks called before coins are sent. Source: neutron-org/cosmos-sdk x/bank/types/expected_keepers.go `BankHooks`. */
export interface SendHooks {
  /** Called first, but not for coins sent from module to module. @throws ChainError to refuse */
  block(ctx: Context, from: Uint8Array, to: Uint8Array, amount: readonly Coin[]): void
  /** Cannot refuse. */
  track(ctx: Context, from: Uint8Array, to: Uint8Array, amount: readonly Coin[]): void
}
