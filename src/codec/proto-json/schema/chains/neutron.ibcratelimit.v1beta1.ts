// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const NEUTRON_IBCRATELIMIT_V1BETA1: PackageTable = {
  messages: {
    Params: 'contract_address string 1',
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
