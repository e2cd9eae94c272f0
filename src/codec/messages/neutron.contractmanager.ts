// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import { PageRequest, PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { all, codec, one, optional, protoBytes, protoString, protoUint64, type Codec } from '../message.js'

export interface Failure {
  readonly address: string
  readonly id: bigint
  readonly sudoPayload: Uint8Array
  readonly error: string
}
export const Failure: Codec<Failure> = codec(
  'neutron.contractmanager.Failure',
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
  'neutron.contractmanager.Params',
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
  'neutron.contractmanager.GenesisState',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    for (const each of message.failuresList) writer.message(2, Failure.encode(each))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params), failuresList: all(fields, 2, Failure) }),
)

export const QueryParamsRequest: Codec<object> = codec(
  'neutron.contractmanager.QueryParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryParamsResponse {
  readonly params: Params
}
export const QueryParamsResponse: Codec<QueryParamsResponse> = codec(
  'neutron.contractmanager.QueryParamsResponse',
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
  'neutron.contractmanager.QueryFailuresRequest',
  (writer, message) => {
    writer.string(1, message.address)
    if (message.pagination !== undefined) writer.message(3, PageRequest.encode(message.pagination).finish())
    return writer
  },
  (fields) => ({ address: protoString(fields, 1), pagination: optional(fields, 3, PageRequest) }),
)

export interface QueryFailureRequest {
  readonly address: string
  readonly failureId: bigint
}
export const QueryFailureRequest: Codec<QueryFailureRequest> = codec(
  'neutron.contractmanager.QueryFailureRequest',
  (writer, message) => {
    writer.string(1, message.address)
    writer.uint64(2, message.failureId)
    return writer
  },
  (fields) => ({ address: protoString(fields, 1), failureId: protoUint64(fields, 2) }),
)

export interface QueryFailureResponse {
  readonly failure: Failure
}
export const QueryFailureResponse: Codec<QueryFailureResponse> = codec(
  'neutron.contractmanager.QueryFailureResponse',
  (writer, message) => {
    writer.message(1, Failure.encode(message.failure))
    return writer
  },
  (fields) => ({ failure: one(fields, 1, Failure) }),
)

export interface QueryFailuresResponse {
  readonly failures: readonly Failure[]
  readonly pagination: PageResponse | undefined
}
export const QueryFailuresResponse: Codec<QueryFailuresResponse> = codec(
  'neutron.contractmanager.QueryFailuresResponse',
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
  'neutron.contractmanager.MsgUpdateParams',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.message(2, Params.encode(message.params))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), params: one(fields, 2, Params) }),
)

export const MsgUpdateParamsResponse: Codec<object> = codec(
  'neutron.contractmanager.MsgUpdateParamsResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgResubmitFailure {
  readonly sender: string
  readonly failureId: bigint
}
export const MsgResubmitFailure: Codec<MsgResubmitFailure> = codec(
  'neutron.contractmanager.MsgResubmitFailure',
  (writer, message) => {
    writer.string(1, message.sender)
    writer.uint64(2, message.failureId)
    return writer
  },
  (fields) => ({ sender: protoString(fields, 1), failureId: protoUint64(fields, 2) }),
)

export const MsgResubmitFailureResponse: Codec<object> = codec(
  'neutron.contractmanager.MsgResubmitFailureResponse',
  (writer) => writer,
  () => ({}),
)
