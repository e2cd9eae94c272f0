import type { Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'

/** What the module needs from accounts. Source: cosmos-sdk x/staking/types/expected_keepers.go. */
export interface AccountKeeper {
  readonly prefix: string
  /** The account of a module, created on first use. */
  moduleAccount(ctx: Context, name: string): { readonly address: Uint8Array } | undefined
}

/** What the module needs from bank. */
export interface BankKeeper {
  balance(ctx: Context, address: Uint8Array, denom: string): Coin
  balances(ctx: Context, address: Uint8Array): readonly Coin[]
  supply(ctx: Context, denom: string): Coin
  /** The supply changes by the same amount. */
  setBalance(ctx: Context, address: Uint8Array, coin: Coin): void
  /** @throws ChainError */
  delegate(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void
  /** @throws ChainError */
  undelegate(ctx: Context, module: string, to: Uint8Array, amount: readonly Coin[]): void
  /** @throws ChainError */
  burn(ctx: Context, module: string, amount: readonly Coin[]): void
  /** @throws ChainError */
  sendBetweenModules(ctx: Context, from: string, to: string, amount: readonly Coin[]): void
}

/** Hooks for changes of delegations. Source: cosmos-sdk x/staking/types `StakingHooks`, only those in use here. */
export interface StakingHooks {
  afterValidatorCreated(ctx: Context, validator: Uint8Array): void
  /** @param consensus address of the consensus key */
  afterValidatorRemoved(ctx: Context, consensus: Uint8Array, validator: Uint8Array): void
  /** @param consensus address of the consensus key */
  afterValidatorBonded(ctx: Context, consensus: Uint8Array): void
  /** @param fraction a decimal */
  beforeValidatorSlashed(ctx: Context, validator: Uint8Array, fraction: bigint): void
  beforeDelegationCreated(ctx: Context, delegator: Uint8Array, validator: Uint8Array): void
  beforeDelegationSharesModified(ctx: Context, delegator: Uint8Array, validator: Uint8Array): void
  afterDelegationModified(ctx: Context, delegator: Uint8Array, validator: Uint8Array): void
}

/** Rewards that a delegation could withdraw, by denom; for contracts. */
export interface DistributionKeeper {
  /** Decimals. @throws ChainError, Panic */
  delegationRewards(ctx: Context, delegator: Uint8Array, validator: Uint8Array): readonly Coin[]
}
