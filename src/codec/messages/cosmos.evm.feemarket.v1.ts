// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import {
  codec,
  given,
  one,
  protoBool,
  protoDecimal,
  protoInt64,
  protoString,
  protoUint32,
  protoUint64,
  type Codec,
  writeGiven,
} from '../message.js'

export interface EventFeeMarket {
  readonly baseFee: string
}
export const EventFeeMarket: Codec<EventFeeMarket> = codec(
  'cosmos.evm.feemarket.v1.EventFeeMarket',
  (writer, message) => {
    writer.string(1, message.baseFee)
    return writer
  },
  (fields) => ({ baseFee: protoString(fields, 1) }),
)

export interface EventBlockGas {
  readonly height: string
  readonly amount: string
}
export const EventBlockGas: Codec<EventBlockGas> = codec(
  'cosmos.evm.feemarket.v1.EventBlockGas',
  (writer, message) => {
    writer.string(1, message.height)
    writer.string(2, message.amount)
    return writer
  },
  (fields) => ({ height: protoString(fields, 1), amount: protoString(fields, 2) }),
)

export interface Params {
  readonly noBaseFee: boolean
  readonly baseFeeChangeDenominator: number
  readonly elasticityMultiplier: number
  readonly enableHeight: bigint
  readonly baseFee: bigint
  readonly minGasPrice: bigint
  readonly minGasMultiplier: bigint
}
export const Params: Codec<Params> = codec(
  'cosmos.evm.feemarket.v1.Params',
  (writer, message) => {
    writer.bool(1, message.noBaseFee)
    writer.uint64(2, BigInt(message.baseFeeChangeDenominator))
    writer.uint64(3, BigInt(message.elasticityMultiplier))
    writer.uint64(5, message.enableHeight)
    writer.string(6, String(message.baseFee))
    writer.string(7, String(message.minGasPrice))
    writer.string(8, String(message.minGasMultiplier))
    return writer
  },
  (fields) => ({
    noBaseFee: protoBool(fields, 1),
    baseFeeChangeDenominator: protoUint32(fields, 2),
    elasticityMultiplier: protoUint32(fields, 3),
    enableHeight: protoInt64(fields, 5),
    baseFee: protoDecimal(fields, 6),
    minGasPrice: protoDecimal(fields, 7),
    minGasMultiplier: protoDecimal(fields, 8),
  }),
)

export interface GenesisState {
  readonly params: Params
  readonly blockGas: bigint
}
export const GenesisState: Codec<GenesisState> = codec(
  'cosmos.evm.feemarket.v1.GenesisState',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    writer.uint64(3, message.blockGas)
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params), blockGas: protoUint64(fields, 3) }),
)

export const QueryParamsRequest: Codec<object> = codec(
  'cosmos.evm.feemarket.v1.QueryParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryParamsResponse {
  readonly params: Params
}
export const QueryParamsResponse: Codec<QueryParamsResponse> = codec(
  'cosmos.evm.feemarket.v1.QueryParamsResponse',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export const QueryBaseFeeRequest: Codec<object> = codec(
  'cosmos.evm.feemarket.v1.QueryBaseFeeRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryBaseFeeResponse {
  readonly baseFee: bigint | undefined
}
export const QueryBaseFeeResponse: Codec<QueryBaseFeeResponse> = codec(
  'cosmos.evm.feemarket.v1.QueryBaseFeeResponse',
  (writer, message) => {
    writeGiven(writer, 1, message.baseFee)
    return writer
  },
  (fields) => ({ baseFee: given(fields, 1, protoDecimal) }),
)

export const QueryBlockGasRequest: Codec<object> = codec(
  'cosmos.evm.feemarket.v1.QueryBlockGasRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryBlockGasResponse {
  readonly gas: bigint
}
export const QueryBlockGasResponse: Codec<QueryBlockGasResponse> = codec(
  'cosmos.evm.feemarket.v1.QueryBlockGasResponse',
  (writer, message) => {
    writer.uint64(1, message.gas)
    return writer
  },
  (fields) => ({ gas: protoInt64(fields, 1) }),
)

export interface MsgUpdateParams {
  readonly authority: string
  readonly params: Params
}
export const MsgUpdateParams: Codec<MsgUpdateParams> = codec(
  'cosmos.evm.feemarket.v1.MsgUpdateParams',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.message(2, Params.encode(message.params))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), params: one(fields, 2, Params) }),
)

export const MsgUpdateParamsResponse: Codec<object> = codec(
  'cosmos.evm.feemarket.v1.MsgUpdateParamsResponse',
  (writer) => writer,
  () => ({}),
)
