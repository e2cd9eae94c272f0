// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const NEUTRON_DYNAMICFEES_V1: PackageTable = {
  messages: {
    Params: 'ntrn_prices cosmos.base.v1beta1.DecCoin[] 1',
    GenesisState: 'params .Params 1',
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
}
