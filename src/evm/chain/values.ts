import type { ChainBlock } from './blockchain.js'
import type { Hex } from '../hex.js'
import type { Pooled } from './pool.js'
import type { SealedState } from '../state/state.js'
import type { BlockTime } from './time.js'

/** Which block a request means. `pending` is the block that would be made now. */
export type BlockRef =
  | { readonly kind: 'tag'; readonly tag: 'latest' | 'earliest' | 'pending' | 'safe' | 'finalized' }
  | { readonly kind: 'number'; readonly number: bigint }
  | { readonly kind: 'hash'; readonly hash: Hex }

export const LATEST: BlockRef = { kind: 'tag', tag: 'latest' }

/** A chain at a moment; for {@link EvmChain.restore} of the same chain. */
export interface ChainSnapshot {
  readonly head: ChainBlock
  readonly state: SealedState | undefined
  readonly pool: readonly Pooled[]
  readonly time: ReturnType<BlockTime['snapshot']>
  readonly settings: ChainSettings
}

/** What test-control methods change while the node runs. */
export interface ChainSettings {
  readonly automine: boolean
  readonly gasLimit: bigint
  readonly coinbase: Hex
  readonly extraData: Hex
  /** The least tip per unit of gas that the pool takes. */
  readonly minimumTip: bigint
  /** For the next block only. */
  readonly nextBaseFee: bigint | undefined
  readonly nextPrevRandao: Hex | undefined
  readonly impersonated: ReadonlySet<Hex>
  readonly impersonateAll: boolean
  /** Whom ECRECOVER names for a signature (r, s and v, 65 bytes) instead of who made it. */
  readonly signers: ReadonlyMap<Hex, Hex>
}
