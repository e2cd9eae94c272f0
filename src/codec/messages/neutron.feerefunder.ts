// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import {
  all,
  codec,
  coin,
  one,
  optional,
  protoBool,
  protoString,
  protoUint64,
  type Codec,
  type Coin,
} from '../message.js'

export interface Fee {
  readonly recvFee: readonly Coin[]
  readonly ackFee: readonly Coin[]
  readonly timeoutFee: readonly Coin[]
}
export const Fee: Codec<Fee> = codec(
  'neutron.feerefunder.Fee',
  (writer, message) => {
    for (const each of message.recvFee) writer.message(1, coin.encode(each))
    for (const each of message.ackFee) writer.message(2, coin.encode(each))
    for (const each of message.timeoutFee) writer.message(3, coin.encode(each))
    return writer
  },
  (fields) => ({ recvFee: all(fields, 1, coin), ackFee: all(fields, 2, coin), timeoutFee: all(fields, 3, coin) }),
)

export interface PacketID {
  readonly channelId: string
  readonly portId: string
  readonly sequence: bigint
}
export const PacketID: Codec<PacketID> = codec(
  'neutron.feerefunder.PacketID',
  (writer, message) => {
    writer.string(1, message.channelId)
    writer.string(2, message.portId)
    writer.uint64(3, message.sequence)
    return writer
  },
  (fields) => ({ channelId: protoString(fields, 1), portId: protoString(fields, 2), sequence: protoUint64(fields, 3) }),
)

export interface Params {
  readonly minFee: Fee
  readonly feeEnabled: boolean
}
export const Params: Codec<Params> = codec(
  'neutron.feerefunder.Params',
  (writer, message) => {
    writer.message(1, Fee.encode(message.minFee))
    writer.bool(2, message.feeEnabled)
    return writer
  },
  (fields) => ({ minFee: one(fields, 1, Fee), feeEnabled: protoBool(fields, 2) }),
)

export interface GenesisState {
  readonly params: Params
  readonly feeInfos: readonly FeeInfo[]
}
export const GenesisState: Codec<GenesisState> = codec(
  'neutron.feerefunder.GenesisState',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    for (const each of message.feeInfos) writer.message(2, FeeInfo.encode(each))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params), feeInfos: all(fields, 2, FeeInfo) }),
)

export interface FeeInfo {
  readonly payer: string
  readonly packetId: PacketID
  readonly fee: Fee
}
export const FeeInfo: Codec<FeeInfo> = codec(
  'neutron.feerefunder.FeeInfo',
  (writer, message) => {
    writer.string(1, message.payer)
    writer.message(2, PacketID.encode(message.packetId))
    writer.message(3, Fee.encode(message.fee))
    return writer
  },
  (fields) => ({ payer: protoString(fields, 1), packetId: one(fields, 2, PacketID), fee: one(fields, 3, Fee) }),
)

export const QueryParamsRequest: Codec<object> = codec(
  'neutron.feerefunder.QueryParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryParamsResponse {
  readonly params: Params
}
export const QueryParamsResponse: Codec<QueryParamsResponse> = codec(
  'neutron.feerefunder.QueryParamsResponse',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export interface FeeInfoRequest {
  readonly channelId: string
  readonly portId: string
  readonly sequence: bigint
}
export const FeeInfoRequest: Codec<FeeInfoRequest> = codec(
  'neutron.feerefunder.FeeInfoRequest',
  (writer, message) => {
    writer.string(1, message.channelId)
    writer.string(2, message.portId)
    writer.uint64(3, message.sequence)
    return writer
  },
  (fields) => ({ channelId: protoString(fields, 1), portId: protoString(fields, 2), sequence: protoUint64(fields, 3) }),
)

export interface FeeInfoResponse {
  readonly feeInfo: FeeInfo | undefined
}
export const FeeInfoResponse: Codec<FeeInfoResponse> = codec(
  'neutron.feerefunder.FeeInfoResponse',
  (writer, message) => {
    if (message.feeInfo !== undefined) writer.message(1, FeeInfo.encode(message.feeInfo))
    return writer
  },
  (fields) => ({ feeInfo: optional(fields, 1, FeeInfo) }),
)

export interface MsgUpdateParams {
  readonly authority: string
  readonly params: Params
}
export const MsgUpdateParams: Codec<MsgUpdateParams> = codec(
  'neutron.feerefunder.MsgUpdateParams',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.message(2, Params.encode(message.params))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), params: one(fields, 2, Params) }),
)

export const MsgUpdateParamsResponse: Codec<object> = codec(
  'neutron.feerefunder.MsgUpdateParamsResponse',
  (writer) => writer,
  () => ({}),
)
