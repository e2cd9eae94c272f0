import * as types from 'cosmjs-types/ibc/applications/transfer/v1/query'
import { addressText, below, GrpcError, paginate, query, rethrowing, type Module } from '../../chain/index.js'
import { denomProblem, encodeCoin } from '../../codec/index.js'
import { channelIdProblem, portIdProblem } from '../../codec/ibc/index.js'
import { Denom as DenomCodec } from 'cosmjs-types/ibc/applications/transfer/v1/token'
import { denomOf, hashOf, hashText, type Denom } from '../../chain/ibc/index.js'
import { parseHash, validateDenom } from './denom.js'
import { ErrChannelNotFound, ErrDenomNotFound, ErrInvalidId } from './errors.js'
import { sortDenoms } from './genesis.js'
import type { TransferKeeper } from './keeper.js'
import { DENOMS_PREFIX, escrowAddress, STORE } from './keys.js'

const SERVICE = '/ibc.applications.transfer.v1.Query'

/** Source: ibc-go v10.5.0 apps/transfer/keeper/grpc_query.go. */
export const transferQueries = (keeper: TransferKeeper): NonNullable<Module['queries']> => ({
  [`${SERVICE}/Denom`]: query(types.QueryDenomRequest, types.QueryDenomResponse, (ctx, { hash: text }) => {
    const hash = invalid(
      (log) => `invalid denom trace hash: , error: ${log}`,
      () => parseHash(text.startsWith('ibc/') ? text.slice(4) : text),
    )
    const denom = keeper.denom(ctx, hash)
    if (denom === undefined) throw new GrpcError('NotFound', ErrDenomNotFound.error(text).log)
    return { denom }
  }),
  [`${SERVICE}/Denoms`]: query(types.QueryDenomsRequest, types.QueryDenomsResponse, (ctx, { pagination }) => {
    const denoms: Denom[] = []
    const page = paginate(below(ctx.store(STORE), DENOMS_PREFIX), pagination, (_, value) =>
      denoms.push(DenomCodec.decode(value)),
    )
    return { denoms: sortDenoms(denoms), pagination: page }
  }),
  [`${SERVICE}/Params`]: query(types.QueryParamsRequest, types.QueryParamsResponse, (ctx) => ({
    params: keeper.params(ctx),
  })),
  [`${SERVICE}/DenomHash`]: query(types.QueryDenomHashRequest, types.QueryDenomHashResponse, (ctx, { trace }) => {
    const denom = denomOf(trace)
    invalid(
      (log) => log,
      () => validateDenom(denom),
    )
    if (!keeper.hasDenom(ctx, hashOf(denom))) throw new GrpcError('NotFound', ErrDenomNotFound.error(trace).log)
    return { hash: hashText(denom) }
  }),
  [`${SERVICE}/EscrowAddress`]: query(
    types.QueryEscrowAddressRequest,
    types.QueryEscrowAddressResponse,
    (ctx, { portId, channelId }) => {
      const problem = portIdProblem(portId) ?? channelIdProblem(channelId)
      if (problem !== undefined) throw new GrpcError('InvalidArgument', ErrInvalidId.error(problem).log)
      if (keeper.channels.get(ctx, portId, channelId) === undefined)
        throw new GrpcError('NotFound', ErrChannelNotFound.error(`port ID (${portId}) channel ID (${channelId})`).log)
      return { escrowAddress: addressText(ctx.prefix, escrowAddress(portId, channelId)) }
    },
  ),
  [`${SERVICE}/TotalEscrowForDenom`]: query(
    types.QueryTotalEscrowForDenomRequest,
    types.QueryTotalEscrowForDenomResponse,
    (ctx, { denom }) => {
      const problem = denomProblem(denom)
      if (problem !== undefined) throw new GrpcError('InvalidArgument', problem)
      return { amount: encodeCoin({ denom, amount: keeper.totalEscrow(ctx, denom) }) }
    },
  ),
})

function invalid<T>(text: (log: string) => string, run: () => T): T {
  return rethrowing((error) => new GrpcError('InvalidArgument', text(error.log)), run)
}
