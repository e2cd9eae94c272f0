import type { ConsensusParams } from './consensus.js'
import type { BlockInfo } from '../context.js'
import type { Event } from '../events.js'
import type { TxOutcome } from '../tx/run.js'
import type { HeaderInfo } from './header-info.js'
import type { Proposal } from './consensus-state.js'
import type { SignedBlock } from './signed-block.js'
import type { ValidatorUpdate } from './validator-set.js'

/** A transaction in a block. */
export interface TxResult extends TxOutcome {
  readonly height: number
  /** Position in its block. */
  readonly index: number
  /** SHA-256 of the bytes in upper-case hex. */
  readonly hash: string
  readonly bytes: Uint8Array
}

/** A finished block. */
export interface Block extends BlockInfo {
  readonly txs: readonly TxResult[]
  /** Events of pre-blockers, then of begin and end blockers, which carry `mode=BeginBlock` or `mode=EndBlock`. */
  readonly events: readonly Event[]
  /** Its header, id and signatures; made on demand. */
  readonly signed: SignedBlock
  /** Changes of validators that its end blockers requested. */
  readonly updates: readonly ValidatorUpdate[]
  /** The consensus params of the next block. */
  readonly params: ConsensusParams
}

/** A block in progress; a value, so that a snapshot can hold it. */
export interface OpenBlock {
  readonly info: BlockInfo
  readonly proposal: Proposal
  readonly txs: readonly TxResult[]
  readonly events: readonly Event[]
  readonly gasUsed: number
  /** What the store of the consensus params contained before it. */
  readonly before: object | undefined
  readonly header: HeaderInfo
}
