// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const TENDERMINT_ABCI: PackageTable = {
  messages: {
    Request:
      'echo .RequestEcho|value 1, flush .RequestFlush|value 2, info .RequestInfo|value 3, init_chain .RequestInitChain|value 5, query .RequestQuery|value 6, check_tx .RequestCheckTx|value 8, commit .RequestCommit|value 11, list_snapshots .RequestListSnapshots|value 12, offer_snapshot .RequestOfferSnapshot|value 13, load_snapshot_chunk .RequestLoadSnapshotChunk|value 14, apply_snapshot_chunk .RequestApplySnapshotChunk|value 15, prepare_proposal .RequestPrepareProposal|value 16, process_proposal .RequestProcessProposal|value 17, extend_vote .RequestExtendVote|value 18, verify_vote_extension .RequestVerifyVoteExtension|value 19, finalize_block .RequestFinalizeBlock|value 20',
    RequestEcho: 'message string 1',
    RequestFlush: '',
    RequestInfo: 'version string 1, block_version uint64 2, p2p_version uint64 3, abci_version string 4',
    RequestInitChain:
      'time google.protobuf.Timestamp 1, chain_id string 2, consensus_params tendermint.types.ConsensusParams? 3, validators .ValidatorUpdate[] 4, app_state_bytes bytes 5, initial_height int64 6',
    RequestQuery: 'data bytes 1, path string 2, height int64 3, prove bool 4',
    RequestCheckTx: 'tx bytes 1, type .CheckTxType 2',
    RequestCommit: '',
    RequestListSnapshots: '',
    RequestOfferSnapshot: 'snapshot .Snapshot? 1, app_hash bytes 2',
    RequestLoadSnapshotChunk: 'height uint64 1, format uint32 2, chunk uint32 3',
    RequestApplySnapshotChunk: 'index uint32 1, chunk bytes 2, sender string 3',
    RequestPrepareProposal:
      'max_tx_bytes int64 1, txs bytes[] 2, local_last_commit .ExtendedCommitInfo 3, misbehavior .Misbehavior[] 4, height int64 5, time google.protobuf.Timestamp 6, next_validators_hash bytes 7, proposer_address bytes 8',
    RequestProcessProposal:
      'txs bytes[] 1, proposed_last_commit .CommitInfo 2, misbehavior .Misbehavior[] 3, hash bytes 4, height int64 5, time google.protobuf.Timestamp 6, next_validators_hash bytes 7, proposer_address bytes 8',
    RequestExtendVote:
      'hash bytes 1, height int64 2, time google.protobuf.Timestamp 3, txs bytes[] 4, proposed_last_commit .CommitInfo 5, misbehavior .Misbehavior[] 6, next_validators_hash bytes 7, proposer_address bytes 8',
    RequestVerifyVoteExtension: 'hash bytes 1, validator_address bytes 2, height int64 3, vote_extension bytes 4',
    RequestFinalizeBlock:
      'txs bytes[] 1, decided_last_commit .CommitInfo 2, misbehavior .Misbehavior[] 3, hash bytes 4, height int64 5, time google.protobuf.Timestamp 6, next_validators_hash bytes 7, proposer_address bytes 8',
    Response:
      'exception .ResponseException|value 1, echo .ResponseEcho|value 2, flush .ResponseFlush|value 3, info .ResponseInfo|value 4, init_chain .ResponseInitChain|value 6, query .ResponseQuery|value 7, check_tx .ResponseCheckTx|value 9, commit .ResponseCommit|value 12, list_snapshots .ResponseListSnapshots|value 13, offer_snapshot .ResponseOfferSnapshot|value 14, load_snapshot_chunk .ResponseLoadSnapshotChunk|value 15, apply_snapshot_chunk .ResponseApplySnapshotChunk|value 16, prepare_proposal .ResponsePrepareProposal|value 17, process_proposal .ResponseProcessProposal|value 18, extend_vote .ResponseExtendVote|value 19, verify_vote_extension .ResponseVerifyVoteExtension|value 20, finalize_block .ResponseFinalizeBlock|value 21',
    ResponseException: 'error string 1',
    ResponseEcho: 'message string 1',
    ResponseFlush: '',
    ResponseInfo:
      'data string 1, version string 2, app_version uint64 3, last_block_height int64 4, last_block_app_hash bytes 5',
    ResponseInitChain:
      'consensus_params tendermint.types.ConsensusParams? 1, validators .ValidatorUpdate[] 2, app_hash bytes 3',
    ResponseQuery:
      'code uint32 1, log string 3, info string 4, index int64 5, key bytes 6, value bytes 7, proof_ops tendermint.crypto.ProofOps? 8, height int64 9, codespace string 10',
    ResponseCheckTx:
      'code uint32 1, data bytes 2, log string 3, info string 4, gas_wanted int64 5, gas_used int64 6, events .Event[] 7, codespace string 8',
    ResponseCommit: 'retain_height int64 3',
    ResponseListSnapshots: 'snapshots .Snapshot[] 1',
    ResponseOfferSnapshot: 'result .ResponseOfferSnapshot.Result 1',
    ResponseLoadSnapshotChunk: 'chunk bytes 1',
    ResponseApplySnapshotChunk:
      'result .ResponseApplySnapshotChunk.Result 1, refetch_chunks uint32[] 2, reject_senders string[] 3',
    ResponsePrepareProposal: 'txs bytes[] 1',
    ResponseProcessProposal: 'status .ResponseProcessProposal.ProposalStatus 1',
    ResponseExtendVote: 'vote_extension bytes 1',
    ResponseVerifyVoteExtension: 'status .ResponseVerifyVoteExtension.VerifyStatus 1',
    ResponseFinalizeBlock:
      'events .Event[] 1, tx_results .ExecTxResult[] 2, validator_updates .ValidatorUpdate[] 3, consensus_param_updates tendermint.types.ConsensusParams? 4, app_hash bytes 5',
    CommitInfo: 'round int32 1, votes .VoteInfo[] 2',
    ExtendedCommitInfo: 'round int32 1, votes .ExtendedVoteInfo[] 2',
    Event: 'type string 1, attributes .EventAttribute[] 2',
    EventAttribute: 'key string 1, value string 2, index bool 3',
    ExecTxResult:
      'code uint32 1, data bytes 2, log string 3, info string 4, gas_wanted int64 5, gas_used int64 6, events .Event[] 7, codespace string 8',
    TxResult: 'height int64 1, index uint32 2, tx bytes 3, result .ExecTxResult 4',
    Validator: 'address bytes 1, power int64 3',
    ValidatorUpdate: 'pub_key tendermint.crypto.PublicKey 1, power int64 2',
    VoteInfo: 'validator .Validator 1, block_id_flag tendermint.types.BlockIDFlag 3',
    ExtendedVoteInfo:
      'validator .Validator 1, vote_extension bytes 3, extension_signature bytes 4, block_id_flag tendermint.types.BlockIDFlag 5',
    Misbehavior:
      'type .MisbehaviorType 1, validator .Validator 2, height int64 3, time google.protobuf.Timestamp 4, total_voting_power int64 5',
    Snapshot: 'height uint64 1, format uint32 2, chunks uint32 3, hash bytes 4, metadata bytes 5',
  },
  enums: {
    CheckTxType: 'NEW 0, RECHECK 1',
    'ResponseOfferSnapshot.Result': 'UNKNOWN 0, ACCEPT 1, ABORT 2, REJECT 3, REJECT_FORMAT 4, REJECT_SENDER 5',
    'ResponseApplySnapshotChunk.Result': 'UNKNOWN 0, ACCEPT 1, ABORT 2, RETRY 3, RETRY_SNAPSHOT 4, REJECT_SNAPSHOT 5',
    'ResponseProcessProposal.ProposalStatus': 'UNKNOWN 0, ACCEPT 1, REJECT 2',
    'ResponseVerifyVoteExtension.VerifyStatus': 'UNKNOWN 0, ACCEPT 1, REJECT 2',
    MisbehaviorType: 'UNKNOWN 0, DUPLICATE_VOTE 1, LIGHT_CLIENT_ATTACK 2',
  },
  services: {},
}
