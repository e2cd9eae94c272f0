// Written by `npm run schema:chains` from src/codec/proto-json/nolus.ts.
import { codec, one, protoDecimal, protoInteger, protoString, type Codec } from '../message.js'

export interface Minter {
  readonly normTimePassed: bigint
  readonly totalMinted: bigint
  readonly prevBlockTimestamp: bigint
  readonly annualInflation: bigint
}
export const Minter: Codec<Minter> = codec(
  'nolus.mint.v1beta1.Minter',
  (writer, message) => {
    writer.string(2, String(message.normTimePassed))
    writer.string(3, String(message.totalMinted))
    writer.string(4, String(message.prevBlockTimestamp))
    writer.string(5, String(message.annualInflation))
    return writer
  },
  (fields) => ({
    normTimePassed: protoDecimal(fields, 2),
    totalMinted: protoInteger(fields, 3),
    prevBlockTimestamp: protoInteger(fields, 4),
    annualInflation: protoInteger(fields, 5),
  }),
)

export interface GenesisState {
  readonly minter: Minter
  readonly params: Params
}
export const GenesisState: Codec<GenesisState> = codec(
  'nolus.mint.v1beta1.GenesisState',
  (writer, message) => {
    writer.message(1, Minter.encode(message.minter))
    writer.message(2, Params.encode(message.params))
    return writer
  },
  (fields) => ({ minter: one(fields, 1, Minter), params: one(fields, 2, Params) }),
)

export interface Params {
  readonly mintDenom: string
  readonly maxMintableNanoseconds: bigint
}
export const Params: Codec<Params> = codec(
  'nolus.mint.v1beta1.Params',
  (writer, message) => {
    writer.string(1, message.mintDenom)
    writer.string(2, String(message.maxMintableNanoseconds))
    return writer
  },
  (fields) => ({ mintDenom: protoString(fields, 1), maxMintableNanoseconds: protoInteger(fields, 2) }),
)

export const QueryParamsRequest: Codec<object> = codec(
  'nolus.mint.v1beta1.QueryParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryParamsResponse {
  readonly params: Params
}
export const QueryParamsResponse: Codec<QueryParamsResponse> = codec(
  'nolus.mint.v1beta1.QueryParamsResponse',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export const QueryMintStateRequest: Codec<object> = codec(
  'nolus.mint.v1beta1.QueryMintStateRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryMintStateResponse {
  readonly normTimePassed: bigint
  readonly totalMinted: bigint
}
export const QueryMintStateResponse: Codec<QueryMintStateResponse> = codec(
  'nolus.mint.v1beta1.QueryMintStateResponse',
  (writer, message) => {
    writer.string(1, String(message.normTimePassed))
    writer.string(2, String(message.totalMinted))
    return writer
  },
  (fields) => ({ normTimePassed: protoDecimal(fields, 1), totalMinted: protoInteger(fields, 2) }),
)

export const QueryAnnualInflationRequest: Codec<object> = codec(
  'nolus.mint.v1beta1.QueryAnnualInflationRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryAnnualInflationResponse {
  readonly annualInflation: bigint
}
export const QueryAnnualInflationResponse: Codec<QueryAnnualInflationResponse> = codec(
  'nolus.mint.v1beta1.QueryAnnualInflationResponse',
  (writer, message) => {
    writer.string(1, String(message.annualInflation))
    return writer
  },
  (fields) => ({ annualInflation: protoInteger(fields, 1) }),
)

export interface MsgUpdateParams {
  readonly authority: string
  readonly params: Params
}
export const MsgUpdateParams: Codec<MsgUpdateParams> = codec(
  'nolus.mint.v1beta1.MsgUpdateParams',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.message(2, Params.encode(message.params))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), params: one(fields, 2, Params) }),
)

export const MsgUpdateParamsResponse: Codec<object> = codec(
  'nolus.mint.v1beta1.MsgUpdateParamsResponse',
  (writer) => writer,
  () => ({}),
)
