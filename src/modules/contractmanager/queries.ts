import {
  below,
  DEFAULT_LIMIT,
  GrpcError,
  paginate,
  parseAccAddress,
  query,
  rethrowing,
  type Context,
  type GrpcCode,
  type Module,
} from '../../chain/index.js'
import {
  Failure,
  NolusFailuresRequest,
  QueryFailureRequest,
  QueryFailureResponse,
  QueryFailuresRequest,
  QueryFailuresResponse,
  QueryParamsRequest,
  QueryParamsResponse,
} from '../../codec/neutron/contractmanager.js'
import type { ContractManagerKeeper } from './keeper.js'
import { FAILURES_PREFIX, failuresOf, STORE } from './keys.js'

/** Runs part of a query; its error becomes a gRPC error. */
function asGrpc<T>(code: GrpcCode, text: (log: string) => string, run: () => T): T {
  return rethrowing((error) => new GrpcError(code, text(error.log)), run)
}

/** One failure. @throws GrpcError InvalidArgument. Source: neutron x/contractmanager/keeper/grpc_query_failure.go `AddressFailure`. */
export function queryFailure(keeper: ContractManagerKeeper, ctx: Context, request: QueryFailureRequest): Failure {
  const contract = asGrpc(
    'InvalidArgument',
    (log) => `invalid address: ${log}`,
    () => parseAccAddress(ctx.prefix, request.address),
  )
  return asGrpc(
    'InvalidArgument',
    (log) => log,
    () => keeper.failure(ctx, contract, request.failureId),
  )
}

/** A page of failures, of one contract or of all. @throws GrpcError InvalidArgument, Internal. Source: `AddressFailures`. */
export function queryFailures(ctx: Context, { address, pagination }: QueryFailuresRequest): QueryFailuresResponse {
  if (pagination !== undefined && pagination.limit > DEFAULT_LIMIT)
    throw new GrpcError(
      'InvalidArgument',
      `limit is more than maximum allowed (${pagination.limit} > ${DEFAULT_LIMIT})`,
    )
  if (address !== '')
    asGrpc(
      'InvalidArgument',
      () => `failed to parse address: ${address}`,
      () => parseAccAddress(ctx.prefix, address),
    )
  const store = below(ctx.store(STORE), address === '' ? FAILURES_PREFIX : failuresOf(address))
  const failures: Failure[] = []
  const page = asGrpc(
    'Internal',
    (log) => log,
    () => paginate(store, pagination, (_, value) => failures.push(Failure.decode(value))),
  )
  return { failures, pagination: page }
}

/** The four gRPC queries; `Failures` and `AddressFailures` are one. */
export function contractManagerQueries(keeper: ContractManagerKeeper): NonNullable<Module['queries']> {
  const isNolus = keeper.release === 'nolus'
  const failures = query(isNolus ? NolusFailuresRequest : QueryFailuresRequest, QueryFailuresResponse, queryFailures)
  const service = `/${keeper.release}.contractmanager.Query`
  return {
    [`${service}/Params`]: query(QueryParamsRequest, QueryParamsResponse, (ctx) => ({
      params: keeper.params(ctx),
    })),
    // On Nolus the response is a list, which reads the same.
    [`${service}/AddressFailure`]: query(QueryFailureRequest, QueryFailureResponse, (ctx, request) => ({
      failure: queryFailure(keeper, ctx, request),
    })),
    [`${service}/AddressFailures`]: failures,
    [`${service}/Failures`]: failures,
  }
}
