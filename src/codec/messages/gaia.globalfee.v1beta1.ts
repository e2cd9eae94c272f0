// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import {
  all,
  codec,
  decCoin,
  one,
  protoString,
  protoStrings,
  protoUint64,
  type Codec,
  type DecCoin,
} from '../message.js'

export interface Params {
  readonly minimumGasPrices: readonly DecCoin[]
  readonly bypassMinFeeMsgTypes: readonly string[]
  readonly maxTotalBypassMinFeeMsgGasUsage: bigint
}
export const Params: Codec<Params> = codec(
  'gaia.globalfee.v1beta1.Params',
  (writer, message) => {
    for (const each of message.minimumGasPrices) writer.message(1, decCoin.encode(each))
    writer.strings(2, message.bypassMinFeeMsgTypes)
    writer.uint64(3, message.maxTotalBypassMinFeeMsgGasUsage)
    return writer
  },
  (fields) => ({
    minimumGasPrices: all(fields, 1, decCoin),
    bypassMinFeeMsgTypes: protoStrings(fields, 2),
    maxTotalBypassMinFeeMsgGasUsage: protoUint64(fields, 3),
  }),
)

export interface GenesisState {
  readonly params: Params
}
export const GenesisState: Codec<GenesisState> = codec(
  'gaia.globalfee.v1beta1.GenesisState',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export const QueryParamsRequest: Codec<object> = codec(
  'gaia.globalfee.v1beta1.QueryParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryParamsResponse {
  readonly params: Params
}
export const QueryParamsResponse: Codec<QueryParamsResponse> = codec(
  'gaia.globalfee.v1beta1.QueryParamsResponse',
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
  'gaia.globalfee.v1beta1.MsgUpdateParams',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.message(2, Params.encode(message.params))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), params: one(fields, 2, Params) }),
)

export const MsgUpdateParamsResponse: Codec<object> = codec(
  'gaia.globalfee.v1beta1.MsgUpdateParamsResponse',
  (writer) => writer,
  () => ({}),
)
