import type { StoreSnapshot } from '../../store/index.js'
import type { BlockInfo } from '../context.js'
import type { OpenBlock } from './block.js'
import { misbehaviourOf, type Consensus, type Proposal } from './consensus-state.js'

/** Position of a block. */
type Position = Pick<BlockInfo, 'chainId' | 'height' | 'time'>

/** A block after its beginning, and what decided it. */
export interface BegunBlock {
  /** {@link MultiStore.head} before it. */
  readonly head: object
  readonly consensus: Consensus
  readonly open: OpenBlock
  readonly stores: StoreSnapshot
}

/**
 * Whether a block has the same beginning: a search returns to a state for each thing that it tries, and begins the same block again.
 * @param at the state before it, and its position
 */
export const isSameBeginning = (
  { head, consensus, open: { info } }: BegunBlock,
  at: Pick<BegunBlock, 'head' | 'consensus'> & Position,
): boolean =>
  head === at.head &&
  consensus === at.consensus &&
  info.chainId === at.chainId &&
  info.height === at.height &&
  info.time === at.time

/** What modules know of a block. */
export const infoOf = (
  { chainId, height, time, consensus }: Position & { readonly consensus: Consensus },
  { proposer, evidence }: Proposal,
): BlockInfo => ({
  chainId,
  height,
  time,
  proposer,
  votes: consensus.votes,
  misbehaviour: misbehaviourOf(evidence),
})
