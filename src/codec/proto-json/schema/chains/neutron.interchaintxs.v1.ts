// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const NEUTRON_INTERCHAINTXS_V1: PackageTable = {
  messages: {
    Params: 'msg_submit_tx_max_messages uint64 1, register_fee cosmos.base.v1beta1.Coin[] 2',
    GenesisState: 'params .Params 1',
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
}
