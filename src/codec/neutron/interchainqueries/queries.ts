import { PageRequest, PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { NO_BYTES } from '../../../base/index.js'
import { protoMessages, protoString, protoStrings, protoUint64 } from '../../proto.js'
import { codec, empty, last, optional, type Codec } from './codec.js'
import {
  decodeParams,
  decodeQueryResult,
  decodeRegisteredQuery,
  encodeParams,
  encodeQueryResult,
  encodeRegisteredQuery,
  type Params,
  type QueryResult,
  type RegisteredQuery,
} from './records.js'

export const QueryParamsRequest = empty('QueryParamsRequest')
export const QueryParamsResponse: Codec<{ readonly params: Params }> = codec(
  'QueryParamsResponse',
  (writer, { params }) => writer.message(1, encodeParams(params)),
  (fields) => ({ params: decodeParams(last(fields, 1) ?? NO_BYTES) }),
)

export interface QueryRegisteredQueriesRequest {
  /** Empty for all. */
  readonly owners: readonly string[]
  /** '' for all. */
  readonly connectionId: string
  readonly pagination: PageRequest | undefined
}
export const QueryRegisteredQueriesRequest: Codec<QueryRegisteredQueriesRequest> = codec(
  'QueryRegisteredQueriesRequest',
  (writer, { owners, connectionId, pagination }) => {
    writer.strings(1, owners).string(2, connectionId)
    return pagination === undefined ? writer : writer.message(3, PageRequest.encode(pagination).finish())
  },
  (fields) => ({
    owners: protoStrings(fields, 1),
    connectionId: protoString(fields, 2),
    pagination: optional(fields, 3, (page) => PageRequest.decode(page)),
  }),
)
export interface QueryRegisteredQueriesResponse {
  readonly registeredQueries: readonly RegisteredQuery[]
  readonly pagination: PageResponse
}
export const QueryRegisteredQueriesResponse: Codec<QueryRegisteredQueriesResponse> = codec(
  'QueryRegisteredQueriesResponse',
  (writer, { registeredQueries, pagination }) => {
    for (const query of registeredQueries) writer.message(1, encodeRegisteredQuery(query))
    return writer.message(2, PageResponse.encode(pagination).finish())
  },
  (fields) => ({
    registeredQueries: protoMessages(fields, 1).map(decodeRegisteredQuery),
    pagination: PageResponse.decode(last(fields, 2) ?? NO_BYTES),
  }),
)

interface QueryId {
  readonly queryId: bigint
}
const byId = (name: string): Codec<QueryId> =>
  codec(
    name,
    (writer, { queryId }) => writer.uint64(1, queryId),
    (fields) => ({ queryId: protoUint64(fields, 1) }),
  )
export const QueryRegisteredQueryRequest = byId('QueryRegisteredQueryRequest')
export const QueryRegisteredQueryResponse: Codec<{ readonly registeredQuery: RegisteredQuery }> = codec(
  'QueryRegisteredQueryResponse',
  (writer, { registeredQuery }) => writer.message(1, encodeRegisteredQuery(registeredQuery)),
  (fields) => ({ registeredQuery: decodeRegisteredQuery(last(fields, 1) ?? NO_BYTES) }),
)
export const QueryRegisteredQueryResultRequest = byId('QueryRegisteredQueryResultRequest')
export const QueryRegisteredQueryResultResponse: Codec<{ readonly result: QueryResult }> = codec(
  'QueryRegisteredQueryResultResponse',
  (writer, { result }) => writer.message(1, encodeQueryResult(result)),
  (fields) => ({ result: decodeQueryResult(last(fields, 1) ?? NO_BYTES) }),
)
export const QueryLastRemoteHeight: Codec<{ readonly connectionId: string }> = codec(
  'QueryLastRemoteHeight',
  (writer, { connectionId }) => writer.string(1, connectionId),
  (fields) => ({ connectionId: protoString(fields, 1) }),
)
export const QueryLastRemoteHeightResponse: Codec<{ readonly height: bigint; readonly revision: bigint }> = codec(
  'QueryLastRemoteHeightResponse',
  (writer, { height, revision }) => writer.uint64(1, height).uint64(2, revision),
  (fields) => ({ height: protoUint64(fields, 1), revision: protoUint64(fields, 2) }),
)
