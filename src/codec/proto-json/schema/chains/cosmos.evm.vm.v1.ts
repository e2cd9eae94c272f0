// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const COSMOS_EVM_VM_V1: PackageTable = {
  messages: {
    EventEthereumTx:
      'amount string 1, eth_hash string 2, index string 3, gas_used string 4, hash string 5, recipient string 6, eth_tx_failed string 7',
    EventTxLog: 'tx_logs string[] 1',
    EventMessage: 'module string 1, sender string 2, tx_type string 3',
    EventBlockBloom: 'bloom string 1',
    Params:
      'evm_denom string 1, extra_eips int64[] 4, evm_channels string[] 7, access_control .AccessControl 8, active_static_precompiles string[] 9, history_serve_window uint64 10, extended_denom_options .ExtendedDenomOptions? 11',
    ExtendedDenomOptions: 'extended_denom string 1',
    AccessControl: 'create .AccessControlType 1, call .AccessControlType 2',
    AccessControlType: 'access_type .AccessType 1, access_control_list string[] 2',
    ChainConfig:
      'homestead_block string 1, dao_fork_block string 2, dao_fork_support bool 3, eip150_block string 4, eip155_block string 6, eip158_block string 7, byzantium_block string 8, constantinople_block string 9, petersburg_block string 10, istanbul_block string 11, muir_glacier_block string 12, berlin_block string 13, london_block string 17, arrow_glacier_block string 18, gray_glacier_block string 20, merge_netsplit_block string 21, chain_id uint64 24, denom string 25, decimals uint64 26, shanghai_time string 27, cancun_time string 28, prague_time string 29, verkle_time string 30, osaka_time string 31',
    State: 'key string 1, value string 2',
    TransactionLogs: 'hash string 1, logs .Log[] 2',
    Log: 'address string 1, topics string[] 2, data bytes 3, block_number uint64 4, tx_hash string 5, tx_index uint64 6, block_hash string 7, index uint64 8, removed bool 9, block_timestamp uint64 10',
    TxResult:
      'contract_address string 1, bloom bytes 2, tx_logs .TransactionLogs 3, ret bytes 4, reverted bool 5, gas_used uint64 6',
    AccessTuple: 'address string 1, storage_keys string[] 2',
    TraceConfig:
      'tracer string 1, timeout string 2, reexec uint64 3, disable_stack bool 5, disable_storage bool 6, debug bool 8, limit int32 9, overrides .ChainConfig? 10, enable_memory bool 11, enable_return_data bool 12, tracer_json_config string 13',
    Preinstall: 'name string 1, address string 2, code string 3',
    EvmCoinInfo: 'denom string 1, extended_denom string 2, display_denom string 3, decimals uint32 4',
    GenesisState: 'accounts .GenesisAccount[] 1, params .Params 2, preinstalls .Preinstall[] 3',
    GenesisAccount: 'address string 1, code string 2, storage .State[] 3',
    QueryConfigRequest: '',
    QueryConfigResponse: 'config .ChainConfig? 1',
    QueryAccountRequest: 'address string 1',
    QueryAccountResponse: 'balance string 1, code_hash string 2, nonce uint64 3',
    QueryCosmosAccountRequest: 'address string 1',
    QueryCosmosAccountResponse: 'cosmos_address string 1, sequence uint64 2, account_number uint64 3',
    QueryValidatorAccountRequest: 'cons_address string 1',
    QueryValidatorAccountResponse: 'account_address string 1, sequence uint64 2, account_number uint64 3',
    QueryBalanceRequest: 'address string 1',
    QueryBalanceResponse: 'balance string 1',
    QueryStorageRequest: 'address string 1, key string 2',
    QueryStorageResponse: 'value string 1',
    QueryCodeRequest: 'address string 1',
    QueryCodeResponse: 'code bytes 1',
    QueryTxLogsRequest: 'hash string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryTxLogsResponse: 'logs .Log[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params 1',
    EthCallRequest: 'args bytes 1, gas_cap uint64 2, proposer_address bytes 3, chain_id int64 4, overrides bytes 5',
    EstimateGasResponse: 'gas uint64 1, ret bytes 2, vm_error string 3',
    QueryTraceTxRequest:
      'msg .MsgEthereumTx? 1, trace_config .TraceConfig? 3, predecessors .MsgEthereumTx[] 4, block_number int64 5, block_hash string 6, block_time google.protobuf.Timestamp 7, proposer_address bytes 8, chain_id int64 9, block_max_gas int64 10',
    QueryTraceTxResponse: 'data bytes 1',
    QueryTraceBlockRequest:
      'txs .MsgEthereumTx[] 1, trace_config .TraceConfig? 3, block_number int64 5, block_hash string 6, block_time google.protobuf.Timestamp 7, proposer_address bytes 8, chain_id int64 9, block_max_gas int64 10',
    QueryTraceBlockResponse: 'data bytes 1',
    QueryTraceCallRequest:
      'args bytes 1, gas_cap uint64 2, proposer_address bytes 3, trace_config .TraceConfig? 4, block_number int64 5, block_hash string 6, block_time google.protobuf.Timestamp 7, chain_id int64 8',
    QueryTraceCallResponse: 'data bytes 1',
    QueryBaseFeeRequest: '',
    QueryBaseFeeResponse: 'base_fee string 1',
    QueryGlobalMinGasPriceRequest: '',
    QueryGlobalMinGasPriceResponse: 'min_gas_price string 1',
    MsgEthereumTx: 'from bytes 5, raw bytes 6',
    ExtensionOptionsEthereumTx: '',
    MsgEthereumTxResponse:
      'hash string 1, logs .Log[] 2, ret bytes 3, vm_error string 4, gas_used uint64 5, max_used_gas uint64 6, block_hash bytes 7, block_timestamp uint64 8',
    MsgUpdateParams: 'authority string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
    MsgRegisterPreinstalls: 'authority string 1, preinstalls .Preinstall[] 2',
    MsgRegisterPreinstallsResponse: '',
  },
  enums: { AccessType: 'ACCESS_TYPE_PERMISSIONLESS 0, ACCESS_TYPE_RESTRICTED 1, ACCESS_TYPE_PERMISSIONED 2' },
  services: {
    Query:
      'Account .QueryAccountRequest .QueryAccountResponse, CosmosAccount .QueryCosmosAccountRequest .QueryCosmosAccountResponse, ValidatorAccount .QueryValidatorAccountRequest .QueryValidatorAccountResponse, Balance .QueryBalanceRequest .QueryBalanceResponse, Storage .QueryStorageRequest .QueryStorageResponse, Code .QueryCodeRequest .QueryCodeResponse, Params .QueryParamsRequest .QueryParamsResponse, EthCall .EthCallRequest .MsgEthereumTxResponse, EstimateGas .EthCallRequest .EstimateGasResponse, TraceTx .QueryTraceTxRequest .QueryTraceTxResponse, TraceBlock .QueryTraceBlockRequest .QueryTraceBlockResponse, TraceCall .QueryTraceCallRequest .QueryTraceCallResponse, BaseFee .QueryBaseFeeRequest .QueryBaseFeeResponse, Config .QueryConfigRequest .QueryConfigResponse, GlobalMinGasPrice .QueryGlobalMinGasPriceRequest .QueryGlobalMinGasPriceResponse',
    Msg: 'EthereumTx .MsgEthereumTx .MsgEthereumTxResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse, RegisterPreinstalls .MsgRegisterPreinstalls .MsgRegisterPreinstallsResponse',
  },
}
