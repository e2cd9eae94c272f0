// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import {
  all,
  codec,
  decCoin,
  one,
  protoBool,
  protoDecimal,
  protoString,
  protoUint64,
  protoUint64s,
  type Codec,
  type DecCoin,
} from '../message.js'

export interface Params {
  readonly alpha: bigint
  readonly beta: bigint
  readonly gamma: bigint
  readonly delta: bigint
  readonly minBaseGasPrice: bigint
  readonly minLearningRate: bigint
  readonly maxLearningRate: bigint
  readonly maxBlockUtilization: bigint
  readonly window: bigint
  readonly feeDenom: string
  readonly enabled: boolean
  readonly distributeFees: boolean
  readonly sendTipToProposer: boolean
}
export const Params: Codec<Params> = codec(
  'feemarket.feemarket.v1.Params',
  (writer, message) => {
    writer.string(1, String(message.alpha))
    writer.string(2, String(message.beta))
    writer.string(3, String(message.gamma))
    writer.string(4, String(message.delta))
    writer.string(5, String(message.minBaseGasPrice))
    writer.string(6, String(message.minLearningRate))
    writer.string(7, String(message.maxLearningRate))
    writer.uint64(8, message.maxBlockUtilization)
    writer.uint64(9, message.window)
    writer.string(10, message.feeDenom)
    writer.bool(11, message.enabled)
    writer.bool(12, message.distributeFees)
    writer.bool(13, message.sendTipToProposer)
    return writer
  },
  (fields) => ({
    alpha: protoDecimal(fields, 1),
    beta: protoDecimal(fields, 2),
    gamma: protoDecimal(fields, 3),
    delta: protoDecimal(fields, 4),
    minBaseGasPrice: protoDecimal(fields, 5),
    minLearningRate: protoDecimal(fields, 6),
    maxLearningRate: protoDecimal(fields, 7),
    maxBlockUtilization: protoUint64(fields, 8),
    window: protoUint64(fields, 9),
    feeDenom: protoString(fields, 10),
    enabled: protoBool(fields, 11),
    distributeFees: protoBool(fields, 12),
    sendTipToProposer: protoBool(fields, 13),
  }),
)

export interface GenesisState {
  readonly params: Params
  readonly state: State
}
export const GenesisState: Codec<GenesisState> = codec(
  'feemarket.feemarket.v1.GenesisState',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    writer.message(2, State.encode(message.state))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params), state: one(fields, 2, State) }),
)

export interface State {
  readonly baseGasPrice: bigint
  readonly learningRate: bigint
  readonly window: readonly bigint[]
  readonly index: bigint
}
export const State: Codec<State> = codec(
  'feemarket.feemarket.v1.State',
  (writer, message) => {
    writer.string(1, String(message.baseGasPrice))
    writer.string(2, String(message.learningRate))
    writer.packedUint64s(3, message.window)
    writer.uint64(4, message.index)
    return writer
  },
  (fields) => ({
    baseGasPrice: protoDecimal(fields, 1),
    learningRate: protoDecimal(fields, 2),
    window: protoUint64s(fields, 3),
    index: protoUint64(fields, 4),
  }),
)

export const ParamsRequest: Codec<object> = codec(
  'feemarket.feemarket.v1.ParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface ParamsResponse {
  readonly params: Params
}
export const ParamsResponse: Codec<ParamsResponse> = codec(
  'feemarket.feemarket.v1.ParamsResponse',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export const StateRequest: Codec<object> = codec(
  'feemarket.feemarket.v1.StateRequest',
  (writer) => writer,
  () => ({}),
)

export interface StateResponse {
  readonly state: State
}
export const StateResponse: Codec<StateResponse> = codec(
  'feemarket.feemarket.v1.StateResponse',
  (writer, message) => {
    writer.message(1, State.encode(message.state))
    return writer
  },
  (fields) => ({ state: one(fields, 1, State) }),
)

export interface GasPriceRequest {
  readonly denom: string
}
export const GasPriceRequest: Codec<GasPriceRequest> = codec(
  'feemarket.feemarket.v1.GasPriceRequest',
  (writer, message) => {
    writer.string(1, message.denom)
    return writer
  },
  (fields) => ({ denom: protoString(fields, 1) }),
)

export interface GasPriceResponse {
  readonly price: DecCoin
}
export const GasPriceResponse: Codec<GasPriceResponse> = codec(
  'feemarket.feemarket.v1.GasPriceResponse',
  (writer, message) => {
    writer.message(1, decCoin.encode(message.price))
    return writer
  },
  (fields) => ({ price: one(fields, 1, decCoin) }),
)

export const GasPricesRequest: Codec<object> = codec(
  'feemarket.feemarket.v1.GasPricesRequest',
  (writer) => writer,
  () => ({}),
)

export interface GasPricesResponse {
  readonly prices: readonly DecCoin[]
}
export const GasPricesResponse: Codec<GasPricesResponse> = codec(
  'feemarket.feemarket.v1.GasPricesResponse',
  (writer, message) => {
    for (const each of message.prices) writer.message(1, decCoin.encode(each))
    return writer
  },
  (fields) => ({ prices: all(fields, 1, decCoin) }),
)

export interface MsgParams {
  readonly params: Params
  readonly authority: string
}
export const MsgParams: Codec<MsgParams> = codec(
  'feemarket.feemarket.v1.MsgParams',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    writer.string(2, message.authority)
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params), authority: protoString(fields, 2) }),
)

export const MsgParamsResponse: Codec<object> = codec(
  'feemarket.feemarket.v1.MsgParamsResponse',
  (writer) => writer,
  () => ({}),
)
