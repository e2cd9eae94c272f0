import { NO_BYTES } from '../../../base/index.js'
import { protoMessages, protoString, protoUint64 } from '../../proto.js'
import { codec, empty, last, optional, type Codec } from './codec.js'
import {
  decodeKey,
  decodeParams,
  decodeQueryResult,
  encodeKey,
  encodeParams,
  encodeQueryResult,
  type KVKey,
  type Params,
  type QueryResult,
} from './records.js'

export interface MsgRegisterInterchainQuery {
  readonly queryType: string
  /** JSON, unlike protobuf, can hold a key that is `null`. */
  readonly keys: readonly (KVKey | undefined)[]
  readonly transactionsFilter: string
  readonly connectionId: string
  readonly updatePeriod: bigint
  readonly sender: string
}
export const MsgRegisterInterchainQuery: Codec<MsgRegisterInterchainQuery> = codec(
  'MsgRegisterInterchainQuery',
  (writer, message) => {
    writer.string(1, message.queryType)
    for (const key of message.keys) if (key !== undefined) writer.message(2, encodeKey(key))
    return writer
      .string(3, message.transactionsFilter)
      .string(4, message.connectionId)
      .uint64(5, message.updatePeriod)
      .string(6, message.sender)
  },
  (fields) => ({
    queryType: protoString(fields, 1),
    keys: protoMessages(fields, 2).map(decodeKey),
    transactionsFilter: protoString(fields, 3),
    connectionId: protoString(fields, 4),
    updatePeriod: protoUint64(fields, 5),
    sender: protoString(fields, 6),
  }),
)
export const MsgRegisterInterchainQueryResponse: Codec<{ readonly id: bigint }> = codec(
  'MsgRegisterInterchainQueryResponse',
  (writer, { id }) => writer.uint64(1, id),
  (fields) => ({ id: protoUint64(fields, 1) }),
)

export interface MsgSubmitQueryResult {
  readonly queryId: bigint
  readonly sender: string
  /** Unused. */
  readonly clientId: string
  readonly result: QueryResult | undefined
}
export const MsgSubmitQueryResult: Codec<MsgSubmitQueryResult> = codec(
  'MsgSubmitQueryResult',
  (writer, { queryId, sender, clientId, result }) => {
    writer.uint64(1, queryId).string(2, sender).string(3, clientId)
    return result === undefined ? writer : writer.message(4, encodeQueryResult(result))
  },
  (fields) => ({
    queryId: protoUint64(fields, 1),
    sender: protoString(fields, 2),
    clientId: protoString(fields, 3),
    result: optional(fields, 4, decodeQueryResult),
  }),
)
export const MsgSubmitQueryResultResponse = empty('MsgSubmitQueryResultResponse')

export interface MsgRemoveInterchainQuery {
  readonly queryId: bigint
  readonly sender: string
}
export const MsgRemoveInterchainQuery: Codec<MsgRemoveInterchainQuery> = codec(
  'MsgRemoveInterchainQueryRequest',
  (writer, { queryId, sender }) => writer.uint64(1, queryId).string(2, sender),
  (fields) => ({ queryId: protoUint64(fields, 1), sender: protoString(fields, 2) }),
)
export const MsgRemoveInterchainQueryResponse = empty('MsgRemoveInterchainQueryResponse')

export interface MsgUpdateInterchainQuery {
  readonly queryId: bigint
  /** Keys of the query, like those of {@link MsgRegisterInterchainQuery}. */
  readonly newKeys: readonly (KVKey | undefined)[]
  readonly newUpdatePeriod: bigint
  readonly newTransactionsFilter: string
  readonly sender: string
}
export const MsgUpdateInterchainQuery: Codec<MsgUpdateInterchainQuery> = codec(
  'MsgUpdateInterchainQueryRequest',
  (writer, message) => {
    writer.uint64(1, message.queryId)
    for (const key of message.newKeys) if (key !== undefined) writer.message(2, encodeKey(key))
    return writer.uint64(3, message.newUpdatePeriod).string(4, message.newTransactionsFilter).string(5, message.sender)
  },
  (fields) => ({
    queryId: protoUint64(fields, 1),
    newKeys: protoMessages(fields, 2).map(decodeKey),
    newUpdatePeriod: protoUint64(fields, 3),
    newTransactionsFilter: protoString(fields, 4),
    sender: protoString(fields, 5),
  }),
)
export const MsgUpdateInterchainQueryResponse = empty('MsgUpdateInterchainQueryResponse')

export interface MsgUpdateParams {
  readonly authority: string
  readonly params: Params
}
export const MsgUpdateParams: Codec<MsgUpdateParams> = codec(
  'MsgUpdateParams',
  (writer, { authority, params }) => writer.string(1, authority).message(2, encodeParams(params)),
  (fields) => ({ authority: protoString(fields, 1), params: decodeParams(last(fields, 2) ?? NO_BYTES) }),
)
export const MsgUpdateParamsResponse = empty('MsgUpdateParamsResponse')
