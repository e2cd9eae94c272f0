// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import {
  all,
  codec,
  durationWriter,
  one,
  optional,
  protoDuration,
  protoInt64,
  protoInteger,
  protoString,
  protoStrings,
  protoTime,
  protoUint64,
  timestampWriter,
  type Codec,
} from '../message.js'

export interface GenesisState {
  readonly params: object
  readonly rateLimits: readonly RateLimit[]
  readonly whitelistedAddressPairs: readonly WhitelistedAddressPair[]
  readonly blacklistedDenoms: readonly string[]
  readonly pendingSendPacketSequenceNumbers: readonly string[]
  readonly hourEpoch: HourEpoch
}
export const GenesisState: Codec<GenesisState> = codec(
  'ratelimit.v1.GenesisState',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    for (const each of message.rateLimits) writer.message(2, RateLimit.encode(each))
    for (const each of message.whitelistedAddressPairs) writer.message(3, WhitelistedAddressPair.encode(each))
    writer.strings(4, message.blacklistedDenoms)
    writer.strings(5, message.pendingSendPacketSequenceNumbers)
    writer.message(6, HourEpoch.encode(message.hourEpoch))
    return writer
  },
  (fields) => ({
    params: one(fields, 1, Params),
    rateLimits: all(fields, 2, RateLimit),
    whitelistedAddressPairs: all(fields, 3, WhitelistedAddressPair),
    blacklistedDenoms: protoStrings(fields, 4),
    pendingSendPacketSequenceNumbers: protoStrings(fields, 5),
    hourEpoch: one(fields, 6, HourEpoch),
  }),
)

export const Params: Codec<object> = codec(
  'ratelimit.v1.Params',
  (writer) => writer,
  () => ({}),
)

export const QueryAllRateLimitsRequest: Codec<object> = codec(
  'ratelimit.v1.QueryAllRateLimitsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryAllRateLimitsResponse {
  readonly rateLimits: readonly RateLimit[]
}
export const QueryAllRateLimitsResponse: Codec<QueryAllRateLimitsResponse> = codec(
  'ratelimit.v1.QueryAllRateLimitsResponse',
  (writer, message) => {
    for (const each of message.rateLimits) writer.message(1, RateLimit.encode(each))
    return writer
  },
  (fields) => ({ rateLimits: all(fields, 1, RateLimit) }),
)

export interface QueryRateLimitRequest {
  readonly denom: string
  readonly channelOrClientId: string
}
export const QueryRateLimitRequest: Codec<QueryRateLimitRequest> = codec(
  'ratelimit.v1.QueryRateLimitRequest',
  (writer, message) => {
    writer.string(1, message.denom)
    writer.string(2, message.channelOrClientId)
    return writer
  },
  (fields) => ({ denom: protoString(fields, 1), channelOrClientId: protoString(fields, 2) }),
)

export interface QueryRateLimitResponse {
  readonly rateLimit: RateLimit | undefined
}
export const QueryRateLimitResponse: Codec<QueryRateLimitResponse> = codec(
  'ratelimit.v1.QueryRateLimitResponse',
  (writer, message) => {
    if (message.rateLimit !== undefined) writer.message(1, RateLimit.encode(message.rateLimit))
    return writer
  },
  (fields) => ({ rateLimit: optional(fields, 1, RateLimit) }),
)

export interface QueryRateLimitsByChainIdRequest {
  readonly chainId: string
}
export const QueryRateLimitsByChainIdRequest: Codec<QueryRateLimitsByChainIdRequest> = codec(
  'ratelimit.v1.QueryRateLimitsByChainIdRequest',
  (writer, message) => {
    writer.string(1, message.chainId)
    return writer
  },
  (fields) => ({ chainId: protoString(fields, 1) }),
)

export interface QueryRateLimitsByChainIdResponse {
  readonly rateLimits: readonly RateLimit[]
}
export const QueryRateLimitsByChainIdResponse: Codec<QueryRateLimitsByChainIdResponse> = codec(
  'ratelimit.v1.QueryRateLimitsByChainIdResponse',
  (writer, message) => {
    for (const each of message.rateLimits) writer.message(1, RateLimit.encode(each))
    return writer
  },
  (fields) => ({ rateLimits: all(fields, 1, RateLimit) }),
)

export interface QueryRateLimitsByChannelOrClientIdRequest {
  readonly channelOrClientId: string
}
export const QueryRateLimitsByChannelOrClientIdRequest: Codec<QueryRateLimitsByChannelOrClientIdRequest> = codec(
  'ratelimit.v1.QueryRateLimitsByChannelOrClientIdRequest',
  (writer, message) => {
    writer.string(1, message.channelOrClientId)
    return writer
  },
  (fields) => ({ channelOrClientId: protoString(fields, 1) }),
)

