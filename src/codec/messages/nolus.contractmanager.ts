// Written by `npm run schema:chains` from src/codec/proto-json/nolus.ts.
import { PageRequest, PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { all, codec, one, optional, protoBytes, protoString, protoUint64, type Codec } from '../message.js'

export interface Failure {
  readonly address: string
  readonly id: bigint
  readonly sudoPayload: Uint8Array
  readonly error: string
}
export const Failure: Codec<Failure> = codec(
  'nolus.contractmanager.Failure',
  (writer, message) => {
    writer.string(1, message.address)
    writer.uint64(2, message.id)
    writer.bytes(3, message.sudoPayload)
    writer.string(4, message.error)
    return writer
  },
  (fields) => ({
    address: protoString(fields, 1),
    id: protoUint64(fields, 2),
    sudoPayload: protoBytes(fields, 3),
    error: protoString(fields, 4),
  }),
)

export interface Params {
  readonly sudoCallGasLimit: bigint
}
export const Params: Codec<Params> = codec(
  'nolus.contractmanager.Params',
  (writer, message) => {
    writer.uint64(1, message.sudoCallGasLimit)
    return writer
  },
  (fields) => ({ sudoCallGasLimit: protoUint64(fields, 1) }),
)

export interface GenesisState {
  readonly params: Params
  readonly failuresList: readonly Failure[]
}
export const GenesisState: Codec<GenesisState> = codec(
  'nolus.contractmanager.GenesisState',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    for (const each of message.failuresList) writer.message(2, Failure.encode(each))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params), failuresList: all(fields, 2, Failure) }),
)

export const QueryParamsRequest: Codec<object> = codec(
  'nolus.contractmanager.QueryParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryParamsResponse {
  readonly params: Params
}
export const QueryParamsResponse: Codec<QueryParamsResponse> = codec(
  'nolus.contractmanager.QueryParamsResponse',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export interface QueryFailuresRequest {
  readonly address: string
  readonly pagination: PageRequest | undefined
}
export const QueryFailuresRequest: Codec<QueryFailuresRequest> = codec(
  'nolus.contractmanager.QueryFailuresRequest',
  (writer, message) => {
    writer.string(1, message.address)
    if (message.pagination !== undefined) writer.message(2, PageRequest.encode(message.pagination).finish())
    return writer
  },
  (fields) => ({ address: protoString(fields, 1), pagination: optional(fields, 2, PageRequest) }),
)

export interface QueryFailureRequest {
  readonly address: string
  readonly failureId: bigint
  readonly pagination: PageRequest | undefined
}
export const QueryFailureRequest: Codec<QueryFailureRequest> = codec(
  'nolus.contractmanager.QueryFailureRequest',
  (writer, message) => {
    writer.string(1, message.address)
    writer.uint64(2, message.failureId)
    if (message.pagination !== undefined) writer.message(3, PageRequest.encode(message.pagination).finish())
    return writer
  },
  (fields) => ({
    address: protoString(fields, 1),
    failureId: protoUint64(fields, 2),
    pagination: optional(fields, 3, PageRequest),
  }),
)

export interface QueryFailuresResponse {
  readonly failures: readonly Failure[]
  readonly pagination: PageResponse | undefined
}
export const QueryFailuresResponse: Codec<QueryFailuresResponse> = codec(
  'nolus.contractmanager.QueryFailuresResponse',
  (writer, message) => {
    for (const each of message.failures) writer.message(1, Failure.encode(each))
    if (message.pagination !== undefined) writer.message(2, PageResponse.encode(message.pagination).finish())
    return writer
  },
  (fields) => ({ failures: all(fields, 1, Failure), pagination: optional(fields, 2, PageResponse) }),
)

export interface MsgUpdateParams {
  readonly authority: string
  readonly params: Params
}
export const MsgUpdateParams: Codec<MsgUpdateParams> = codec(
  'nolus.contractmanager.MsgUpdateParams',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.message(2, Params.encode(message.params))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), params: one(fields, 2, Params) }),
)

export const MsgUpdateParamsResponse: Codec<object> = codec(
  'nolus.contractmanager.MsgUpdateParamsResponse',
  (writer) => writer,
  () => ({}),
)

export interface QueryAddressFailureResponse {
  readonly failures: readonly Failure[]
  readonly pagination: PageResponse | undefined
}
export const QueryAddressFailureResponse: Codec<QueryAddressFailureResponse> = codec(
  'nolus.contractmanager.QueryAddressFailureResponse',
  (writer, message) => {
    for (const each of message.failures) writer.message(1, Failure.encode(each))
    if (message.pagination !== undefined) writer.message(2, PageResponse.encode(message.pagination).finish())
    return writer
  },
  (fields) => ({ failures: all(fields, 1, Failure), pagination: optional(fields, 2, PageResponse) }),
)

export interface QueryFailuresByAddressRequest {
  readonly address: string
  readonly pagination: PageRequest | undefined
}
export const QueryFailuresByAddressRequest: Codec<QueryFailuresByAddressRequest> = codec(
  'nolus.contractmanager.QueryFailuresByAddressRequest',
  (writer, message) => {
    writer.string(1, message.address)
    if (message.pagination !== undefined) writer.message(2, PageRequest.encode(message.pagination).finish())
    return writer
  },
  (fields) => ({ address: protoString(fields, 1), pagination: optional(fields, 2, PageRequest) }),
)

export interface QueryAddressFailuresResponse {
  readonly failures: readonly Failure[]
  readonly pagination: PageResponse | undefined
}
export const QueryAddressFailuresResponse: Codec<QueryAddressFailuresResponse> = codec(
  'nolus.contractmanager.QueryAddressFailuresResponse',
  (writer, message) => {
    for (const each of message.failures) writer.message(1, Failure.encode(each))
    if (message.pagination !== undefined) writer.message(2, PageResponse.encode(message.pagination).finish())
    return writer
  },
  (fields) => ({ failures: all(fields, 1, Failure), pagination: optional(fields, 2, PageResponse) }),
)
