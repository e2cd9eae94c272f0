import { ClientState } from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint'
import { ChainError } from '../../base/index.js'
import { below, filteredPaginate, GrpcError, query, rethrowing, type Context, type Module } from '../../chain/index.js'
import {
  QueryLastRemoteHeight,
  QueryLastRemoteHeightResponse,
  QueryParamsRequest,
  QueryParamsResponse,
  QueryRegisteredQueriesRequest,
  QueryRegisteredQueriesResponse,
  QueryRegisteredQueryRequest,
  QueryRegisteredQueryResponse,
  QueryRegisteredQueryResultRequest,
  QueryRegisteredQueryResultResponse,
  RegisteredQuery,
  SERVICE,
} from '../../codec/neutron/interchainqueries.js'
import { doubling, ErrInvalidConnectionId, ErrInvalidQueryId } from './errors.js'
import type { InterchainQueriesKeeper } from './keeper.js'
import { QUERIES_PREFIX, STORE } from './keys.js'
import { connectionClientState } from './remote.js'

/** A page of the queries of some owners and a connection, or of all. @throws GrpcError Internal. Source: `GetRegisteredQueries` */
export function registeredQueries(
  ctx: Context,
  { owners, connectionId, pagination }: QueryRegisteredQueriesRequest,
): QueryRegisteredQueriesResponse {
  const wanted = new Set(owners)
  const queries: RegisteredQuery[] = []
  try {
    const page = filteredPaginate(below(ctx.store(STORE), QUERIES_PREFIX), pagination, (_, value, accumulate) => {
      const found = RegisteredQuery.decode(value)
      if (wanted.size > 0 && !wanted.has(found.owner)) return false
      if (connectionId !== '' && found.connectionId !== connectionId) return false
      if (accumulate) queries.push(found)
      return true
    })
    return { registeredQueries: queries, pagination: page }
  } catch (error) {
    throw error instanceof ChainError ? new GrpcError('Internal', `paginate: ${error.log}`) : error
  }
}

/** Source: neutron x/interchainqueries/keeper/grpc_query.go, grpc_query_params.go. */
export const interchainQueriesQueries = (keeper: InterchainQueriesKeeper): NonNullable<Module['queries']> => ({
  [`/${SERVICE}.Query/Params`]: query(QueryParamsRequest, QueryParamsResponse, (ctx) => ({
    params: keeper.params(ctx),
  })),
  [`/${SERVICE}.Query/RegisteredQueries`]: query(
    QueryRegisteredQueriesRequest,
    QueryRegisteredQueriesResponse,
    registeredQueries,
  ),
  [`/${SERVICE}.Query/RegisteredQuery`]: query(
    QueryRegisteredQueryRequest,
    QueryRegisteredQueryResponse,
    (ctx, { queryId }) =>
      rethrowing(
        ({ log }) => ErrInvalidQueryId.error(`failed to get registered query by query id: ${log}`),
        () => ({ registeredQuery: keeper.query(ctx, queryId) }),
      ),
  ),
  [`/${SERVICE}.Query/QueryResult`]: query(
    QueryRegisteredQueryResultRequest,
    QueryRegisteredQueryResultResponse,
    (ctx, { queryId }) => {
      if (!keeper.has(ctx, queryId)) throw ErrInvalidQueryId.error(`query with id ${queryId} doesn't exist`)
      return doubling('failed to get query result by query id', () => ({ result: keeper.result(ctx, queryId) }))
    },
  ),
  [`/${SERVICE}.Query/LastRemoteHeight`]: query(
    QueryLastRemoteHeight,
    QueryLastRemoteHeightResponse,
    (ctx, { connectionId }) => {
      const state = rethrowing(
        () => ErrInvalidConnectionId.error('connection not found'),
        () => connectionClientState(keeper.options.ibc, ctx, connectionId),
      )
      // The reference never fills the revision.
      return { height: ClientState.decode(state.value).latestHeight.revisionHeight, revision: 0n }
    },
  ),
})
