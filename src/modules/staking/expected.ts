import type { Context } from '../../chain/context.js'
import type { Coin } from '../../codec/coins.js'

/** What the module needs of accounts. Source: cosmos-sdk x/staking/types/expected_keepers.go. */
export interface AccountKeeper {
  readonly prefix: string
  /** The account of a module, made when it is first asked for. */
  moduleAccount(ctx: Context, name: string): { readonly address: Uint8Array } | undefined
}

/** What the module needs of bank. */
export interface BankKeeper {
  balance(ctx: Context, address: Uint8Array, denom: string): Coin
  balances(ctx: Context, address: Uint8Array): readonly Coin[]
  /** The supply goes along. */
  setBalance(ctx: Context, address: Uint8Array, coin: Coin): void
  /** @throws ChainError */
  delegate(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void
  /** @throws ChainError */
  undelegate(ctx: Context, module: string, to: Uint8Array, amount: readonly Coin[]): void
  /** @throws ChainError */
  sendBetweenModules(ctx: Context, from: string, to: string, amount: readonly Coin[]): void
}

/** What others do when delegations change. Source: cosmos-sdk x/staking/types `StakingHooks`, those that somebody here uses. */
export interface StakingHooks {
  afterValidatorCreated(ctx: Context, validator: Uint8Array): void
  afterValidatorRemoved(ctx: Context, validator: Uint8Array): void
  beforeDelegationCreated(ctx: Context, delegator: Uint8Array, validator: Uint8Array): void
  beforeDelegationSharesModified(ctx: Context, delegator: Uint8Array, validator: Uint8Array): void
  afterDelegationModified(ctx: Context, delegator: Uint8Array, validator: Uint8Array): void
}

/** Rewards that a delegation could withdraw, by denom; for contracts. */
export interface DistributionKeeper {
  /** Decimals. @throws ChainError, Panic */
  delegationRewards(ctx: Context, delegator: Uint8Array, validator: Uint8Array): readonly Coin[]
}
