import { DuplicateVoteEvidence, LightClientAttackEvidence, type Evidence } from 'cosmjs-types/tendermint/types/evidence'
import { Block as WireBlock } from 'cosmjs-types/tendermint/types/block'
import { BlockIDFlag } from 'cosmjs-types/tendermint/types/validator'
import {
  SignedMsgType,
  type BlockID,
  type Commit,
  type CommitSig,
  type Header,
} from 'cosmjs-types/tendermint/types/types'
import { savedClass } from '../../base/object-graph/index.js'
import { concatBytes, NO_BYTES } from '../../base/index.js'
import { encodeTimestamp, momentOf, nanosOf, ProtoWriter, remember } from '../../codec/index.js'
import {
  commitHash,
  consensusHash,
  dataHash,
  evidenceHash,
  headerHash,
  merkleRoot,
  resultsHash,
  sha256,
  validatorsHash,
} from '../../crypto/index.js'
import type { Commitment } from '../../store/index.js'
import { BLOCK_PROTOCOL, type ConsensusParams } from './consensus.js'
import type { BlockInfo } from '../context.js'
import type { TxOutcome } from '../tx/run.js'
import type { Proposal } from './consensus-state.js'
import type { BlockEvidence } from './evidence.js'
import { signAs, type Validator } from './validators.js'

/** Who signs a block. */
export interface Seals {
  readonly validators: readonly Validator[]
  readonly consensus: ConsensusParams
  /** Default: the validators stay, take turns to propose, and all sign. */
  readonly proposal?: Proposal
}

/** The contents of a block that its header and the next one commit to. */
export interface BlockContent {
  readonly info: BlockInfo
  readonly txs: readonly (TxOutcome & { readonly bytes: Uint8Array })[]
}

interface Sealed {
  readonly header: Header
  readonly blockId: BlockID
  readonly commit: Commit
  readonly lastCommit: Commit
  /** Bytes of the block as it is gossiped. */
  readonly size: number
}

const NO_BLOCK: BlockID = { hash: NO_BYTES, partSetHeader: { total: 0, hash: NO_BYTES } }
const NO_COMMIT: Commit = { height: 0n, round: 0, blockId: NO_BLOCK, signatures: [] }
/** Before the first block, the app hash is the hash of empty input. Source: cosmos-sdk store/rootmulti `LastCommitID`. */
export const NO_STATE = sha256(NO_BYTES)
const PART_SIZE = 65_536

/** The hash of validators, in the order of the set. */
export const setHash = remember((validators: readonly Validator[]) =>
  validatorsHash(validators.map(({ publicKey, votingPower }) => ({ pubKey: { ed25519: publicKey }, votingPower }))),
)

/** Source: cometbft v0.38.21 types/evidence.go `Bytes`. */
function evidenceBytes({ duplicateVoteEvidence, lightClientAttackEvidence }: Evidence): Uint8Array {
  if (duplicateVoteEvidence !== undefined) return DuplicateVoteEvidence.encode(duplicateVoteEvidence).finish()
  return LightClientAttackEvidence.encode(lightClientAttackEvidence!).finish()
}

/**
 * Header, id and commit of a block, signed by the chain's validators. They are computed on demand, together with
 * those of previous blocks, whose hashes they contain; without demand, a block costs one small object.
 * A signed block is a value that follows another one, as a {@link Commitment} is. Source: cometbft v0.38 types, state/state.go `MakeBlock`.
 */
export class SignedBlock {
  static readonly saved = savedClass({
    name: 'SignedBlock',
    type: SignedBlock,
    write: (block) => ({
      seals: block.#seals,
      content: block.#content,
      appHash: block.appHash,
      before: block.#sealed === undefined ? block.#before : undefined,
      sealed: block.#sealed,
    }),
    read: ({ seals, content, appHash, before, sealed }) => {
      const block = new SignedBlock(seals, content, before, appHash)
      block.#sealed = sealed
      return block
    },
  })

  readonly #seals: Seals
  readonly #content: BlockContent
  /** Releases the trees as soon as the hash is known. */
  #state: Commitment | Uint8Array
  #before: SignedBlock | undefined
  #sealed: Sealed | undefined
  readonly #depth: number

  /** @param before the block before; undefined for the first @param state what the block commits to, or its app hash */
  constructor(seals: Seals, content: BlockContent, before: SignedBlock | undefined, state: Commitment | Uint8Array) {
    this.#seals = seals
    this.#content = { info: content.info, txs: content.txs }
    this.#state = state
    this.#before = before
    this.#depth = (before?.pending ?? 0) + 1
  }

