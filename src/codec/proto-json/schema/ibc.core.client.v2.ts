// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const IBC_CORE_CLIENT_V2: PackageTable = {
  messages: {
    Config: 'allowed_relayers string[] 1',
    CounterpartyInfo: 'merkle_prefix bytes[] 1, client_id string 2',
    QueryCounterpartyInfoRequest: 'client_id string 1',
    QueryCounterpartyInfoResponse: 'counterparty_info .CounterpartyInfo? 1',
    QueryConfigRequest: 'client_id string 1',
    QueryConfigResponse: 'config .Config? 1',
    MsgRegisterCounterparty:
      'client_id string 1, counterparty_merkle_prefix bytes[] 2, counterparty_client_id string 3, signer string 4',
    MsgRegisterCounterpartyResponse: '',
    MsgUpdateClientConfig: 'client_id string 1, config .Config 2, signer string 3',
    MsgUpdateClientConfigResponse: '',
  },
  enums: {},
  services: {
    Query:
      'CounterpartyInfo .QueryCounterpartyInfoRequest .QueryCounterpartyInfoResponse, Config .QueryConfigRequest .QueryConfigResponse',
    Msg: 'RegisterCounterparty .MsgRegisterCounterparty .MsgRegisterCounterpartyResponse, UpdateClientConfig .MsgUpdateClientConfig .MsgUpdateClientConfigResponse',
  },
}
