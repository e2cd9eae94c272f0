// Written by `npm run schema:chains` from src/codec/proto-json/nolus.ts.
import { all, codec, one, protoInt32, protoString, type Codec } from '../message.js'

export interface Params {
  readonly feeRate: number
  readonly baseDenom: string
  readonly dexFeeParams: readonly DexFeeParams[]
  readonly treasuryAddress: string
}
export const Params: Codec<Params> = codec(
  'nolus.tax.v2.Params',
  (writer, message) => {
    writer.uint64(1, BigInt(message.feeRate))
    writer.string(2, message.baseDenom)
    for (const each of message.dexFeeParams) writer.message(3, DexFeeParams.encode(each))
    writer.string(4, message.treasuryAddress)
    return writer
  },
  (fields) => ({
    feeRate: protoInt32(fields, 1),
    baseDenom: protoString(fields, 2),
    dexFeeParams: all(fields, 3, DexFeeParams),
    treasuryAddress: protoString(fields, 4),
  }),
)

export interface GenesisState {
  readonly params: Params
}
export const GenesisState: Codec<GenesisState> = codec(
  'nolus.tax.v2.GenesisState',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export interface DexFeeParams {
  readonly profitAddress: string
  readonly acceptedDenomsMinPrices: readonly DenomPrice[]
}
export const DexFeeParams: Codec<DexFeeParams> = codec(
  'nolus.tax.v2.DexFeeParams',
  (writer, message) => {
    writer.string(1, message.profitAddress)
    for (const each of message.acceptedDenomsMinPrices) writer.message(2, DenomPrice.encode(each))
    return writer
  },
  (fields) => ({ profitAddress: protoString(fields, 1), acceptedDenomsMinPrices: all(fields, 2, DenomPrice) }),
)

export interface DenomPrice {
  readonly denom: string
  readonly ticker: string
  readonly minPrice: string
}
export const DenomPrice: Codec<DenomPrice> = codec(
  'nolus.tax.v2.DenomPrice',
  (writer, message) => {
    writer.string(1, message.denom)
    writer.string(2, message.ticker)
    writer.string(3, message.minPrice)
    return writer
  },
  (fields) => ({ denom: protoString(fields, 1), ticker: protoString(fields, 2), minPrice: protoString(fields, 3) }),
)

export const QueryParamsRequest: Codec<object> = codec(
  'nolus.tax.v2.QueryParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryParamsResponse {
  readonly params: Params
}
export const QueryParamsResponse: Codec<QueryParamsResponse> = codec(
  'nolus.tax.v2.QueryParamsResponse',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export interface MsgUpdateParams {
  readonly authority: string
  readonly params: Params
}
export const MsgUpdateParams: Codec<MsgUpdateParams> = codec(
  'nolus.tax.v2.MsgUpdateParams',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.message(2, Params.encode(message.params))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), params: one(fields, 2, Params) }),
)

export const MsgUpdateParamsResponse: Codec<object> = codec(
  'nolus.tax.v2.MsgUpdateParamsResponse',
  (writer) => writer,
  () => ({}),
)