export interface QueryRateLimitsByChannelOrClientIdResponse {
  readonly rateLimits: readonly RateLimit[]
}
export const QueryRateLimitsByChannelOrClientIdResponse: Codec<QueryRateLimitsByChannelOrClientIdResponse> = codec(
  'ratelimit.v1.QueryRateLimitsByChannelOrClientIdResponse',
  (writer, message) => {
    for (const each of message.rateLimits) writer.message(1, RateLimit.encode(each))
    return writer
  },
  (fields) => ({ rateLimits: all(fields, 1, RateLimit) }),
)

export const QueryAllBlacklistedDenomsRequest: Codec<object> = codec(
  'ratelimit.v1.QueryAllBlacklistedDenomsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryAllBlacklistedDenomsResponse {
  readonly denoms: readonly string[]
}
export const QueryAllBlacklistedDenomsResponse: Codec<QueryAllBlacklistedDenomsResponse> = codec(
  'ratelimit.v1.QueryAllBlacklistedDenomsResponse',
  (writer, message) => {
    writer.strings(1, message.denoms)
    return writer
  },
  (fields) => ({ denoms: protoStrings(fields, 1) }),
)

export const QueryAllWhitelistedAddressesRequest: Codec<object> = codec(
  'ratelimit.v1.QueryAllWhitelistedAddressesRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryAllWhitelistedAddressesResponse {
  readonly addressPairs: readonly WhitelistedAddressPair[]
}
export const QueryAllWhitelistedAddressesResponse: Codec<QueryAllWhitelistedAddressesResponse> = codec(
  'ratelimit.v1.QueryAllWhitelistedAddressesResponse',
  (writer, message) => {
    for (const each of message.addressPairs) writer.message(1, WhitelistedAddressPair.encode(each))
    return writer
  },
  (fields) => ({ addressPairs: all(fields, 1, WhitelistedAddressPair) }),
)

export interface Path {
  readonly denom: string
  readonly channelOrClientId: string
}
export const Path: Codec<Path> = codec(
  'ratelimit.v1.Path',
  (writer, message) => {
    writer.string(1, message.denom)
    writer.string(2, message.channelOrClientId)
    return writer
  },
  (fields) => ({ denom: protoString(fields, 1), channelOrClientId: protoString(fields, 2) }),
)

export interface Quota {
  readonly maxPercentSend: bigint
  readonly maxPercentRecv: bigint
  readonly durationHours: bigint
}
export const Quota: Codec<Quota> = codec(
  'ratelimit.v1.Quota',
  (writer, message) => {
    writer.string(1, String(message.maxPercentSend))
    writer.string(2, String(message.maxPercentRecv))
    writer.uint64(3, message.durationHours)
    return writer
  },
  (fields) => ({
    maxPercentSend: protoInteger(fields, 1),
    maxPercentRecv: protoInteger(fields, 2),
    durationHours: protoUint64(fields, 3),
  }),
)

export interface Flow {
  readonly inflow: bigint
  readonly outflow: bigint
  readonly channelValue: bigint
}
export const Flow: Codec<Flow> = codec(
  'ratelimit.v1.Flow',
  (writer, message) => {
    writer.string(1, String(message.inflow))
    writer.string(2, String(message.outflow))
    writer.string(3, String(message.channelValue))
    return writer
  },
  (fields) => ({
    inflow: protoInteger(fields, 1),
    outflow: protoInteger(fields, 2),
    channelValue: protoInteger(fields, 3),
  }),
)

export interface RateLimit {
  readonly path: Path | undefined
  readonly quota: Quota | undefined
  readonly flow: Flow | undefined
}
export const RateLimit: Codec<RateLimit> = codec(
  'ratelimit.v1.RateLimit',
  (writer, message) => {
    if (message.path !== undefined) writer.message(1, Path.encode(message.path))
    if (message.quota !== undefined) writer.message(2, Quota.encode(message.quota))
    if (message.flow !== undefined) writer.message(3, Flow.encode(message.flow))
    return writer
  },
  (fields) => ({ path: optional(fields, 1, Path), quota: optional(fields, 2, Quota), flow: optional(fields, 3, Flow) }),
)

