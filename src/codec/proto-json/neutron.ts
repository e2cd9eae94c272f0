import type { PackageTable } from './schema.js'

/** Packages that no published types have. Source: neutron proto (06e81b9f), cosmos-sdk v0.53.6 proto. */
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
  'osmosis.tokenfactory.v1beta1': {
    messages: {
      DenomAuthorityMetadata: 'Admin string 1',
      WhitelistedHook: 'code_id uint64 1, denom_creator string 2',
      Params:
        'denom_creation_fee cosmos.base.v1beta1.Coin[] 1, denom_creation_gas_consume uint64 2, fee_collector_address string 3, whitelisted_hooks .WhitelistedHook[] 4',
      MsgCreateDenom: 'sender string 1, subdenom string 2',
      MsgCreateDenomResponse: 'new_token_denom string 1',
      MsgMint: 'sender string 1, amount cosmos.base.v1beta1.Coin 2, mint_to_address string 3',
      MsgMintResponse: '',
      MsgBurn: 'sender string 1, amount cosmos.base.v1beta1.Coin 2, burn_from_address string 3',
      MsgBurnResponse: '',
      MsgChangeAdmin: 'sender string 1, denom string 2, new_admin string 3',
      MsgChangeAdminResponse: '',
      QueryParamsRequest: '',
      QueryParamsResponse: 'params .Params 1',
      QueryDenomAuthorityMetadataRequest: 'creator string 1, subdenom string 2',
      QueryDenomAuthorityMetadataResponse: 'authority_metadata .DenomAuthorityMetadata 1',
      QueryDenomsFromCreatorRequest: 'creator string 1',
      QueryDenomsFromCreatorResponse: 'denoms string[] 1',
      QueryBeforeSendHookAddressRequest: 'creator string 1, subdenom string 2',
      QueryBeforeSendHookAddressResponse: 'contract_addr string 1',
      QueryFullDenomRequest: 'creator string 1, subdenom string 2',
      QueryFullDenomResponse: 'full_denom string 1',
    },
    enums: {},
    services: {
      Query:
        'Params .QueryParamsRequest .QueryParamsResponse, DenomAuthorityMetadata .QueryDenomAuthorityMetadataRequest .QueryDenomAuthorityMetadataResponse, DenomsFromCreator .QueryDenomsFromCreatorRequest .QueryDenomsFromCreatorResponse, BeforeSendHookAddress .QueryBeforeSendHookAddressRequest .QueryBeforeSendHookAddressResponse, FullDenom .QueryFullDenomRequest .QueryFullDenomResponse',
    },
  },
  'cosmos.crypto.secp256r1': { messages: { PubKey: 'key bytes 1' }, enums: {}, services: {} },
}
