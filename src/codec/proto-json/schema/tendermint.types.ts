// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const TENDERMINT_TYPES: PackageTable = {
  messages: {
    Block: 'header .Header 1, data .Data 2, evidence .EvidenceList 3, last_commit .Commit? 4',
    PartSetHeader: 'total uint32 1, hash bytes 2',
    Part: 'index uint32 1, bytes bytes 2, proof tendermint.crypto.Proof 3',
    BlockID: 'hash bytes 1, part_set_header .PartSetHeader 2',
    Header:
      'version tendermint.version.Consensus 1, chain_id string 2, height int64 3, time google.protobuf.Timestamp 4, last_block_id .BlockID 5, last_commit_hash bytes 6, data_hash bytes 7, validators_hash bytes 8, next_validators_hash bytes 9, consensus_hash bytes 10, app_hash bytes 11, last_results_hash bytes 12, evidence_hash bytes 13, proposer_address bytes 14',
    Data: 'txs bytes[] 1',
    Vote: 'type .SignedMsgType 1, height int64 2, round int32 3, block_id .BlockID 4, timestamp google.protobuf.Timestamp 5, validator_address bytes 6, validator_index int32 7, signature bytes 8, extension bytes 9, extension_signature bytes 10',
    Commit: 'height int64 1, round int32 2, block_id .BlockID 3, signatures .CommitSig[] 4',
    CommitSig:
      'block_id_flag .BlockIDFlag 1, validator_address bytes 2, timestamp google.protobuf.Timestamp 3, signature bytes 4',
    ExtendedCommit: 'height int64 1, round int32 2, block_id .BlockID 3, extended_signatures .ExtendedCommitSig[] 4',
    ExtendedCommitSig:
      'block_id_flag .BlockIDFlag 1, validator_address bytes 2, timestamp google.protobuf.Timestamp 3, signature bytes 4, extension bytes 5, extension_signature bytes 6',
    Proposal:
      'type .SignedMsgType 1, height int64 2, round int32 3, pol_round int32 4, block_id .BlockID 5, timestamp google.protobuf.Timestamp 6, signature bytes 7',
    SignedHeader: 'header .Header? 1, commit .Commit? 2',
    LightBlock: 'signed_header .SignedHeader? 1, validator_set .ValidatorSet? 2',
    BlockMeta: 'block_id .BlockID 1, block_size int64 2, header .Header 3, num_txs int64 4',
    TxProof: 'root_hash bytes 1, data bytes 2, proof tendermint.crypto.Proof? 3',
    Evidence:
      'duplicate_vote_evidence .DuplicateVoteEvidence|sum 1, light_client_attack_evidence .LightClientAttackEvidence|sum 2',
    DuplicateVoteEvidence:
      'vote_a .Vote? 1, vote_b .Vote? 2, total_voting_power int64 3, validator_power int64 4, timestamp google.protobuf.Timestamp 5',
    LightClientAttackEvidence:
      'conflicting_block .LightBlock? 1, common_height int64 2, byzantine_validators .Validator[] 3, total_voting_power int64 4, timestamp google.protobuf.Timestamp 5',
    EvidenceList: 'evidence .Evidence[] 1',
    ConsensusParams:
      'block .BlockParams? 1, evidence .EvidenceParams? 2, validator .ValidatorParams? 3, version .VersionParams? 4, abci .ABCIParams? 5',
    BlockParams: 'max_bytes int64 1, max_gas int64 2',
    EvidenceParams: 'max_age_num_blocks int64 1, max_age_duration google.protobuf.Duration 2, max_bytes int64 3',
    ValidatorParams: 'pub_key_types string[] 1',
    VersionParams: 'app uint64 1',
    HashedParams: 'block_max_bytes int64 1, block_max_gas int64 2',
    ABCIParams: 'vote_extensions_enable_height int64 1',
    ValidatorSet: 'validators .Validator[] 1, proposer .Validator? 2, total_voting_power int64 3',
    Validator:
      'address bytes 1, pub_key tendermint.crypto.PublicKey 2, voting_power int64 3, proposer_priority int64 4',
    SimpleValidator: 'pub_key tendermint.crypto.PublicKey? 1, voting_power int64 2',
  },
  enums: {
    SignedMsgType:
      'SIGNED_MSG_TYPE_UNKNOWN 0, SIGNED_MSG_TYPE_PREVOTE 1, SIGNED_MSG_TYPE_PRECOMMIT 2, SIGNED_MSG_TYPE_PROPOSAL 32',
    BlockIDFlag: 'BLOCK_ID_FLAG_UNKNOWN 0, BLOCK_ID_FLAG_ABSENT 1, BLOCK_ID_FLAG_COMMIT 2, BLOCK_ID_FLAG_NIL 3',
  },
  services: {},
}
