import type { Context } from '../../chain/index.js'

/** What the module needs from staking. Validators are named by their consensus addresses. */
export interface StakingKeeper {
  /** @throws ChainError staking/3 */
  validatorByConsensus(ctx: Context, validator: Uint8Array): { readonly status: number }
}

/** What the module needs from slashing. */
export interface SlashingKeeper {
  hasPublicKey(ctx: Context, validator: Uint8Array): boolean
  hasInfo(ctx: Context, validator: Uint8Array): boolean
  isTombstoned(ctx: Context, validator: Uint8Array): boolean
  /** Slashes and jails. */
  punishDoubleSign(
    ctx: Context,
    validator: Uint8Array,
    infraction: { readonly height: number; readonly power: bigint },
  ): void
  /** @param until nanoseconds since 1970 */
  tombstone(ctx: Context, validator: Uint8Array, until: bigint): void
}

/** How old evidence may be. */
export interface EvidenceParams {
  readonly maxAgeBlocks: bigint
  readonly maxAgeNanoseconds: bigint
}
