import { NO_BYTES, NotSupportedError, toUtf8, type SudoboxError } from '../../../base/index.js'
import { plainError, wrapError } from '../../../chain/index.js'
import { ProtoError } from '../../../codec/index.js'
import { methodTypes, protoJson, SchemaError } from '../../../codec/proto-json/index.js'
import { unsupportedRequest } from '../../../codec/wasm/index.js'
import type { Queries } from '../expected.js'
import type { Querier } from './queriers.js'

/** Writes the protobuf response of a query as the chain's JSON. @throws ProtoError for invalid bytes */
export type ResponseJson = (response: Uint8Array) => string

/** The gRPC paths that contracts may query, by `grpc` and `stargate`. Source: wasmd `AcceptedQueries`. */
export type AllowedQueries = ReadonlyMap<string, ResponseJson>

/** A path; its response has the type that its service declares, or another one that the chain decodes it as. */
export const allowedQuery = (path: string, responseType?: string): readonly [path: string, json: ResponseJson] => [
  path,
  (response) => {
    const type = responseType ?? methodTypes(path)?.response
    if (type === undefined) throw new NotSupportedError(`the JSON of ${path} is not known here`)
    return protoJson(type, response)
  },
]

/** The bytes of the module's response. @throws SystemErrorException for a path that is not allowed or that no module answers */
function routed(
  kind: 'gRPC' | 'Stargate',
  allowed: AllowedQueries,
  queries: () => Queries,
  ...[ctx, _contract, { path, data }]: Parameters<Querier<'grpc'>>
): { readonly response: Uint8Array; readonly json: ResponseJson } {
  // Source: wasmd `RejectGrpcQuerier`, `RejectStargateQuerier`, which a chain without a list has.
  if (allowed.size === 0) throw unsupportedRequest(`${kind} queries are disabled on this chain`)
  const json = allowed.get(path)
  if (json === undefined) throw unsupportedRequest(`'${path}' path is not allowed from the contract`)
  const handler = queries().handler(path)
  if (handler === undefined) throw unsupportedRequest(`No route to query '${path}'`)
  return { response: handler(ctx, data ?? NO_BYTES), json }
}

/** `grpc` queries: the response stays protobuf. Source: wasmd `AcceptListGrpcQuerier`. */
export const grpcQuerier =
  (allowed: AllowedQueries, queries: () => Queries): Querier<'grpc'> =>
  (...query) =>
    routed('gRPC', allowed, queries, ...query).response

/** `stargate` queries: the response as JSON. Source: wasmd `AcceptListStargateQuerier`, `ConvertProtoToJSONMarshal`. */
export const stargateQuerier =
  (allowed: AllowedQueries, queries: () => Queries): Querier<'stargate'> =>
  (...query) => {
    const { response, json } = routed('Stargate', allowed, queries, ...query)
    try {
      return toUtf8(json(response))
    } catch (error) {
      if (error instanceof ProtoError) throw notWritten('to proto', error)
      if (error instanceof SchemaError) throw notWritten('to json', error)
      throw error
    }
  }

const notWritten = (step: string, cause: SudoboxError) => wrapError(plainError(cause.shortMessage, cause), step)
