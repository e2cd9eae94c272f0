import type { Context } from '../../chain/index.js'
import type { Any } from '../../codec/index.js'

export interface Validator {
  /** Bech32. */
  readonly operatorAddress: string
  readonly consensusPubkey: Any
  readonly jailed: boolean
  readonly tokens: bigint
  /** A decimal. */
  readonly delegatorShares: bigint
  readonly minSelfDelegation: bigint
}

/** What the module needs from staking. Validators are named by their consensus addresses where it does not say `operator`. */
export interface StakingKeeper {
  /** @throws ChainError staking/3 */
  validator(ctx: Context, operator: Uint8Array): Validator
  /** @throws ChainError staking/3 */
  validatorByConsensus(ctx: Context, validator: Uint8Array): Validator
  allValidators(ctx: Context): readonly Validator[]
  /** Shares of a delegation, a decimal. @throws ChainError staking/19 */
  delegation(ctx: Context, delegator: Uint8Array, operator: Uint8Array): { readonly shares: bigint }
  /** A decimal. */
  tokensOfShares(validator: Validator, shares: bigint): bigint
  consensusAddress(validator: Validator): Uint8Array
  /** @returns the tokens that the validator lost */
  slash(
    ctx: Context,
    validator: Uint8Array,
    infraction: { readonly height: number; readonly power: bigint; readonly fraction: bigint },
  ): bigint
  jail(ctx: Context, validator: Uint8Array): void
  unjail(ctx: Context, validator: Uint8Array): void
}
