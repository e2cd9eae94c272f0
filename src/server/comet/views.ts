import type { Evidence } from 'cosmjs-types/tendermint/types/evidence'
import type { BlockID, Commit, Header, Vote } from 'cosmjs-types/tendermint/types/types'
import type { Validator as WireValidator } from 'cosmjs-types/tendermint/types/validator'
import { toBase64, toHex } from '../../base/index.js'
import type {
  Block,
  ConsensusParams,
  Event,
  TxOutcome,
  TxResult,
  Validator,
  ValidatorUpdate,
} from '../../chain/index.js'
import { dataHash, sha256, txProofs } from '../../crypto/index.js'
import { nanosOf, rfc3339Nano, type Moment } from '../../codec/index.js'

/** JSON of CometBFT's RPC: 64-bit numbers as strings, hashes in upper-case hex, bytes in base64. Source: cometbft v0.38 rpc/core/types, libs/json. */

export type View = null | boolean | number | string | readonly View[] | { readonly [name: string]: View }

export const HEX = (bytes: Uint8Array): string => toHex(bytes).toUpperCase()

const time = (moment: Moment): string => rfc3339Nano(nanosOf(moment))

export const blockIdView = ({ hash, partSetHeader }: BlockID): View => ({
  hash: HEX(hash),
  parts: { total: partSetHeader.total, hash: HEX(partSetHeader.hash) },
})

export const headerView = (header: Header): View => ({
  version: {
    block: String(header.version.block),
    ...(header.version.app !== 0n && { app: String(header.version.app) }),
  },
  chain_id: header.chainId,
  height: String(header.height),
  time: time(header.time),
  last_block_id: blockIdView(header.lastBlockId),
  last_commit_hash: HEX(header.lastCommitHash),
  data_hash: HEX(header.dataHash),
  validators_hash: HEX(header.validatorsHash),
  next_validators_hash: HEX(header.nextValidatorsHash),
  consensus_hash: HEX(header.consensusHash),
  app_hash: HEX(header.appHash),
  last_results_hash: HEX(header.lastResultsHash),
  evidence_hash: HEX(header.evidenceHash),
  proposer_address: HEX(header.proposerAddress),
})

export const commitView = ({ height, round, blockId, signatures }: Commit): View => ({
  height: String(height),
  round,
  block_id: blockIdView(blockId),
  signatures: signatures.map((signature) => ({
    block_id_flag: signature.blockIdFlag,
    validator_address: HEX(signature.validatorAddress),
    timestamp: time(signature.timestamp),
    signature: toBase64(signature.signature),
  })),
})

export const blockView = ({ signed, txs }: Block): View => ({
  header: headerView(signed.header),
  data: { txs: txs.map(({ bytes }) => toBase64(bytes)) },
  evidence: { evidence: signed.evidence.map(({ evidence }) => evidenceView(evidence)) },
  last_commit: commitView(signed.lastCommit),
})

export const eventsView = (events: readonly Event[]): View =>
  events.map(({ type, attributes }) => ({
    type,
    attributes: attributes.map(([key, value]) => ({ key, value, index: true })),
  }))

/** The chain counts without a limit; a uint64 saturates. */
const gas = (amount: number): string => (amount === Infinity ? '18446744073709551615' : String(amount))

const bytesOrNull = (bytes: Uint8Array): View => (bytes.length === 0 ? null : toBase64(bytes))

/** `ExecTxResult` and `ResponseCheckTx`. */
export const resultView = (result: Omit<TxOutcome, 'error' | 'msgResponses'>): View => ({
  code: result.code,
  data: bytesOrNull(result.data),
  log: result.log,
  info: '',
  gas_wanted: gas(result.gasWanted),
  gas_used: gas(result.gasUsed),
  events: eventsView(result.events),
  codespace: result.codespace,
})

export const txView = (tx: TxResult, block: Block | undefined, prove: boolean): View => ({
  hash: tx.hash,
  height: String(tx.height),
  index: tx.index,
  tx_result: resultView(tx),
  tx: toBase64(tx.bytes),
  ...(prove && block && { proof: proofView(tx, block) }),
})

