// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const IBC_APPLICATIONS_TRANSFER_V1: PackageTable = {
  messages: {
    Allocation:
      'source_port string 1, source_channel string 2, spend_limit cosmos.base.v1beta1.Coin[] 3, allow_list string[] 4, allowed_packet_data string[] 5',
    TransferAuthorization: 'allocations .Allocation[] 1',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params? 1',
    QueryDenomRequest: 'hash string 1',
    QueryDenomResponse: 'denom .Denom? 1',
    QueryDenomsRequest: 'pagination cosmos.base.query.v1beta1.PageRequest? 1',
    QueryDenomsResponse: 'denoms .Denom[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryDenomHashRequest: 'trace string 1',
    QueryDenomHashResponse: 'hash string 1',
    QueryEscrowAddressRequest: 'port_id string 1, channel_id string 2',
    QueryEscrowAddressResponse: 'escrow_address string 1',
    QueryTotalEscrowForDenomRequest: 'denom string 1',
    QueryTotalEscrowForDenomResponse: 'amount cosmos.base.v1beta1.Coin 1',
    Params: 'send_enabled bool 1, receive_enabled bool 2',
    MsgTransfer:
      'source_port string 1, source_channel string 2, token cosmos.base.v1beta1.Coin 3, sender string 4, receiver string 5, timeout_height ibc.core.client.v1.Height 6, timeout_timestamp uint64 7, memo string 8, encoding string 9',
    MsgTransferResponse: 'sequence uint64 1',
    MsgUpdateParams: 'signer string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
    Token: 'denom .Denom 1, amount string 2',
    Denom: 'base string 1, trace .Hop[] 3',
    Hop: 'port_id string 1, channel_id string 2',
  },
  enums: {},
  services: {
    Query:
      'Params .QueryParamsRequest .QueryParamsResponse, Denoms .QueryDenomsRequest .QueryDenomsResponse, Denom .QueryDenomRequest .QueryDenomResponse, DenomHash .QueryDenomHashRequest .QueryDenomHashResponse, EscrowAddress .QueryEscrowAddressRequest .QueryEscrowAddressResponse, TotalEscrowForDenom .QueryTotalEscrowForDenomRequest .QueryTotalEscrowForDenomResponse',
    Msg: 'Transfer .MsgTransfer .MsgTransferResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
  },
}
