import { PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import {
  QueryParamsRequest,
  QuerySigningInfoRequest,
  QuerySigningInfoResponse,
  QuerySigningInfosRequest,
  QuerySigningInfosResponse,
} from 'cosmjs-types/cosmos/slashing/v1beta1/query'
import { ValidatorSigningInfo } from 'cosmjs-types/cosmos/slashing/v1beta1/slashing'
import { below, decoding, GrpcError, paginate, parseConsensus, writtenQuery, type Module } from '../../chain/index.js'
import { ProtoWriter } from '../../codec/index.js'
import { SIGNING_INFO_PREFIX, SLASHING_STORE } from './keys.js'
import { encodeParams, getParams } from './params.js'
import { findInfo } from './records.js'

const SERVICE = '/cosmos.slashing.v1beta1.Query'

/** Source: cosmos-sdk x/slashing/keeper/grpc_query.go. */
export const slashingQueries: NonNullable<Module['queries']> = {
  [`${SERVICE}/Params`]: writtenQuery(QueryParamsRequest, (ctx) =>
    new ProtoWriter().message(1, encodeParams(getParams(ctx))),
  ),
  [`${SERVICE}/SigningInfo`]: (ctx, bytes) => {
    const { consAddress } = decoding(() => QuerySigningInfoRequest.decode(bytes))
    if (consAddress === '') throw new GrpcError('InvalidArgument', 'invalid request')
    const valSigningInfo = findInfo(ctx, parseConsensus(ctx, consAddress))
    if (valSigningInfo === undefined)
      throw new GrpcError('NotFound', `SigningInfo not found for validator ${consAddress}`)
    return QuerySigningInfoResponse.encode({ valSigningInfo }).finish()
  },
  [`${SERVICE}/SigningInfos`]: (ctx, bytes) => {
    const { pagination } = decoding(() => QuerySigningInfosRequest.decode(bytes))
    const info: ValidatorSigningInfo[] = []
    const page = paginate(below(ctx.store(SLASHING_STORE), SIGNING_INFO_PREFIX), pagination, (_, value) =>
      info.push(ValidatorSigningInfo.decode(value)),
    )
    return QuerySigningInfosResponse.encode({ info, pagination: PageResponse.fromPartial(page) }).finish()
  },
}
