import type { Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'

/** What the module needs from accounts. Source: cosmos-sdk x/distribution/types/expected_keepers.go. */
export interface AccountKeeper {
  readonly prefix: string
  moduleAccount(ctx: Context, name: string): { readonly address: Uint8Array } | undefined
}

/** What the module needs from bank. */
export interface BankKeeper {
  isBlocked(address: Uint8Array): boolean
  balance(ctx: Context, address: Uint8Array, denom: string): Coin
  balances(ctx: Context, address: Uint8Array): readonly Coin[]
  /** The supply changes by the same amount. */
  setBalance(ctx: Context, address: Uint8Array, coin: Coin): void
  /** @throws ChainError */
  sendToModule(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void
  /** @throws ChainError */
  sendFromModule(ctx: Context, module: string, to: Uint8Array, amount: readonly Coin[]): void
  sendBetweenModules(ctx: Context, from: string, to: string, amount: readonly Coin[]): void
}

export interface Validator {
  /** Bech32. */
  readonly operatorAddress: string
  readonly tokens: bigint
  /** A decimal. */
  readonly delegatorShares: bigint
  readonly commission: { readonly rate: bigint }
}

export interface Delegation {
  readonly delegatorAddress: string
  readonly validatorAddress: string
  /** A decimal. */
  readonly shares: bigint
}

/** What the module needs from staking. */
export interface StakingKeeper {
  /** @throws ChainError staking/3 */
  validator(ctx: Context, operator: Uint8Array): Validator
  /** @throws ChainError staking/3. @param consensus address of the consensus key */
  validatorByConsensus(ctx: Context, consensus: Uint8Array): Validator
  /** @throws ChainError staking/19 */
  delegation(ctx: Context, delegator: Uint8Array, operator: Uint8Array): Delegation
  /** Read one by one. */
  delegations(ctx: Context, delegator: Uint8Array): Iterable<Delegation>
  /** Decimals. */
  tokensOfShares(validator: Validator, shares: bigint): bigint
  tokensOfSharesTruncated(validator: Validator, shares: bigint): bigint
}
