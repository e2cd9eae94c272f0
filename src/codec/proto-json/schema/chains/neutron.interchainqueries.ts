// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const NEUTRON_INTERCHAINQUERIES: PackageTable = {
  messages: {
    Params:
      'query_submit_timeout uint64 1, query_deposit cosmos.base.v1beta1.Coin[] 2, tx_query_removal_limit uint64 3, max_kv_query_keys_count uint64 4, max_transactions_filters uint64 5',
    RegisteredQuery:
      'id uint64 1, owner string 2, query_type string 3, keys .KVKey[] 4, transactions_filter string 5, connection_id string 6, update_period uint64 7, last_submitted_result_local_height uint64 8, last_submitted_result_remote_height ibc.core.client.v1.Height? 9, deposit cosmos.base.v1beta1.Coin[] 10, submit_timeout uint64 11, registered_at_height uint64 12',
    KVKey: 'path string 1, key bytes 2',
    GenesisState: 'params .Params 1, registered_queries .RegisteredQuery[] 2',
    MsgRegisterInterchainQuery:
      'query_type string 1, keys .KVKey[] 2, transactions_filter string 3, connection_id string 4, update_period uint64 5, sender string 6',
    MsgRegisterInterchainQueryResponse: 'id uint64 1',
    MsgSubmitQueryResult: 'query_id uint64 1, sender string 2, client_id string 3, result .QueryResult? 4',
    QueryResult:
      'kv_results .StorageValue[] 1, block .Block? 2, height uint64 3, revision uint64 4, allow_kv_callbacks bool 5',
    StorageValue: 'storage_prefix string 1, key bytes 2, value bytes 3, Proof tendermint.crypto.ProofOps? 4',
    Block: 'next_block_header google.protobuf.Any? 1, header google.protobuf.Any? 2, tx .TxValue? 3',
    TxValue:
      'response tendermint.abci.ExecTxResult? 1, delivery_proof tendermint.crypto.Proof? 2, inclusion_proof tendermint.crypto.Proof? 3, data bytes 4',
    MsgSubmitQueryResultResponse: '',
    MsgRemoveInterchainQueryRequest: 'query_id uint64 1, sender string 2',
    MsgRemoveInterchainQueryResponse: '',
    MsgUpdateInterchainQueryRequest:
      'query_id uint64 1, new_keys .KVKey[] 2, new_update_period uint64 3, new_transactions_filter string 4, sender string 5',
    MsgUpdateInterchainQueryResponse: '',
    MsgUpdateParams: 'authority string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params 1',
    QueryRegisteredQueriesRequest:
      'owners string[] 1, connection_id string 2, pagination cosmos.base.query.v1beta1.PageRequest? 3',
    QueryRegisteredQueriesResponse:
      'registered_queries .RegisteredQuery[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryRegisteredQueryRequest: 'query_id uint64 1',
    QueryRegisteredQueryResponse: 'registered_query .RegisteredQuery? 1',
    QueryRegisteredQueryResultRequest: 'query_id uint64 1',
    QueryRegisteredQueryResultResponse: 'result .QueryResult? 1',
    Transaction: 'id uint64 1, height uint64 2, data bytes 3',
    QueryLastRemoteHeight: 'connection_id string 1',
    QueryLastRemoteHeightResponse: 'height uint64 1, revision uint64 2',
  },
  enums: {},
  services: {
    Query:
      'Params .QueryParamsRequest .QueryParamsResponse, RegisteredQueries .QueryRegisteredQueriesRequest .QueryRegisteredQueriesResponse, RegisteredQuery .QueryRegisteredQueryRequest .QueryRegisteredQueryResponse, QueryResult .QueryRegisteredQueryResultRequest .QueryRegisteredQueryResultResponse, LastRemoteHeight .QueryLastRemoteHeight .QueryLastRemoteHeightResponse',
    Msg: 'RegisterInterchainQuery .MsgRegisterInterchainQuery .MsgRegisterInterchainQueryResponse, SubmitQueryResult .MsgSubmitQueryResult .MsgSubmitQueryResultResponse, RemoveInterchainQuery .MsgRemoveInterchainQueryRequest .MsgRemoveInterchainQueryResponse, UpdateInterchainQuery .MsgUpdateInterchainQueryRequest .MsgUpdateInterchainQueryResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
  },
}
