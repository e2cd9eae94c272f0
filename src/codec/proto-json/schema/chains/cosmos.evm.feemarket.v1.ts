// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const COSMOS_EVM_FEEMARKET_V1: PackageTable = {
  messages: {
    EventFeeMarket: 'base_fee string 1',
    EventBlockGas: 'height string 1, amount string 2',
    Params:
      'no_base_fee bool 1, base_fee_change_denominator uint32 2, elasticity_multiplier uint32 3, enable_height int64 5, base_fee string 6, min_gas_price string 7, min_gas_multiplier string 8',
    GenesisState: 'params .Params 1, block_gas uint64 3',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params 1',
    QueryBaseFeeRequest: '',
    QueryBaseFeeResponse: 'base_fee string 1',
    QueryBlockGasRequest: '',
    QueryBlockGasResponse: 'gas int64 1',
    MsgUpdateParams: 'authority string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
  },
  enums: {},
  services: {
    Query:
      'Params .QueryParamsRequest .QueryParamsResponse, BaseFee .QueryBaseFeeRequest .QueryBaseFeeResponse, BlockGas .QueryBlockGasRequest .QueryBlockGasResponse',
    Msg: 'UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
  },
}
