import { NO_BYTES, UsageError } from '../../base/index.js'
import { NO_STATE, setHash, type BlockInfo, type SignedBlock, type Validator } from '../../chain/index.js'
import { momentOf, type Any } from '../../codec/index.js'
import { merkleProofBytes, type Key, type MultiStore } from '../../store/index.js'
import { height, revisionOf, ZERO_HEIGHT, type Height } from './height.js'
import { STORE } from './keys.js'
import {
  CLIENT_STATE,
  ClientState,
  CONSENSUS_STATE,
  ConsensusState,
  Header,
  HEADER,
  newClientState,
} from './tendermint/types.js'
import type { WireSet } from './tendermint/validators.js'

/** The module's second entry point: what relayers use besides the messages, and what verifies headers outside of a chain. */
export { setHash } from '../../chain/index.js'
export { type Packet } from './application.js'
export { Order, State, type Channel } from './channels/state.js'
export { COMMITMENT_PREFIX, type ConnectionEnd } from './connections/state.js'
export { VERSIONS as CONNECTION_VERSIONS } from './connections/version.js'
export { height, heightText, isRevisionFormat, parseHeight, withRevision, ZERO_HEIGHT, type Height } from './height.js'
export { channelKey, connectionKey, nextAckKey, nextReceiveKey, packetKey, STORE as IBC_STORE } from './keys.js'
export { isElapsed } from './packets/packet.js'
export { commitProblem, trustingCommitProblem } from './tendermint/commit.js'
export { checkSignedHeader, nanoseconds, validateSignedHeader, type SignedHeader } from './tendermint/signed-header.js'
export { knownHeightBelow } from './tendermint/state.js'
export {
  ClientState,
  encodeClientState,
  encodeConsensusState,
  Header,
  Misbehaviour,
  MISBEHAVIOUR,
  newClientState,
} from './tendermint/types.js'
export { committedState } from './tendermint/upgrade.js'
export { readValidatorSet, type ValidatorSet } from './tendermint/validators.js'
export { ERROR_ACKNOWLEDGEMENT } from './v2/packet.js'
export { getCounterparty, recordKey } from './v2/state.js'

/** What a relayer reads from a chain; an `App` satisfies it. */
export interface RelayedChain {
  /** The chain id at the next block, and at any height. */
  readonly chainId: string
  chainIdAt(height: number): string
  readonly last: BlockInfo
  /** In the order of headers. */
  validatorsAt(height: number): readonly Validator[]
  readonly stores: MultiStore
  block(height: number): (BlockInfo & { readonly signed: SignedBlock }) | undefined
}

/** The height of a chain's block as IBC counts it. */
export const heightOn = (chain: RelayedChain, at: number): Height => height(revisionOf(chain.chainIdAt(at)), BigInt(at))

/** Validators as in headers; the first is the proposer. */
export function validatorSet(validators: readonly Validator[]): WireSet {
  const wire = validators.map(({ address, publicKey, votingPower }) => ({
    address,
    pubKey: { ed25519: publicKey },
    votingPower,
    proposerPriority: 0n,
  }))
  return { validators: wire, proposer: wire[0]!, totalVotingPower: 0n }
}

/** The two states that a client of a chain starts with, packed. @param at a finished height */
export function startingStates(
  chain: RelayedChain,
  at: number,
  options: Parameters<typeof newClientState>[2] = {},
): { readonly clientState: Any; readonly consensusState: Any } {
  const { header } = signedBlock(chain, at)
  const state = newClientState(chain.chainIdAt(at), heightOn(chain, at), options)
  const consensus = {
    timestamp: header.time,
    root: { hash: header.appHash },
    nextValidatorsHash: header.nextValidatorsHash,
  }
  return {
    clientState: { typeUrl: CLIENT_STATE, value: ClientState.encode(state).finish() },
    consensusState: { typeUrl: CONSENSUS_STATE, value: ConsensusState.encode(consensus).finish() },
  }
}

/** The header of a block, packed as a client's update. @param trusted a height that the client knows */
export function updateHeader(chain: RelayedChain, at: number, trusted: Height): Any {
  const { header, commit } = signedBlock(chain, at)
  const value = Header.encode({
    signedHeader: { header, commit },
    validatorSet: validatorSet(chain.validatorsAt(at)),
    trustedHeight: trusted,
    // The client knows the validators of the block after the one that it trusts.
    trustedValidators: validatorSet(chain.validatorsAt(Number(trusted.revisionHeight) + 1)),
  }).finish()
  return { typeUrl: HEADER, value }
}

/** The header of a block for a client that does not verify it: without state and signatures, so nothing has to be hashed. */
export function trustedHeader(chain: RelayedChain, at: number): Any {
  const block = blockOf(chain, at)
  const noBlock = { hash: NO_BYTES, partSetHeader: { total: 0, hash: NO_BYTES } }
  const header = {
    version: { block: 11n, app: 0n },
    chainId: block.chainId,
    height: BigInt(at),
    time: momentOf(block.time),
    lastBlockId: noBlock,
    lastCommitHash: NO_BYTES,
    dataHash: NO_BYTES,
    validatorsHash: NO_BYTES,
    nextValidatorsHash: setHash(chain.validatorsAt(at + 1)),
    consensusHash: NO_BYTES,
    appHash: NO_STATE,
    lastResultsHash: NO_BYTES,
    evidenceHash: NO_BYTES,
    proposerAddress: NO_BYTES,
  }
  const commit = { height: BigInt(at), round: 0, blockId: noBlock, signatures: [] }
  const value = Header.encode({ signedHeader: { header, commit }, trustedHeight: ZERO_HEIGHT }).finish()
  return { typeUrl: HEADER, value }
}

/**
 * The proof of a key, present or absent, in the form of messages.
 * @param at height of the header to verify the proof against: it proves the state after the previous block
 */
export const proofAt = (chain: RelayedChain, key: Key, at: number, store: string = STORE): Uint8Array =>
  merkleProofBytes(chain.stores.version(at - 1).commitment.query(store, key).ops)

const signedBlock = (chain: RelayedChain, at: number): SignedBlock => blockOf(chain, at).signed

function blockOf(chain: RelayedChain, at: number): BlockInfo & { readonly signed: SignedBlock } {
  const block = chain.block(at)
  if (block === undefined) throw new UsageError(`${chain.chainIdAt(at)} keeps no block of height ${at}`)
  return block
}