export interface WhitelistedAddressPair {
  readonly sender: string
  readonly receiver: string
}
export const WhitelistedAddressPair: Codec<WhitelistedAddressPair> = codec(
  'ratelimit.v1.WhitelistedAddressPair',
  (writer, message) => {
    writer.string(1, message.sender)
    writer.string(2, message.receiver)
    return writer
  },
  (fields) => ({ sender: protoString(fields, 1), receiver: protoString(fields, 2) }),
)

export interface HourEpoch {
  readonly epochNumber: bigint
  readonly duration: bigint
  readonly epochStartTime: bigint
  readonly epochStartHeight: bigint
}
export const HourEpoch: Codec<HourEpoch> = codec(
  'ratelimit.v1.HourEpoch',
  (writer, message) => {
    writer.uint64(1, message.epochNumber)
    writer.message(2, durationWriter(message.duration))
    writer.message(3, timestampWriter(message.epochStartTime))
    writer.uint64(4, message.epochStartHeight)
    return writer
  },
  (fields) => ({
    epochNumber: protoUint64(fields, 1),
    duration: protoDuration(fields, 2),
    epochStartTime: protoTime(fields, 3),
    epochStartHeight: protoInt64(fields, 4),
  }),
)

export interface MsgAddRateLimit {
  readonly authority: string
  readonly denom: string
  readonly channelOrClientId: string
  readonly maxPercentSend: bigint
  readonly maxPercentRecv: bigint
  readonly durationHours: bigint
}
export const MsgAddRateLimit: Codec<MsgAddRateLimit> = codec(
  'ratelimit.v1.MsgAddRateLimit',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.string(2, message.denom)
    writer.string(3, message.channelOrClientId)
    writer.string(4, String(message.maxPercentSend))
    writer.string(5, String(message.maxPercentRecv))
    writer.uint64(6, message.durationHours)
    return writer
  },
  (fields) => ({
    authority: protoString(fields, 1),
    denom: protoString(fields, 2),
    channelOrClientId: protoString(fields, 3),
    maxPercentSend: protoInteger(fields, 4),
    maxPercentRecv: protoInteger(fields, 5),
    durationHours: protoUint64(fields, 6),
  }),
)

export const MsgAddRateLimitResponse: Codec<object> = codec(
  'ratelimit.v1.MsgAddRateLimitResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgUpdateRateLimit {
  readonly authority: string
  readonly denom: string
  readonly channelOrClientId: string
  readonly maxPercentSend: bigint
  readonly maxPercentRecv: bigint
  readonly durationHours: bigint
}
export const MsgUpdateRateLimit: Codec<MsgUpdateRateLimit> = codec(
  'ratelimit.v1.MsgUpdateRateLimit',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.string(2, message.denom)
    writer.string(3, message.channelOrClientId)
    writer.string(4, String(message.maxPercentSend))
    writer.string(5, String(message.maxPercentRecv))
    writer.uint64(6, message.durationHours)
    return writer
  },
  (fields) => ({
    authority: protoString(fields, 1),
    denom: protoString(fields, 2),
    channelOrClientId: protoString(fields, 3),
    maxPercentSend: protoInteger(fields, 4),
    maxPercentRecv: protoInteger(fields, 5),
    durationHours: protoUint64(fields, 6),
  }),
)

export const MsgUpdateRateLimitResponse: Codec<object> = codec(
  'ratelimit.v1.MsgUpdateRateLimitResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgRemoveRateLimit {
  readonly authority: string
  readonly denom: string
  readonly channelOrClientId: string
}
export const MsgRemoveRateLimit: Codec<MsgRemoveRateLimit> = codec(
  'ratelimit.v1.MsgRemoveRateLimit',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.string(2, message.denom)
    writer.string(3, message.channelOrClientId)
    return writer
  },
  (fields) => ({
    authority: protoString(fields, 1),
    denom: protoString(fields, 2),
    channelOrClientId: protoString(fields, 3),
  }),
)

export const MsgRemoveRateLimitResponse: Codec<object> = codec(
  'ratelimit.v1.MsgRemoveRateLimitResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgResetRateLimit {
  readonly authority: string
  readonly denom: string
  readonly channelOrClientId: string
}
export const MsgResetRateLimit: Codec<MsgResetRateLimit> = codec(
  'ratelimit.v1.MsgResetRateLimit',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.string(2, message.denom)
    writer.string(3, message.channelOrClientId)
    return writer
  },
  (fields) => ({
    authority: protoString(fields, 1),
    denom: protoString(fields, 2),
    channelOrClientId: protoString(fields, 3),
  }),
)

export const MsgResetRateLimitResponse: Codec<object> = codec(
  'ratelimit.v1.MsgResetRateLimitResponse',
  (writer) => writer,
  () => ({}),
)
