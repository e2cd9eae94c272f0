import { query, writtenQuery, type Module } from '../../chain/index.js'
import { ProtoWriter } from '../../codec/index.js'
import {
  QueryBaseFeeRequest,
  QueryBaseFeeResponse,
  QueryBlockGasRequest,
  QueryBlockGasResponse,
  QueryParamsRequest,
} from '../../codec/messages/cosmos.evm.feemarket.v1.js'
import type { EvmFeeMarketKeeper } from './keeper.js'
import { encodeParams } from './params.js'

const SERVICE = '/cosmos.evm.feemarket.v1.Query'

/** Source: cosmos/evm v0.7.3 x/feemarket/keeper/grpc_query.go. */
export const evmFeeMarketQueries = (keeper: EvmFeeMarketKeeper): NonNullable<Module['queries']> => ({
  [`${SERVICE}/Params`]: writtenQuery(QueryParamsRequest, (ctx) =>
    new ProtoWriter().message(1, encodeParams(keeper.params(ctx))),
  ),
  [`${SERVICE}/BaseFee`]: query(QueryBaseFeeRequest, QueryBaseFeeResponse, (ctx) => ({
    baseFee: keeper.baseFee(ctx) ?? 0n,
  })),
  [`${SERVICE}/BlockGas`]: query(QueryBlockGasRequest, QueryBlockGasResponse, (ctx) => ({
    gas: keeper.countedGas(ctx),
  })),
})
