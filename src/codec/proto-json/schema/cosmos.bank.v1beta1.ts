// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_BANK_V1BETA1: PackageTable = {
  messages: {
    Params: 'send_enabled .SendEnabled[] 1, default_send_enabled bool 2',
    SendEnabled: 'denom string 1, enabled bool 2',
    Input: 'address string 1, coins cosmos.base.v1beta1.Coin[] 2',
    Output: 'address string 1, coins cosmos.base.v1beta1.Coin[] 2',
    Supply: 'total cosmos.base.v1beta1.Coin[] 1',
    DenomUnit: 'denom string 1, exponent uint32 2, aliases string[] 3',
    Metadata:
      'description string 1, denom_units .DenomUnit[] 2, base string 3, display string 4, name string 5, symbol string 6, uri string 7, uri_hash string 8',
    QueryBalanceRequest: 'address string 1, denom string 2',
    QueryBalanceResponse: 'balance cosmos.base.v1beta1.Coin? 1',
    QueryAllBalancesRequest:
      'address string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2, resolve_denom bool 3',
    QueryAllBalancesResponse:
      'balances cosmos.base.v1beta1.Coin[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QuerySpendableBalancesRequest: 'address string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QuerySpendableBalancesResponse:
      'balances cosmos.base.v1beta1.Coin[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QuerySpendableBalanceByDenomRequest: 'address string 1, denom string 2',
    QuerySpendableBalanceByDenomResponse: 'balance cosmos.base.v1beta1.Coin? 1',
    QueryTotalSupplyRequest: 'pagination cosmos.base.query.v1beta1.PageRequest? 1',
    QueryTotalSupplyResponse:
      'supply cosmos.base.v1beta1.Coin[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QuerySupplyOfRequest: 'denom string 1',
    QuerySupplyOfResponse: 'amount cosmos.base.v1beta1.Coin 1',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params 1',
    QueryDenomsMetadataRequest: 'pagination cosmos.base.query.v1beta1.PageRequest? 1',
    QueryDenomsMetadataResponse: 'metadatas .Metadata[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryDenomMetadataRequest: 'denom string 1',
    QueryDenomMetadataResponse: 'metadata .Metadata 1',
    QueryDenomMetadataByQueryStringRequest: 'denom string 1',
    QueryDenomMetadataByQueryStringResponse: 'metadata .Metadata 1',
    QueryDenomOwnersRequest: 'denom string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    DenomOwner: 'address string 1, balance cosmos.base.v1beta1.Coin 2',
    QueryDenomOwnersResponse: 'denom_owners .DenomOwner[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryDenomOwnersByQueryRequest: 'denom string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryDenomOwnersByQueryResponse:
      'denom_owners .DenomOwner[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QuerySendEnabledRequest: 'denoms string[] 1, pagination cosmos.base.query.v1beta1.PageRequest? 99',
    QuerySendEnabledResponse: 'send_enabled .SendEnabled[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 99',
    MsgSend: 'from_address string 1, to_address string 2, amount cosmos.base.v1beta1.Coin[] 3',
    MsgSendResponse: '',
    MsgMultiSend: 'inputs .Input[] 1, outputs .Output[] 2',
    MsgMultiSendResponse: '',
    MsgUpdateParams: 'authority string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
    MsgSetSendEnabled: 'authority string 1, send_enabled .SendEnabled[] 2, use_default_for string[] 3',
    MsgSetSendEnabledResponse: '',
    SendAuthorization: 'spend_limit cosmos.base.v1beta1.Coin[] 1, allow_list string[] 2',
  },
  enums: {},
  services: {
    Query:
      'Balance .QueryBalanceRequest .QueryBalanceResponse, AllBalances .QueryAllBalancesRequest .QueryAllBalancesResponse, SpendableBalances .QuerySpendableBalancesRequest .QuerySpendableBalancesResponse, SpendableBalanceByDenom .QuerySpendableBalanceByDenomRequest .QuerySpendableBalanceByDenomResponse, TotalSupply .QueryTotalSupplyRequest .QueryTotalSupplyResponse, SupplyOf .QuerySupplyOfRequest .QuerySupplyOfResponse, Params .QueryParamsRequest .QueryParamsResponse, DenomsMetadata .QueryDenomsMetadataRequest .QueryDenomsMetadataResponse, DenomMetadata .QueryDenomMetadataRequest .QueryDenomMetadataResponse, DenomMetadataByQueryString .QueryDenomMetadataByQueryStringRequest .QueryDenomMetadataByQueryStringResponse, DenomOwners .QueryDenomOwnersRequest .QueryDenomOwnersResponse, DenomOwnersByQuery .QueryDenomOwnersByQueryRequest .QueryDenomOwnersByQueryResponse, SendEnabled .QuerySendEnabledRequest .QuerySendEnabledResponse',
    Msg: 'Send .MsgSend .MsgSendResponse, MultiSend .MsgMultiSend .MsgMultiSendResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse, SetSendEnabled .MsgSetSendEnabled .MsgSetSendEnabledResponse',
  },
}
