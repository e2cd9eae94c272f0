import type { Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'

/** What the module needs from accounts. Source: gaia v28.0.0 x/liquid/types/expected_keepers.go. */
export interface AccountKeeper {
  /** Coins of a vesting account, each by its state; undefined for another account. */
  vesting(
    ctx: Context,
    account: Uint8Array,
  ):
    | {
        readonly vesting: readonly Coin[]
        readonly delegatedVesting: readonly Coin[]
        readonly delegatedFree: readonly Coin[]
      }
    | undefined
}

/** What the module needs from bank. */
export interface BankKeeper {
  balance(ctx: Context, address: Uint8Array, denom: string): Coin
  balances(ctx: Context, address: Uint8Array): readonly Coin[]
  isBlocked(address: Uint8Array): boolean
  mint(ctx: Context, module: string, amount: readonly Coin[]): void
  burn(ctx: Context, module: string, amount: readonly Coin[]): void
  send(ctx: Context, from: Uint8Array, to: Uint8Array, amount: readonly Coin[]): void
  sendToModule(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void
  sendBetweenModules(ctx: Context, from: string, to: string, amount: readonly Coin[]): void
  sendFromModule(ctx: Context, module: string, to: Uint8Array, amount: readonly Coin[]): void
  undelegate(ctx: Context, module: string, to: Uint8Array, amount: readonly Coin[]): void
}

/** A validator, as far as shares depend on it. */
export interface ValidatorHoldings {
  readonly operatorAddress: string
  readonly tokens: bigint
  /** A decimal. */
  readonly delegatorShares: bigint
}

/** What the module needs from staking. */
export interface StakingKeeper<V extends ValidatorHoldings> {
  /** @throws ChainError staking/3 */
  validator(ctx: Context, operator: Uint8Array): V
  findValidator(ctx: Context, operator: Uint8Array): V | undefined
  /** Shares of a delegation, a decimal. */
  findDelegation(ctx: Context, delegator: Uint8Array, operator: Uint8Array): { readonly shares: bigint } | undefined
  /** @throws ChainError staking/19 */
  delegation(ctx: Context, delegator: Uint8Array, operator: Uint8Array): { readonly shares: bigint }
  isBonded(validator: V): boolean
  /** Decimals. */
  tokensOfShares(validator: V, shares: bigint): bigint
  /** Decimals. @throws ChainError staking/22 */
  sharesOfTokens(validator: V, amount: bigint): bigint
  isReceiving(ctx: Context, delegator: Uint8Array, operator: Uint8Array): boolean
  /** In nanoseconds. */
  unbondingTime(ctx: Context): bigint
  bondDenom(ctx: Context): string
  totalBonded(ctx: Context): bigint
  /** @throws ChainError */
  sharesToUnbond(ctx: Context, delegator: Uint8Array, operator: Uint8Array, amount: bigint): bigint
  /** @returns the tokens @throws ChainError */
  unbond(ctx: Context, delegator: Uint8Array, operator: Uint8Array, shares: bigint): bigint
  /** Coins of the account. @throws ChainError */
  delegate(ctx: Context, delegator: Uint8Array, amount: bigint, validator: V): void
  toNotBonded(ctx: Context, amount: bigint): void
}

/** What the module needs from distribution. */
export interface DistributionKeeper {
  /** @throws ChainError */
  withdrawRewards(ctx: Context, delegator: Uint8Array, operator: Uint8Array): readonly Coin[]
}
