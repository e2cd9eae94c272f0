import type { Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import type { Context, Message, MsgRouter, QueryHandler } from '../../chain/index.js'
import type { Any, Coin } from '../../codec/index.js'

/** What the module needs from auth. Source: wasmd x/wasm/types/expected_keepers.go. */
export interface AccountKeeper {
  get(ctx: Context, address: Uint8Array): Account | undefined
  /** A base account with the next number, not stored yet. */
  create(ctx: Context, address: Uint8Array): Account
  set(ctx: Context, account: Account): void
}

interface Account {
  readonly address: Uint8Array
  readonly publicKey: Any | undefined
  readonly accountNumber: bigint
  readonly sequence: bigint
  /** Set for a module account and for an interchain account, which no contract takes over. */
  readonly module?: { readonly name: string; readonly permissions: readonly string[] }
  readonly owner?: string
  /** Set for a vesting account. */
  readonly vesting?: { readonly original: readonly Coin[] }
}

/** What the module needs from bank. */
export interface BankKeeper {
  isBlocked(address: Uint8Array): boolean
  /** @throws ChainError sdk/5 and others */
  send(ctx: Context, from: Uint8Array, to: Uint8Array, amount: readonly Coin[]): void
  sendToModule(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void
  burn(ctx: Context, module: string, amount: readonly Coin[]): void
  balance(ctx: Context, address: Uint8Array, denom: string): Coin
  /** Sorted by denom. */
  balances(ctx: Context, address: Uint8Array): readonly Coin[]
  supply(ctx: Context, denom: string): Coin
}

/** What the module needs from bank's settings. */
export interface BankSettings {
  /** @throws ChainError bank/5 when one of the denoms may not be sent */
  assertSendEnabled(ctx: Context, coins: readonly Coin[]): void
  getMetadata(ctx: Context, denom: string): Metadata | undefined
}

/** Messages by type URL: the chain's router, which also decodes. */
export interface Router extends MsgRouter {
  /** @throws ChainError for an unknown type or invalid bytes. */
  decode(message: Any): Message
}

/** Queries by path. */
export interface Queries {
  handler(path: string): QueryHandler | undefined
}
