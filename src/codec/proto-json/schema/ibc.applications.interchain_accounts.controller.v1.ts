// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const IBC_APPLICATIONS_INTERCHAIN_ACCOUNTS_CONTROLLER_V1: PackageTable = {
  messages: {
    Params: 'controller_enabled bool 1',
    QueryInterchainAccountRequest: 'owner string 1, connection_id string 2',
    QueryInterchainAccountResponse: 'address string 1',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params? 1',
    MsgRegisterInterchainAccount:
      'owner string 1, connection_id string 2, version string 3, ordering ibc.core.channel.v1.Order 4',
    MsgRegisterInterchainAccountResponse: 'channel_id string 1, port_id string 2',
    MsgSendTx:
      'owner string 1, connection_id string 2, packet_data ibc.applications.interchain_accounts.v1.InterchainAccountPacketData 3, relative_timeout uint64 4',
    MsgSendTxResponse: 'sequence uint64 1',
    MsgUpdateParams: 'signer string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
  },
  enums: {},
  services: {
    Query:
      'InterchainAccount .QueryInterchainAccountRequest .QueryInterchainAccountResponse, Params .QueryParamsRequest .QueryParamsResponse',
    Msg: 'RegisterInterchainAccount .MsgRegisterInterchainAccount .MsgRegisterInterchainAccountResponse, SendTx .MsgSendTx .MsgSendTxResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
  },
}