  /** At most how many blocks, this one included, wait to be signed. */
  get pending(): number {
    return this.#sealed === undefined ? this.#depth : 0
  }
  get header(): Header {
    return this.#seal().header
  }
  /** Hash of the header, and of the parts in which the block is gossiped. */
  get blockId(): BlockID {
    return this.#seal().blockId
  }
  /** The validators' signatures over this block. */
  get commit(): Commit {
    return this.#seal().commit
  }
  /** Signatures over the previous block, as contained in this block; none in the first block. */
  get lastCommit(): Commit {
    return this.#seal().lastCommit
  }
  /** Bytes of the block. */
  get size(): number {
    return this.#seal().size
  }
  /** The app hash after this block, which is in the header of the next one. */
  get appHash(): Uint8Array {
    if (!(this.#state instanceof Uint8Array)) this.#state = this.#state.hash
    return this.#state
  }

  #seal(): Sealed {
    const waiting: SignedBlock[] = this.#sealed === undefined ? [this] : []
    for (let before = this.#before; before && !before.#sealed; before = before.#before) waiting.push(before)
    for (const block of waiting.reverse()) {
      block.#sealed = block.#make()
      block.#before = undefined
    }
    return this.#sealed!
  }

  #make(): Sealed {
    const { validators, consensus, proposal } = this.#seals
    const { info, txs } = this.#content
    const before = this.#before
    const lastCommit = before?.commit ?? NO_COMMIT
    const bytes = txs.map((tx) => tx.bytes)
    const evidence = this.evidence.map((one) => one.evidence)
    const header: Header = {
      version: { block: BLOCK_PROTOCOL, app: 0n },
      chainId: info.chainId,
      height: BigInt(info.height),
      time: momentOf(info.time),
      lastBlockId: before?.blockId ?? NO_BLOCK,
      lastCommitHash: commitHash(lastCommit.signatures),
      dataHash: dataHash(bytes),
      validatorsHash: setHash(validators),
      nextValidatorsHash: setHash(proposal?.next ?? validators),
      consensusHash: consensusHash(consensus.block),
      appHash: before?.appHash ?? NO_STATE,
      lastResultsHash: resultsHash(before?.results ?? []),
      evidenceHash: evidenceHash(evidence.map(evidenceBytes)),
      proposerAddress: proposal?.proposerAddress ?? validators[info.height % validators.length]!.address,
    }
    const block = WireBlock.encode({ header, data: { txs: bytes }, evidence: { evidence }, lastCommit }).finish()
    const parts = Array.from({ length: Math.ceil(block.length / PART_SIZE) }, (_, i) =>
      block.subarray(i * PART_SIZE, (i + 1) * PART_SIZE),
    )
    const blockId = { hash: headerHash(header), partSetHeader: { total: parts.length, hash: merkleRoot(parts) } }
    return { header, blockId, commit: commitOf(info, blockId, validators, proposal), lastCommit, size: block.length }
  }

  /** The validators that sign it, highest power first, and those of the next block. */
  get validators(): readonly Validator[] {
    return this.#seals.validators
  }
  get nextValidators(): readonly Validator[] {
    return this.#seals.proposal?.next ?? this.#seals.validators
  }
  /** Evidence of misbehaviour that the block carries. */
  get evidence(): readonly BlockEvidence[] {
    return this.#seals.proposal?.evidence ?? []
  }

  /** Results of all transactions, as the next block's header commits to them. */
  get results() {
    return this.#content.txs.map(({ code, data, gasWanted, gasUsed }) => ({
      code,
      data,
      gasWanted: BigInt(gasWanted),
      gasUsed: BigInt(gasUsed),
    }))
  }
}

/** A header of any content with the validators' signatures over it: as malicious validators could sign it. */
export function signedHeader(header: Header, validators: readonly Validator[]): { header: Header; commit: Commit } {
  const time = nanosOf(header.time)
  const info = { chainId: header.chainId, height: Number(header.height), time }
  const blockId = { hash: headerHash(header), partSetHeader: { total: 1, hash: new Uint8Array(32) } }
  return { header, commit: commitOf(info, blockId, validators) }
}

/** An absent signature: Go's zero time. */
const ABSENT: CommitSig = {
  blockIdFlag: BlockIDFlag.BLOCK_ID_FLAG_ABSENT,
  validatorAddress: NO_BYTES,
  timestamp: { seconds: -62_135_596_800n, nanos: 0 },
  signature: NO_BYTES,
}

function commitOf(
  info: BlockInfo,
  blockId: BlockID,
  validators: readonly Validator[],
  { roster, round = 0 }: Partial<Proposal> = {},
): Commit {
  // A vote comes at least a millisecond after the block's time. Source: cometbft consensus/state.go `voteTime`.
  const time = info.time + 1_000_000n
  const message = voteBytes(info, blockId, time, round)
  const signatures = validators.map((validator): CommitSig => {
    if (roster !== undefined && !roster.signing.has(validator)) return ABSENT
    return {
      blockIdFlag: BlockIDFlag.BLOCK_ID_FLAG_COMMIT,
      validatorAddress: validator.address,
      timestamp: momentOf(time),
      signature: signAs(validator, message),
    }
  })
  return { height: BigInt(info.height), round, blockId, signatures }
}

/** The bytes that a validator signs, length-prefixed. Source: cometbft types/canonical.go `CanonicalizeVote`. */
export function voteBytes(
  { chainId, height }: BlockInfo,
  { hash, partSetHeader }: BlockID,
  time: bigint,
  round = 0,
): Uint8Array {
  const parts = new ProtoWriter().uint64(1, BigInt(partSetHeader.total)).bytes(2, partSetHeader.hash).finish()
  const vote = new ProtoWriter()
    .uint64(1, BigInt(SignedMsgType.SIGNED_MSG_TYPE_PRECOMMIT))
    .fixed64(2, BigInt(height))
    .fixed64(3, BigInt(round))
    .message(4, new ProtoWriter().bytes(1, hash).message(2, parts).finish())
    .message(5, encodeTimestamp(time))
    .string(6, chainId)
    .finish()
  // Always shorter than 16,384 bytes; a chain id has at most 50.
  const length = vote.length < 0x80 ? [vote.length] : [(vote.length & 0x7f) | 0x80, vote.length >> 7]
  return concatBytes(Uint8Array.from(length), vote)
}
