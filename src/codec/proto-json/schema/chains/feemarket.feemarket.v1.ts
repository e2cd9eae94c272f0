// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const FEEMARKET_FEEMARKET_V1: PackageTable = {
  messages: {
    Params:
      'alpha string 1, beta string 2, gamma string 3, delta string 4, min_base_gas_price string 5, min_learning_rate string 6, max_learning_rate string 7, max_block_utilization uint64 8, window uint64 9, fee_denom string 10, enabled bool 11, distribute_fees bool 12, send_tip_to_proposer bool 13',
    GenesisState: 'params .Params 1, state .State 2',
    State: 'base_gas_price string 1, learning_rate string 2, window uint64[] 3, index uint64 4',
    ParamsRequest: '',
    ParamsResponse: 'params .Params 1',
    StateRequest: '',
    StateResponse: 'state .State 1',
    GasPriceRequest: 'denom string 1',
    GasPriceResponse: 'price cosmos.base.v1beta1.DecCoin 1',
    GasPricesRequest: '',
    GasPricesResponse: 'prices cosmos.base.v1beta1.DecCoin[] 1',
    MsgParams: 'params .Params 1, authority string 2',
    MsgParamsResponse: '',
  },
  enums: {},
  services: {
    Query:
      'Params .ParamsRequest .ParamsResponse, State .StateRequest .StateResponse, GasPrice .GasPriceRequest .GasPriceResponse, GasPrices .GasPricesRequest .GasPricesResponse',
    Msg: 'Params .MsgParams .MsgParamsResponse',
  },
}
