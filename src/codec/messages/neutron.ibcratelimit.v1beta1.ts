// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import { codec, one, protoString, type Codec } from '../message.js'

export interface Params {
  readonly contractAddress: string
}
export const Params: Codec<Params> = codec(
  'neutron.ibcratelimit.v1beta1.Params',
  (writer, message) => {
    writer.string(1, message.contractAddress)
    return writer
  },
  (fields) => ({ contractAddress: protoString(fields, 1) }),
)

export interface GenesisState {
  readonly params: Params
}
export const GenesisState: Codec<GenesisState> = codec(
  'neutron.ibcratelimit.v1beta1.GenesisState',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export const QueryParamsRequest: Codec<object> = codec(
  'neutron.ibcratelimit.v1beta1.QueryParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryParamsResponse {
  readonly params: Params
}
export const QueryParamsResponse: Codec<QueryParamsResponse> = codec(
  'neutron.ibcratelimit.v1beta1.QueryParamsResponse',
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
  'neutron.ibcratelimit.v1beta1.MsgUpdateParams',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.message(2, Params.encode(message.params))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), params: one(fields, 2, Params) }),
)

export const MsgUpdateParamsResponse: Codec<object> = codec(
  'neutron.ibcratelimit.v1beta1.MsgUpdateParamsResponse',
  (writer) => writer,
  () => ({}),
)