function proofView(tx: TxResult, block: Block): View {
  const all = block.txs.map(({ bytes }) => bytes)
  const proof = txProofs(all)[tx.index]!
  return {
    root_hash: HEX(dataHash(all)),
    data: toBase64(tx.bytes),
    proof: {
      total: String(proof.total),
      index: String(proof.index),
      leaf_hash: toBase64(proof.leafHash),
      aunts: proof.aunts.map(toBase64),
    },
  }
}

export const publicKeyView = (key: Uint8Array): View => ({ type: 'tendermint/PubKeyEd25519', value: toBase64(key) })

export const validatorView = ({ address, publicKey, votingPower }: Validator, priority: bigint): View => ({
  address: HEX(address),
  pub_key: publicKeyView(publicKey),
  voting_power: String(votingPower),
  proposer_priority: String(priority),
})

/** Source: proto tendermint.abci `ValidatorUpdate`. */
export const updatesView = (updates: readonly ValidatorUpdate[]): View =>
  updates.length === 0
    ? null
    : updates.map(({ publicKey, power }) => ({
        pub_key: { Sum: { type: 'tendermint.crypto.PublicKey_Ed25519', value: { ed25519: toBase64(publicKey) } } },
        ...(power !== 0n && { power: String(power) }),
      }))

const protoValidatorView = ({ address, pubKey, votingPower, proposerPriority }: WireValidator): View => ({
  address: HEX(address),
  pub_key: publicKeyView(pubKey.ed25519!),
  voting_power: String(votingPower),
  proposer_priority: String(proposerPriority),
})

const voteView = (vote: Vote): View => ({
  type: vote.type,
  height: String(vote.height),
  round: vote.round,
  block_id: blockIdView(vote.blockId),
  timestamp: time(vote.timestamp),
  validator_address: HEX(vote.validatorAddress),
  validator_index: vote.validatorIndex,
  signature: toBase64(vote.signature),
  extension: null,
  extension_signature: null,
})

/** Source: cometbft v0.38.21 types/evidence.go. */
function evidenceView({ duplicateVoteEvidence: votes, lightClientAttackEvidence: attack }: Evidence): View {
  if (votes !== undefined)
    return {
      type: 'tendermint/DuplicateVoteEvidence',
      value: {
        vote_a: voteView(votes.voteA!),
        vote_b: voteView(votes.voteB!),
        TotalVotingPower: String(votes.totalVotingPower),
        ValidatorPower: String(votes.validatorPower),
        Timestamp: time(votes.timestamp),
      },
    }
  const { signedHeader, validatorSet } = attack!.conflictingBlock!
  return {
    type: 'tendermint/LightClientAttackEvidence',
    value: {
      ConflictingBlock: {
        signed_header: { header: headerView(signedHeader!.header!), commit: commitView(signedHeader!.commit!) },
        validator_set: {
          validators: validatorSet!.validators.map(protoValidatorView),
          proposer: protoValidatorView(validatorSet!.proposer!),
        },
      },
      CommonHeight: String(attack!.commonHeight),
      ByzantineValidators: attack!.byzantineValidators.map(protoValidatorView),
      TotalVotingPower: String(attack!.totalVotingPower),
      Timestamp: time(attack!.timestamp),
    },
  }
}

export const consensusParamsView = ({ block, evidence, ...params }: ConsensusParams): View => ({
  block: { max_bytes: String(block.maxBytes), max_gas: String(block.maxGas) },
  evidence: {
    max_age_num_blocks: String(evidence.maxAgeBlocks),
    max_age_duration: String(evidence.maxAgeNanoseconds),
    max_bytes: String(evidence.maxBytes),
  },
  validator: { pub_key_types: params.keyTypes },
  version: {},
  abci: { vote_extensions_enable_height: String(params.extensionsHeight) },
})

/** The node id: 20 bytes in lower-case hex. */
export const nodeId = (chainId: string): string =>
  toHex(sha256(new TextEncoder().encode(`node ${chainId}`)).slice(0, 20))
