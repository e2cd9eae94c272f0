import { PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { below, GrpcError, paginate, rethrowing, writtenQuery, type Module } from '../../chain/index.js'
import { denomProblem, ProtoWriter } from '../../codec/index.js'
import {
  Params,
  QueryParamsRequest,
  QueryTokenPairRequest,
  QueryTokenPairsRequest,
} from '../../codec/messages/cosmos.evm.erc20.v1.js'
import { isEthAddress, parseEthAddress } from '../../crypto/index.js'
import { ERC20_STORE, PAIR_PREFIX, type Erc20Keeper } from './keeper.js'
import { encodePair } from './pairs.js'

const SERVICE = '/cosmos.evm.erc20.v1.Query'

/** Source: cosmos/evm v0.7.3 x/erc20/keeper/grpc_query.go. */
export const erc20Queries = (keeper: Erc20Keeper): NonNullable<Module['queries']> => ({
  [`${SERVICE}/TokenPairs`]: writtenQuery(QueryTokenPairsRequest, (ctx, { pagination }) => {
    const writer = new ProtoWriter()
    const page = rethrowing(
      ({ log }) => new GrpcError('Internal', log),
      () => paginate(below(ctx.store(ERC20_STORE), PAIR_PREFIX), pagination, (_, pair) => writer.message(1, pair)),
    )
    return writer.message(2, PageResponse.encode(PageResponse.fromPartial(page)).finish())
  }),
  [`${SERVICE}/TokenPair`]: writtenQuery(QueryTokenPairRequest, (ctx, { token }) => {
    if (!isEthAddress(token) && denomProblem(token) !== undefined)
      throw new GrpcError(
        'InvalidArgument',
        `invalid format for token ${token}, should be either hex ('0x...') cosmos denom`,
      )
    const pair = keeper.pair(ctx, isEthAddress(token) ? parseEthAddress(token) : token)
    if (pair === undefined) throw new GrpcError('NotFound', `token pair with token '${token}'`)
    return new ProtoWriter().message(1, encodePair(pair))
  }),
  [`${SERVICE}/Params`]: writtenQuery(QueryParamsRequest, (ctx) => {
    const { enabled, permissionless } = keeper.params(ctx)
    const params = Params.encode({ enableErc20: enabled, permissionlessRegistration: permissionless })
    return new ProtoWriter().message(1, params)
  }),
})
