import { CommitSig, type Header } from 'cosmjs-types/tendermint/types/types'
import type { SimpleValidator } from 'cosmjs-types/tendermint/types/validator'
import { ProtoWriter } from '../codec/index.js'
import { sha256 } from './hash.js'
import { merkleProofs, merkleRoot, type MerkleProof } from './merkle.js'

/** The hashes in a block header, and the hash of the header. Source: cometbft v0.38 types. */

/** The parts of a transaction's result that the next block's header commits to. */
export interface DeterministicResult {
  readonly code: number
  readonly data: Uint8Array
  readonly gasWanted: bigint
  readonly gasUsed: bigint
}

/** `data_hash`, over the transactions of the block. Source: `Txs.Hash` */
export const dataHash = (txs: readonly Uint8Array[]): Uint8Array => merkleRoot(txs.map(sha256))

/** Inclusion proofs of the transactions' hashes under `data_hash`. Source: `Txs.Proof` */
export const txProofs = (txs: readonly Uint8Array[]): MerkleProof[] => merkleProofs(txs.map(sha256)).proofs

/** `last_results_hash` of the next block. Source: `ABCIResults.Hash` */
export const resultsHash = (results: readonly DeterministicResult[]): Uint8Array => merkleRoot(results.map(resultBytes))

export const resultProofs = (results: readonly DeterministicResult[]): MerkleProof[] =>
  merkleProofs(results.map(resultBytes)).proofs

/** The deterministic part of a result, which is hashed. Source: cometbft types/results.go `deterministicExecTxResult` */
export const resultBytes = ({ code, data, gasWanted, gasUsed }: DeterministicResult): Uint8Array =>
  new ProtoWriter().uint64(1, BigInt(code)).bytes(2, data).uint64(5, gasWanted).uint64(6, gasUsed).finish()

/** `validators_hash` and `next_validators_hash`; the validators in set order. Source: `ValidatorSet.Hash` */
export const validatorsHash = (validators: readonly SimpleValidator[]): Uint8Array =>
  merkleRoot(validators.map(validatorBytes))

function validatorBytes({ pubKey, votingPower }: SimpleValidator): Uint8Array {
  const key = new ProtoWriter()
  if (pubKey?.ed25519 !== undefined) key.message(1, pubKey.ed25519)
  else if (pubKey?.secp256k1 !== undefined) key.message(2, pubKey.secp256k1)
  return new ProtoWriter().message(1, key.finish()).uint64(2, votingPower).finish()
}

/** `last_commit_hash`, over the signatures of the previous block. Source: `Commit.Hash` */
export const commitHash = (signatures: readonly CommitSig[]): Uint8Array =>
  merkleRoot(signatures.map((signature) => CommitSig.encode(signature).finish()))

/** `evidence_hash`. @param evidence as protobuf */
export const evidenceHash = (evidence: readonly Uint8Array[] = []): Uint8Array => merkleRoot(evidence)

/** `consensus_hash`. Source: `ConsensusParams.Hash` */
export const consensusHash = (block: { readonly maxBytes: bigint; readonly maxGas: bigint }): Uint8Array =>
  sha256(new ProtoWriter().uint64(1, block.maxBytes).uint64(2, block.maxGas).finish())

/** The hash of a block: a Merkle root over the fields of its header. Source: `Header.Hash` */
export const headerHash = (header: Header): Uint8Array => merkleRoot(headerFields(header))

function headerFields(header: Header): Uint8Array[] {
  const { version, time, lastBlockId } = header
  const { total, hash } = lastBlockId.partSetHeader
  const parts = new ProtoWriter().uint64(1, BigInt(total)).bytes(2, hash).finish()
  return [
    new ProtoWriter().uint64(1, version.block).uint64(2, version.app).finish(),
    new ProtoWriter().string(1, header.chainId).finish(),
    new ProtoWriter().uint64(1, header.height).finish(),
    new ProtoWriter().uint64(1, time.seconds).uint64(2, BigInt(time.nanos)).finish(),
    new ProtoWriter().bytes(1, lastBlockId.hash).message(2, parts).finish(),
    ...[
      header.lastCommitHash,
      header.dataHash,
      header.validatorsHash,
      header.nextValidatorsHash,
      header.consensusHash,
      header.appHash,
      header.lastResultsHash,
      header.evidenceHash,
      header.proposerAddress,
    ].map((bytes) => new ProtoWriter().bytes(1, bytes).finish()),
  ]
}
