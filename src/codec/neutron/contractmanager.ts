import { PageRequest, PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { NO_BYTES } from '../../base/index.js'
import { protoBytes, protoMessages, protoString, protoUint64, ProtoWriter, readProto } from '../proto.js'

/** Messages of the contract manager. Source: neutron proto/neutron/contractmanager. */

export const SERVICE = 'neutron.contractmanager'

export interface Params {
  /** SDK gas that one sudo call may use. */
  readonly sudoCallGasLimit: bigint
}

export interface Failure {
  /** Bech32 address of the contract. */
  readonly address: string
  readonly id: bigint
  /** The sudo message; empty counts as none. */
  readonly sudoPayload: Uint8Array
  /** Redacted: codespace and code. */
  readonly error: string
}

export const encodeParams = ({ sudoCallGasLimit }: Params): Uint8Array =>
  new ProtoWriter().uint64(1, sudoCallGasLimit).finish()

export const decodeParams = (bytes: Uint8Array): Params => ({ sudoCallGasLimit: protoUint64(readProto(bytes), 1) })

export const encodeFailure = ({ address, id, sudoPayload, error }: Failure): Uint8Array =>
  new ProtoWriter().string(1, address).uint64(2, id).bytes(3, sudoPayload).string(4, error).finish()

export function decodeFailure(bytes: Uint8Array): Failure {
  const fields = readProto(bytes)
  return {
    address: protoString(fields, 1),
    id: protoUint64(fields, 2),
    sudoPayload: protoBytes(fields, 3),
    error: protoString(fields, 4),
  }
}

/** A codec of one message, in the form that generated types have. */
interface Codec<T> {
  readonly typeUrl: string
  encode(message: T): { finish(): Uint8Array }
  decode(bytes: Uint8Array): T
}

const codec = <T>(
  name: string,
  write: (writer: ProtoWriter, message: T) => ProtoWriter,
  decode: (fields: ReturnType<typeof readProto>) => T,
): Codec<T> => ({
  typeUrl: `/${SERVICE}.${name}`,
  encode: (message) => write(new ProtoWriter(), message),
  decode: (bytes) => decode(readProto(bytes)),
})

const empty = (name: string): Codec<object> =>
  codec(
    name,
    (writer) => writer,
    () => ({}),
  )

export interface MsgUpdateParams {
  readonly authority: string
  readonly params: Params
}
export const MsgUpdateParams: Codec<MsgUpdateParams> = codec(
  'MsgUpdateParams',
  (writer, { authority, params }) => writer.string(1, authority).message(2, encodeParams(params)),
  (fields) => ({
    authority: protoString(fields, 1),
    params: decodeParams(protoMessages(fields, 2).at(-1) ?? NO_BYTES),
  }),
)
export const MsgUpdateParamsResponse = empty('MsgUpdateParamsResponse')

export interface MsgResubmitFailure {
  readonly sender: string
  readonly failureId: bigint
}
export const MsgResubmitFailure: Codec<MsgResubmitFailure> = codec(
  'MsgResubmitFailure',
  (writer, { sender, failureId }) => writer.string(1, sender).uint64(2, failureId),
  (fields) => ({ sender: protoString(fields, 1), failureId: protoUint64(fields, 2) }),
)
export const MsgResubmitFailureResponse = empty('MsgResubmitFailureResponse')

export const QueryParamsRequest = empty('QueryParamsRequest')
export const QueryParamsResponse: Codec<{ readonly params: Params }> = codec(
  'QueryParamsResponse',
  (writer, { params }) => writer.message(1, encodeParams(params)),
  (fields) => ({ params: decodeParams(protoMessages(fields, 1).at(-1) ?? NO_BYTES) }),
)

export interface QueryFailureRequest {
  readonly address: string
  readonly failureId: bigint
}
export const QueryFailureRequest: Codec<QueryFailureRequest> = codec(
  'QueryFailureRequest',
  (writer, { address, failureId }) => writer.string(1, address).uint64(2, failureId),
  (fields) => ({ address: protoString(fields, 1), failureId: protoUint64(fields, 2) }),
)
export const QueryFailureResponse: Codec<{ readonly failure: Failure }> = codec(
  'QueryFailureResponse',
  (writer, { failure }) => writer.message(1, encodeFailure(failure)),
  (fields) => ({ failure: decodeFailure(protoMessages(fields, 1).at(-1) ?? NO_BYTES) }),
)

export interface QueryFailuresRequest {
  /** '' for the failures of all contracts. */
  readonly address: string
  readonly pagination: PageRequest | undefined
}
export const QueryFailuresRequest: Codec<QueryFailuresRequest> = codec(
  'QueryFailuresRequest',
  (writer, { address, pagination }) => {
    writer.string(1, address)
    return pagination === undefined ? writer : writer.message(3, PageRequest.encode(pagination).finish())
  },
  (fields) => {
    const page = protoMessages(fields, 3).at(-1)
    return { address: protoString(fields, 1), pagination: page && PageRequest.decode(page) }
  },
)

/** With the page in another field. Source: nolus-core proto/nolus/contractmanager/query.proto. */
export const nolusFailuresRequest: Codec<QueryFailuresRequest> = codec(
  'QueryFailuresRequest',
  (writer, { address, pagination }) => {
    writer.string(1, address)
    return pagination === undefined ? writer : writer.message(2, PageRequest.encode(pagination).finish())
  },
  (fields) => {
    const page = protoMessages(fields, 2).at(-1)
    return { address: protoString(fields, 1), pagination: page && PageRequest.decode(page) }
  },
)

export interface QueryFailuresResponse {
  readonly failures: readonly Failure[]
  readonly pagination: PageResponse
}
export const QueryFailuresResponse: Codec<QueryFailuresResponse> = codec(
  'QueryFailuresResponse',
  (writer, { failures, pagination }) => {
    for (const failure of failures) writer.message(1, encodeFailure(failure))
    return writer.message(2, PageResponse.encode(pagination).finish())
  },
  (fields) => ({
    failures: protoMessages(fields, 1).map(decodeFailure),
    pagination: PageResponse.decode(protoMessages(fields, 2).at(-1) ?? NO_BYTES),
  }),
)
