import type { ChainBlock } from './blockchain.js'
import type { Hex } from '../hex.js'
import type { ResolvedOptions } from '../options/options.js'
import type { Pooled } from './tx-pool.js'
import type { SealedState } from '../state/state.js'
import type { BlockTime } from './time.js'

/** The block that would be made now. */
interface PendingRef {
  readonly kind: 'tag'
  readonly tag: 'pending'
}

/** A block of the chain. */
export type MinedRef =
  | { readonly kind: 'tag'; readonly tag: 'latest' | 'earliest' | 'safe' | 'finalized' }
  | { readonly kind: 'number'; readonly number: bigint }
  | { readonly kind: 'hash'; readonly hash: Hex }

/** The block that a request refers to. */
export type BlockRef = PendingRef | MinedRef

export const LATEST: MinedRef = { kind: 'tag', tag: 'latest' }

export const isPending = (ref: BlockRef | undefined): ref is PendingRef => ref?.kind === 'tag' && ref.tag === 'pending'

/** A snapshot of a chain; for {@link EvmChain.restore} of the same chain. */
export interface ChainSnapshot {
  readonly head: ChainBlock
  readonly state: SealedState | undefined
  readonly pool: readonly Pooled[]
  readonly time: ReturnType<BlockTime['snapshot']>
  readonly settings: ChainSettings
}

/** Settings that test-control methods change while the node runs. */
export interface ChainSettings {
  readonly automine: boolean
  readonly gasLimit: bigint
  /** What the gas limit of a block that is built on request moves towards. */
  readonly gasCeiling: bigint
  readonly coinbase: Hex
  readonly extraData: Hex
  /** The least tip per unit of gas that the pool accepts. */
  readonly minimumTip: bigint
  /** For the next block only. */
  readonly nextBaseFee: bigint | undefined
  readonly nextPrevRandao: Hex | undefined
  readonly impersonated: ReadonlySet<Hex>
  readonly impersonateAll: boolean
  /** The address that ECRECOVER returns for a signature (r, s and v, 65 bytes) instead of its signer. */
  readonly signers: ReadonlyMap<Hex, Hex>
}

/** The settings with which a chain starts. */
export const initialSettings = (options: ResolvedOptions, gasLimit: bigint): ChainSettings => ({
  automine: options.mining === 'auto',
  gasLimit,
  gasCeiling: options.blockGasLimit,
  coinbase: options.coinbase,
  extraData: '0x',
  minimumTip: 0n,
  nextBaseFee: undefined,
  nextPrevRandao: undefined,
  impersonated: new Set(),
  impersonateAll: false,
  signers: new Map(),
})
