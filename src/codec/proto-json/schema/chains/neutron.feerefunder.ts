// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const NEUTRON_FEEREFUNDER: PackageTable = {
  messages: {
    Fee: 'recv_fee cosmos.base.v1beta1.Coin[] 1, ack_fee cosmos.base.v1beta1.Coin[] 2, timeout_fee cosmos.base.v1beta1.Coin[] 3',
    PacketID: 'channel_id string 1, port_id string 2, sequence uint64 3',
    Params: 'min_fee .Fee 1, fee_enabled bool 2',
    GenesisState: 'params .Params 1, fee_infos .FeeInfo[] 2',
    FeeInfo: 'payer string 1, packet_id .PacketID 2, fee .Fee 3',
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
}
