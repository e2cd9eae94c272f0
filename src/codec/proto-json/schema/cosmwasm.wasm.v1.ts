// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMWASM_WASM_V1: PackageTable = {
  messages: {
    StoreCodeAuthorization: 'grants .CodeGrant[] 1',
    ContractExecutionAuthorization: 'grants .ContractGrant[] 1',
    ContractMigrationAuthorization: 'grants .ContractGrant[] 1',
    CodeGrant: 'code_hash bytes 1, instantiate_permission .AccessConfig? 2',
    ContractGrant: 'contract string 1, limit google.protobuf.Any? 2, filter google.protobuf.Any? 3',
    MaxCallsLimit: 'remaining uint64 1',
    MaxFundsLimit: 'amounts cosmos.base.v1beta1.Coin[] 1',
    CombinedLimit: 'calls_remaining uint64 1, amounts cosmos.base.v1beta1.Coin[] 2',
    AllowAllMessagesFilter: '',
    AcceptedMessageKeysFilter: 'keys string[] 1',
    AcceptedMessagesFilter: 'messages bytes[] 1',
    MsgIBCSend: 'channel string 2, timeout_height uint64 4, timeout_timestamp uint64 5, data bytes 6',
    MsgIBCSendResponse: 'sequence uint64 1',
    MsgIBCWriteAcknowledgementResponse: '',
    MsgIBCCloseChannel: 'channel string 2',
    StoreCodeProposal:
      'title string 1, description string 2, run_as string 3, wasm_byte_code bytes 4, instantiate_permission .AccessConfig? 7, unpin_code bool 8, source string 9, builder string 10, code_hash bytes 11',
    InstantiateContractProposal:
      'title string 1, description string 2, run_as string 3, admin string 4, code_id uint64 5, label string 6, msg bytes 7, funds cosmos.base.v1beta1.Coin[] 8',
    InstantiateContract2Proposal:
      'title string 1, description string 2, run_as string 3, admin string 4, code_id uint64 5, label string 6, msg bytes 7, funds cosmos.base.v1beta1.Coin[] 8, salt bytes 9, fix_msg bool 10',
    MigrateContractProposal: 'title string 1, description string 2, contract string 4, code_id uint64 5, msg bytes 6',
    SudoContractProposal: 'title string 1, description string 2, contract string 3, msg bytes 4',
    ExecuteContractProposal:
      'title string 1, description string 2, run_as string 3, contract string 4, msg bytes 5, funds cosmos.base.v1beta1.Coin[] 6',
    UpdateAdminProposal: 'title string 1, description string 2, new_admin string 3, contract string 4',
    ClearAdminProposal: 'title string 1, description string 2, contract string 3',
    PinCodesProposal: 'title string 1, description string 2, code_ids uint64[] 3',
    UnpinCodesProposal: 'title string 1, description string 2, code_ids uint64[] 3',
    AccessConfigUpdate: 'code_id uint64 1, instantiate_permission .AccessConfig 2',
    UpdateInstantiateConfigProposal:
      'title string 1, description string 2, access_config_updates .AccessConfigUpdate[] 3',
    StoreAndInstantiateContractProposal:
      'title string 1, description string 2, run_as string 3, wasm_byte_code bytes 4, instantiate_permission .AccessConfig? 5, unpin_code bool 6, admin string 7, label string 8, msg bytes 9, funds cosmos.base.v1beta1.Coin[] 10, source string 11, builder string 12, code_hash bytes 13',
    QueryContractInfoRequest: 'address string 1',
    QueryContractInfoResponse: 'address string 1, contract_info .ContractInfo 2',
    QueryContractHistoryRequest: 'address string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryContractHistoryResponse:
      'entries .ContractCodeHistoryEntry[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryContractsByCodeRequest: 'code_id uint64 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryContractsByCodeResponse: 'contracts string[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryAllContractStateRequest: 'address string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryAllContractStateResponse: 'models .Model[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryRawContractStateRequest: 'address string 1, query_data bytes 2',
    QueryRawContractStateResponse: 'data bytes 1',
    QuerySmartContractStateRequest: 'address string 1, query_data bytes 2',
    QuerySmartContractStateResponse: 'data bytes 1',
    QueryCodeRequest: 'code_id uint64 1',
    QueryCodeInfoRequest: 'code_id uint64 1',
    QueryCodeInfoResponse:
      'code_id uint64 1, creator string 2, checksum bytes 3, instantiate_permission .AccessConfig 4',
    CodeInfoResponse: 'code_id uint64 1, creator string 2, data_hash bytes 3, instantiate_permission .AccessConfig 6',
    QueryCodeResponse: 'code_info .CodeInfoResponse? 1, data bytes 2',
    QueryCodesRequest: 'pagination cosmos.base.query.v1beta1.PageRequest? 1',
    QueryCodesResponse: 'code_infos .CodeInfoResponse[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryPinnedCodesRequest: 'pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryPinnedCodesResponse: 'code_ids uint64[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params 1',
    QueryContractsByCreatorRequest: 'creator_address string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryContractsByCreatorResponse:
      'contract_addresses string[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryWasmLimitsConfigRequest: '',
    QueryWasmLimitsConfigResponse: 'config string 1',
    QueryBuildAddressRequest: 'code_hash string 1, creator_address string 2, salt string 3, init_args bytes 4',
    QueryBuildAddressResponse: 'address string 1',
    MsgStoreCode: 'sender string 1, wasm_byte_code bytes 2, instantiate_permission .AccessConfig? 5',
    MsgStoreCodeResponse: 'code_id uint64 1, checksum bytes 2',
    MsgInstantiateContract:
      'sender string 1, admin string 2, code_id uint64 3, label string 4, msg bytes 5, funds cosmos.base.v1beta1.Coin[] 6',
    MsgInstantiateContractResponse: 'address string 1, data bytes 2',
    MsgInstantiateContract2:
      'sender string 1, admin string 2, code_id uint64 3, label string 4, msg bytes 5, funds cosmos.base.v1beta1.Coin[] 6, salt bytes 7, fix_msg bool 8',
    MsgInstantiateContract2Response: 'address string 1, data bytes 2',
    MsgExecuteContract: 'sender string 1, contract string 2, msg bytes 3, funds cosmos.base.v1beta1.Coin[] 5',
    MsgExecuteContractResponse: 'data bytes 1',
    MsgMigrateContract: 'sender string 1, contract string 2, code_id uint64 3, msg bytes 4',
    MsgMigrateContractResponse: 'data bytes 1',
    MsgUpdateAdmin: 'sender string 1, new_admin string 2, contract string 3',
    MsgUpdateAdminResponse: '',
    MsgClearAdmin: 'sender string 1, contract string 3',
    MsgClearAdminResponse: '',
    MsgUpdateInstantiateConfig: 'sender string 1, code_id uint64 2, new_instantiate_permission .AccessConfig? 3',
    MsgUpdateInstantiateConfigResponse: '',
    MsgUpdateParams: 'authority string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
    MsgSudoContract: 'authority string 1, contract string 2, msg bytes 3',
    MsgSudoContractResponse: 'data bytes 1',
    MsgPinCodes: 'authority string 1, code_ids uint64[] 2',
    MsgPinCodesResponse: '',
    MsgUnpinCodes: 'authority string 1, code_ids uint64[] 2',
    MsgUnpinCodesResponse: '',
    MsgStoreAndInstantiateContract:
      'authority string 1, wasm_byte_code bytes 3, instantiate_permission .AccessConfig? 4, unpin_code bool 5, admin string 6, label string 7, msg bytes 8, funds cosmos.base.v1beta1.Coin[] 9, source string 10, builder string 11, code_hash bytes 12',
    MsgStoreAndInstantiateContractResponse: 'address string 1, data bytes 2',
    MsgAddCodeUploadParamsAddresses: 'authority string 1, addresses string[] 2',
    MsgAddCodeUploadParamsAddressesResponse: '',
    MsgRemoveCodeUploadParamsAddresses: 'authority string 1, addresses string[] 2',
    MsgRemoveCodeUploadParamsAddressesResponse: '',
    MsgStoreAndMigrateContract:
      'authority string 1, wasm_byte_code bytes 2, instantiate_permission .AccessConfig? 3, contract string 4, msg bytes 5',
    MsgStoreAndMigrateContractResponse: 'code_id uint64 1, checksum bytes 2, data bytes 3',
    MsgUpdateContractLabel: 'sender string 1, new_label string 2, contract string 3',
    MsgUpdateContractLabelResponse: '',
    AccessTypeParam: 'value .AccessType 1',
    AccessConfig: 'permission .AccessType 1, addresses string[] 3',
    Params: 'code_upload_access .AccessConfig 1, instantiate_default_permission .AccessType 2',
    CodeInfo: 'code_hash bytes 1, creator string 2, instantiate_config .AccessConfig 5',
    ContractInfo:
      'code_id uint64 1, creator string 2, admin string 3, label string 4, created .AbsoluteTxPosition? 5, ibc_port_id string 6, extension google.protobuf.Any? 7, ibc2_port_id string 8',
    ContractCodeHistoryEntry:
      'operation .ContractCodeHistoryOperationType 1, code_id uint64 2, updated .AbsoluteTxPosition? 3, msg bytes 4',
    AbsoluteTxPosition: 'block_height uint64 1, tx_index uint64 2',
    Model: 'key bytes 1, value bytes 2',
  },
  enums: {
    AccessType:
      'ACCESS_TYPE_UNSPECIFIED 0, ACCESS_TYPE_NOBODY 1, ACCESS_TYPE_EVERYBODY 3, ACCESS_TYPE_ANY_OF_ADDRESSES 4',
    ContractCodeHistoryOperationType:
      'CONTRACT_CODE_HISTORY_OPERATION_TYPE_UNSPECIFIED 0, CONTRACT_CODE_HISTORY_OPERATION_TYPE_INIT 1, CONTRACT_CODE_HISTORY_OPERATION_TYPE_MIGRATE 2, CONTRACT_CODE_HISTORY_OPERATION_TYPE_GENESIS 3',
  },
  services: {
    Query:
      'ContractInfo .QueryContractInfoRequest .QueryContractInfoResponse, ContractHistory .QueryContractHistoryRequest .QueryContractHistoryResponse, ContractsByCode .QueryContractsByCodeRequest .QueryContractsByCodeResponse, AllContractState .QueryAllContractStateRequest .QueryAllContractStateResponse, RawContractState .QueryRawContractStateRequest .QueryRawContractStateResponse, SmartContractState .QuerySmartContractStateRequest .QuerySmartContractStateResponse, Code .QueryCodeRequest .QueryCodeResponse, Codes .QueryCodesRequest .QueryCodesResponse, CodeInfo .QueryCodeInfoRequest .QueryCodeInfoResponse, PinnedCodes .QueryPinnedCodesRequest .QueryPinnedCodesResponse, Params .QueryParamsRequest .QueryParamsResponse, ContractsByCreator .QueryContractsByCreatorRequest .QueryContractsByCreatorResponse, WasmLimitsConfig .QueryWasmLimitsConfigRequest .QueryWasmLimitsConfigResponse, BuildAddress .QueryBuildAddressRequest .QueryBuildAddressResponse',
    Msg: 'StoreCode .MsgStoreCode .MsgStoreCodeResponse, InstantiateContract .MsgInstantiateContract .MsgInstantiateContractResponse, InstantiateContract2 .MsgInstantiateContract2 .MsgInstantiateContract2Response, ExecuteContract .MsgExecuteContract .MsgExecuteContractResponse, MigrateContract .MsgMigrateContract .MsgMigrateContractResponse, UpdateAdmin .MsgUpdateAdmin .MsgUpdateAdminResponse, ClearAdmin .MsgClearAdmin .MsgClearAdminResponse, UpdateInstantiateConfig .MsgUpdateInstantiateConfig .MsgUpdateInstantiateConfigResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse, SudoContract .MsgSudoContract .MsgSudoContractResponse, PinCodes .MsgPinCodes .MsgPinCodesResponse, UnpinCodes .MsgUnpinCodes .MsgUnpinCodesResponse, StoreAndInstantiateContract .MsgStoreAndInstantiateContract .MsgStoreAndInstantiateContractResponse, RemoveCodeUploadParamsAddresses .MsgRemoveCodeUploadParamsAddresses .MsgRemoveCodeUploadParamsAddressesResponse, AddCodeUploadParamsAddresses .MsgAddCodeUploadParamsAddresses .MsgAddCodeUploadParamsAddressesResponse, StoreAndMigrateContract .MsgStoreAndMigrateContract .MsgStoreAndMigrateContractResponse, UpdateContractLabel .MsgUpdateContractLabel .MsgUpdateContractLabelResponse',
  },
}
