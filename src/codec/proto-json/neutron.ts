import { FACTORY } from './factory.js'
import type { PackageTable } from './schema.js'

/** Packages that are not in the published types. Source: neutron proto (06e81b9f), cosmos-sdk v0.53.6 proto, skip-mev/feemarket v1.1.1 proto. */
export const NEUTRON_PACKAGES: Readonly<Record<string, PackageTable>> = {
  'neutron.contractmanager': {
    messages: {
      Params: 'sudo_call_gas_limit uint64 1',
      Failure: 'address string 1, id uint64 2, sudo_payload bytes 3, error string 4',
      MsgUpdateParams: 'authority string 1, params .Params 2',
      MsgUpdateParamsResponse: '',
      MsgResubmitFailure: 'sender string 1, failure_id uint64 2',
      MsgResubmitFailureResponse: '',
      QueryParamsRequest: '',
      QueryParamsResponse: 'params .Params 1',
      QueryFailureRequest: 'address string 1, failure_id uint64 2',
      QueryFailureResponse: 'failure .Failure 1',
      QueryFailuresRequest: 'address string 1, pagination cosmos.base.query.v1beta1.PageRequest? 3',
      QueryFailuresResponse: 'failures .Failure[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    },
    enums: {},
    services: {
      Query:
        'Params .QueryParamsRequest .QueryParamsResponse, AddressFailure .QueryFailureRequest .QueryFailureResponse, AddressFailures .QueryFailuresRequest .QueryFailuresResponse, Failures .QueryFailuresRequest .QueryFailuresResponse',
      Msg: 'UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse, ResubmitFailure .MsgResubmitFailure .MsgResubmitFailureResponse',
    },
  },
  'neutron.feerefunder': {
    messages: {
      Fee: 'recv_fee cosmos.base.v1beta1.Coin[] 1, ack_fee cosmos.base.v1beta1.Coin[] 2, timeout_fee cosmos.base.v1beta1.Coin[] 3',
      PacketID: 'channel_id string 1, port_id string 2, sequence uint64 3',
      FeeInfo: 'payer string 1, packet_id .PacketID 2, fee .Fee 3',
      Params: 'min_fee .Fee 1, fee_enabled bool 2',
      QueryParamsRequest: '',
      QueryParamsResponse: 'params .Params 1',
      FeeInfoRequest: 'channel_id string 1, port_id string 2, sequence uint64 3',
      FeeInfoResponse: 'fee_info .FeeInfo? 1',
      MsgUpdateParams: 'authority string 1, params .Params 2',
      MsgUpdateParamsResponse: '',
    },
    enums: {},
    services: {
      Query: 'Params .QueryParamsRequest .QueryParamsResponse, FeeInfo .FeeInfoRequest .FeeInfoResponse',
      Msg: 'UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
    },
  },
  'neutron.interchainqueries': {
    messages: {
      RegisteredQuery:
        'id uint64 1, owner string 2, query_type string 3, keys .KVKey[] 4, transactions_filter string 5, connection_id string 6, update_period uint64 7, last_submitted_result_local_height uint64 8, last_submitted_result_remote_height ibc.core.client.v1.Height? 9, deposit cosmos.base.v1beta1.Coin[] 10, submit_timeout uint64 11, registered_at_height uint64 12',
      KVKey: 'path string 1, key bytes 2',
      GenesisState: 'params .Params 1, registered_queries .RegisteredQuery[] 2',
      Params:
        'query_submit_timeout uint64 1, query_deposit cosmos.base.v1beta1.Coin[] 2, tx_query_removal_limit uint64 3, max_kv_query_keys_count uint64 4, max_transactions_filters uint64 5',
      QueryResult:
        'kv_results .StorageValue[] 1, block .Block? 2, height uint64 3, revision uint64 4, allow_kv_callbacks bool 5',
      StorageValue: 'storage_prefix string 1, key bytes 2, value bytes 3, Proof tendermint.crypto.ProofOps? 4',
      Block: 'next_block_header google.protobuf.Any? 1, header google.protobuf.Any? 2, tx .TxValue? 3',
      TxValue:
        'response tendermint.abci.ExecTxResult? 1, delivery_proof tendermint.crypto.Proof? 2, inclusion_proof tendermint.crypto.Proof? 3, data bytes 4',
      MsgRegisterInterchainQuery:
        'query_type string 1, keys .KVKey[] 2, transactions_filter string 3, connection_id string 4, update_period uint64 5, sender string 6',
      MsgRegisterInterchainQueryResponse: 'id uint64 1',
      MsgSubmitQueryResult: 'query_id uint64 1, sender string 2, client_id string 3, result .QueryResult? 4',
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
      QueryLastRemoteHeight: 'connection_id string 1',
      QueryLastRemoteHeightResponse: 'height uint64 1, revision uint64 2',
    },
    enums: {},
    services: {
      Query:
        'Params .QueryParamsRequest .QueryParamsResponse, RegisteredQueries .QueryRegisteredQueriesRequest .QueryRegisteredQueriesResponse, RegisteredQuery .QueryRegisteredQueryRequest .QueryRegisteredQueryResponse, QueryResult .QueryRegisteredQueryResultRequest .QueryRegisteredQueryResultResponse, LastRemoteHeight .QueryLastRemoteHeight .QueryLastRemoteHeightResponse',
      Msg: 'RegisterInterchainQuery .MsgRegisterInterchainQuery .MsgRegisterInterchainQueryResponse, SubmitQueryResult .MsgSubmitQueryResult .MsgSubmitQueryResultResponse, RemoveInterchainQuery .MsgRemoveInterchainQueryRequest .MsgRemoveInterchainQueryResponse, UpdateInterchainQuery .MsgUpdateInterchainQueryRequest .MsgUpdateInterchainQueryResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
    },
  },
  'neutron.transfer': {
    messages: {
      MsgTransfer:
        'source_port string 1, source_channel string 2, token cosmos.base.v1beta1.Coin 3, sender string 4, receiver string 5, timeout_height ibc.core.client.v1.Height 6, timeout_timestamp uint64 7, memo string 8, fee neutron.feerefunder.Fee 9',
      MsgTransferResponse: 'sequence_id uint64 1, channel string 2',
      MsgUpdateParams: 'signer string 1, params ibc.applications.transfer.v1.Params 2',
      MsgUpdateParamsResponse: '',
    },
    enums: {},
    services: {
      Msg: 'Transfer .MsgTransfer .MsgTransferResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
    },
  },
  'neutron.interchaintxs.v1': {
    messages: {
      Params: 'msg_submit_tx_max_messages uint64 1, register_fee cosmos.base.v1beta1.Coin[] 2',
      QueryParamsRequest: '',
      QueryParamsResponse: 'params .Params 1',
      QueryInterchainAccountAddressRequest:
        'owner_address string 1, interchain_account_id string 2, connection_id string 3',
      QueryInterchainAccountAddressResponse: 'interchain_account_address string 1',
      MsgRegisterInterchainAccount:
        'from_address string 1, connection_id string 2, interchain_account_id string 3, register_fee cosmos.base.v1beta1.Coin[] 4, ordering ibc.core.channel.v1.Order 5',
      MsgRegisterInterchainAccountResponse: 'channel_id string 1, port_id string 2',
      MsgSubmitTx:
        'from_address string 1, interchain_account_id string 2, connection_id string 3, msgs google.protobuf.Any[] 4, memo string 5, timeout uint64 6, fee neutron.feerefunder.Fee 7',
      MsgSubmitTxResponse: 'sequence_id uint64 1, channel string 2',
      MsgUpdateParams: 'authority string 1, params .Params 2',
      MsgUpdateParamsResponse: '',
    },
    enums: {},
    services: {
      Query:
        'Params .QueryParamsRequest .QueryParamsResponse, InterchainAccountAddress .QueryInterchainAccountAddressRequest .QueryInterchainAccountAddressResponse',
      Msg: 'RegisterInterchainAccount .MsgRegisterInterchainAccount .MsgRegisterInterchainAccountResponse, SubmitTx .MsgSubmitTx .MsgSubmitTxResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
    },
  },
  'osmosis.tokenfactory.v1beta1': FACTORY,
  'neutron.coinfactory.v1beta1': FACTORY,
  'neutron.cron': {
    messages: {
      Params: 'security_address string 1, limit uint64 2',
      MsgExecuteContract: 'contract string 1, msg string 2',
      Schedule:
        'name string 1, period uint64 2, msgs .MsgExecuteContract[] 3, last_execute_height uint64 4, execution_stage .ExecutionStage 5',
      QueryParamsRequest: '',
      QueryParamsResponse: 'params .Params 1',
      QueryGetScheduleRequest: 'name string 1',
      QueryGetScheduleResponse: 'schedule .Schedule 1',
      QuerySchedulesRequest: 'pagination cosmos.base.query.v1beta1.PageRequest? 1',
      QuerySchedulesResponse: 'schedules .Schedule[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
      MsgAddSchedule:
        'authority string 1, name string 2, period uint64 3, msgs .MsgExecuteContract[] 4, execution_stage .ExecutionStage 5',
      MsgAddScheduleResponse: '',
      MsgRemoveSchedule: 'authority string 1, name string 2',
      MsgRemoveScheduleResponse: '',
      MsgUpdateParams: 'authority string 1, params .Params 2',
      MsgUpdateParamsResponse: '',
    },
    enums: { ExecutionStage: 'EXECUTION_STAGE_END_BLOCKER 0, EXECUTION_STAGE_BEGIN_BLOCKER 1' },
    services: {
      Query:
        'Params .QueryParamsRequest .QueryParamsResponse, Schedule .QueryGetScheduleRequest .QueryGetScheduleResponse, Schedules .QuerySchedulesRequest .QuerySchedulesResponse',
      Msg: 'AddSchedule .MsgAddSchedule .MsgAddScheduleResponse, RemoveSchedule .MsgRemoveSchedule .MsgRemoveScheduleResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
    },
  },
  'feemarket.feemarket.v1': {
    messages: {
      Params:
        'alpha string 1, beta string 2, gamma string 3, delta string 4, min_base_gas_price string 5, min_learning_rate string 6, max_learning_rate string 7, max_block_utilization uint64 8, window uint64 9, fee_denom string 10, enabled bool 11, distribute_fees bool 12, send_tip_to_proposer bool 13',
      State: 'base_gas_price string 1, learning_rate string 2, window uint64[] 3, index uint64 4',
      ParamsRequest: '',
      ParamsResponse: 'params .Params 1',
      StateRequest: '',
      StateResponse: 'state .State 1',
      GasPriceRequest: 'denom string 1',
      GasPriceResponse: 'price cosmos.base.v1beta1.DecCoin 1',
      GasPricesRequest: '',
      GasPricesResponse: 'prices cosmos.base.v1beta1.DecCoin[] 1',
      MsgParams: 'params .Params 1, authority string 2',
      MsgParamsResponse: '',
    },
    enums: {},
    services: {
      Query:
        'Params .ParamsRequest .ParamsResponse, State .StateRequest .StateResponse, GasPrice .GasPriceRequest .GasPriceResponse, GasPrices .GasPricesRequest .GasPricesResponse',
      Msg: 'Params .MsgParams .MsgParamsResponse',
    },
  },
  'neutron.ibcratelimit.v1beta1': {
    messages: {
      Params: 'contract_address string 1',
      QueryParamsRequest: '',
      QueryParamsResponse: 'params .Params 1',
      MsgUpdateParams: 'authority string 1, params .Params 2',
      MsgUpdateParamsResponse: '',
    },
    enums: {},
    services: {
      Query: 'Params .QueryParamsRequest .QueryParamsResponse',
      Msg: 'UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
    },
  },
  'neutron.dynamicfees.v1': {
    messages: {
      Params: 'ntrn_prices cosmos.base.v1beta1.DecCoin[] 1',
      QueryParamsRequest: '',
      QueryParamsResponse: 'params .Params 1',
      MsgUpdateParams: 'authority string 1, params .Params 2',
      MsgUpdateParamsResponse: '',
    },
    enums: {},
    services: {
      Query: 'Params .QueryParamsRequest .QueryParamsResponse',
      Msg: 'UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
    },
  },
  'neutron.state_verifier.v1': {
    messages: {
      ConsensusState: 'height int64 1, cs ibc.lightclients.tendermint.v1.ConsensusState? 2',
      GenesisState: 'states .ConsensusState[] 1',
      QueryVerifyStateValuesRequest: 'height uint64 1, storage_values neutron.interchainqueries.StorageValue[] 2',
      QueryVerifyStateValuesResponse: 'valid bool 1',
      QueryConsensusStateRequest: 'height uint64 1',
      QueryConsensusStateResponse: 'cs .ConsensusState? 2',
    },
    enums: {},
    services: {
      Query:
        'VerifyStateValues .QueryVerifyStateValuesRequest .QueryVerifyStateValuesResponse, QueryConsensusState .QueryConsensusStateRequest .QueryConsensusStateResponse',
    },
  },
  'gaia.globalfee.v1beta1': {
    messages: {
      Params:
        'minimum_gas_prices cosmos.base.v1beta1.DecCoin[] 1, bypass_min_fee_msg_types string[] 2, max_total_bypass_min_fee_msg_gas_usage uint64 3',
      QueryParamsRequest: '',
      QueryParamsResponse: 'params .Params 1',
      MsgUpdateParams: 'authority string 1, params .Params 2',
      MsgUpdateParamsResponse: '',
    },
    enums: {},
    services: {
      Query: 'Params .QueryParamsRequest .QueryParamsResponse',
      Msg: 'UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
    },
  },
  'cosmos.crypto.secp256r1': { messages: { PubKey: 'key bytes 1' }, enums: {}, services: {} },
  'neutron.crypto.v1beta1.ethsecp256k1': { messages: { PubKey: 'key bytes 1' }, enums: {}, services: {} },
}
