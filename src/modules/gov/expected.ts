import type { Context, Message, MsgRouter } from '../../chain/index.js'
import type { Any, Coin } from '../../codec/index.js'

/** What the module needs from accounts. Source: cosmos-sdk x/gov/types/expected_keepers.go. */
export interface AccountKeeper {
  readonly prefix: string
  moduleAccount(ctx: Context, name: string): { readonly address: Uint8Array } | undefined
  moduleAddress(name: string): Uint8Array | undefined
}

/** What the module needs from bank. */
export interface BankKeeper {
  balances(ctx: Context, address: Uint8Array): readonly Coin[]
  /** @throws ChainError */
  sendToModule(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void
  /** @throws ChainError */
  sendFromModule(ctx: Context, module: string, to: Uint8Array, amount: readonly Coin[]): void
  burn(ctx: Context, module: string, amount: readonly Coin[]): void
}

interface Validator {
  /** Bech32. */
  readonly operatorAddress: string
  readonly tokens: bigint
  /** A decimal. */
  readonly delegatorShares: bigint
}

/** What the module needs from staking. */
export interface StakingKeeper {
  /** Highest power first. */
  bondedByPower(ctx: Context): readonly Validator[]
  /** Read one by one. */
  delegations(
    ctx: Context,
    delegator: Uint8Array,
  ): Iterable<{ readonly validatorAddress: string; readonly shares: bigint }>
  totalBonded(ctx: Context): bigint
}

/** What the module needs from distribution. */
export interface DistributionKeeper {
  fundPool(ctx: Context, amount: readonly Coin[], sender: Uint8Array): void
}

/** The chain's router, which runs the messages of proposals. */
export interface Router extends MsgRouter {
  /** @throws ChainError for an unknown type or invalid bytes. */
  decode(message: Any): Message
}
