// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_BASE_TENDERMINT_V1BETA1: PackageTable = {
  messages: {
    GetValidatorSetByHeightRequest: 'height int64 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    GetValidatorSetByHeightResponse:
      'block_height int64 1, validators .Validator[] 2, pagination cosmos.base.query.v1beta1.PageResponse? 3',
    GetLatestValidatorSetRequest: 'pagination cosmos.base.query.v1beta1.PageRequest? 1',
    GetLatestValidatorSetResponse:
      'block_height int64 1, validators .Validator[] 2, pagination cosmos.base.query.v1beta1.PageResponse? 3',
    Validator: 'address string 1, pub_key google.protobuf.Any? 2, voting_power int64 3, proposer_priority int64 4',
    GetBlockByHeightRequest: 'height int64 1',
    GetBlockByHeightResponse:
      'block_id tendermint.types.BlockID? 1, block tendermint.types.Block? 2, sdk_block .Block? 3',
    GetLatestBlockRequest: '',
    GetLatestBlockResponse:
      'block_id tendermint.types.BlockID? 1, block tendermint.types.Block? 2, sdk_block .Block? 3',
    GetSyncingRequest: '',
    GetSyncingResponse: 'syncing bool 1',
    GetNodeInfoRequest: '',
    GetNodeInfoResponse: 'default_node_info tendermint.p2p.DefaultNodeInfo? 1, application_version .VersionInfo? 2',
    VersionInfo:
      'name string 1, app_name string 2, version string 3, git_commit string 4, build_tags string 5, go_version string 6, build_deps .Module[] 7, cosmos_sdk_version string 8',
    Module: 'path string 1, version string 2, sum string 3',
    ABCIQueryRequest: 'data bytes 1, path string 2, height int64 3, prove bool 4',
    ABCIQueryResponse:
      'code uint32 1, log string 3, info string 4, index int64 5, key bytes 6, value bytes 7, proof_ops .ProofOps? 8, height int64 9, codespace string 10',
    ProofOp: 'type string 1, key bytes 2, data bytes 3',
    ProofOps: 'ops .ProofOp[] 1',
    Block:
      'header .Header 1, data tendermint.types.Data 2, evidence tendermint.types.EvidenceList 3, last_commit tendermint.types.Commit? 4',
    Header:
      'version tendermint.version.Consensus 1, chain_id string 2, height int64 3, time google.protobuf.Timestamp 4, last_block_id tendermint.types.BlockID 5, last_commit_hash bytes 6, data_hash bytes 7, validators_hash bytes 8, next_validators_hash bytes 9, consensus_hash bytes 10, app_hash bytes 11, last_results_hash bytes 12, evidence_hash bytes 13, proposer_address string 14',
  },
  enums: {},
  services: {
    Service:
      'GetNodeInfo .GetNodeInfoRequest .GetNodeInfoResponse, GetSyncing .GetSyncingRequest .GetSyncingResponse, GetLatestBlock .GetLatestBlockRequest .GetLatestBlockResponse, GetBlockByHeight .GetBlockByHeightRequest .GetBlockByHeightResponse, GetLatestValidatorSet .GetLatestValidatorSetRequest .GetLatestValidatorSetResponse, GetValidatorSetByHeight .GetValidatorSetByHeightRequest .GetValidatorSetByHeightResponse, ABCIQuery .ABCIQueryRequest .ABCIQueryResponse',
  },
}
