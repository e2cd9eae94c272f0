import type { StoreSnapshot } from '../store/index.js'
import type { Genesis } from './app-config.js'
import type { ArchiveSnapshot } from './block/archive.js'
import type { ConsensusParams } from './block/consensus.js'
import type { Consensus } from './block/consensus-state.js'
import type { OpenBlock } from './block/block.js'
import type { BlockInfo } from './context.js'

/** How a transaction is delivered. */
export interface DeliverOptions {
  /** False skips the check of signatures, never their gas (default true). */
  readonly verifySignatures?: boolean
  /** Address whose messages run without signature and fee, if any. */
  readonly impersonated?: Uint8Array | undefined
  /** Leaves out gas, events and checks of the steps before the messages; the state is the same (default false). */
  readonly light?: boolean | undefined
}

/** The current transaction: its position in the block, and its bytes. */
export interface TxPlace {
  readonly txIndex?: number
  readonly txBytes?: Uint8Array
}

/** A range of heights with the same chain id. */
export interface Era {
  readonly chainId: string
  /** Its first height. */
  readonly from: number
}

/** A snapshot of an app; an immutable value. */
export interface AppSnapshot {
  readonly stores: StoreSnapshot
  readonly archive: ArchiveSnapshot
  readonly last: BlockInfo
  readonly eras: readonly Era[]
  readonly open: OpenBlock | undefined
  readonly started: boolean
  readonly genesis: Genesis | undefined
  readonly consensus: Consensus
  readonly params: ConsensusParams
  readonly blockInterval: bigint
  /** The release that it went on with; undefined for the first. */
  readonly running: string | undefined
}
