// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import { boolPart, mapField, messagePart, stringPart } from '../map-fields.js'
import { all, codec, one, optional, protoBool, protoString, protoStrings, protoUint64, type Codec } from '../message.js'
import { CurrencyPair } from './slinky.types.v1.js'

export interface GenesisState {
  readonly marketMap: MarketMap
  readonly lastUpdated: bigint
  readonly params: Params
}
export const GenesisState: Codec<GenesisState> = codec(
  'slinky.marketmap.v1.GenesisState',
  (writer, message) => {
    writer.message(1, MarketMap.encode(message.marketMap))
    writer.uint64(2, message.lastUpdated)
    writer.message(3, Params.encode(message.params))
    return writer
  },
  (fields) => ({
    marketMap: one(fields, 1, MarketMap),
    lastUpdated: protoUint64(fields, 2),
    params: one(fields, 3, Params),
  }),
)

export interface Market {
  readonly ticker: Ticker
  readonly providerConfigs: readonly ProviderConfig[]
}
export const Market: Codec<Market> = codec(
  'slinky.marketmap.v1.Market',
  (writer, message) => {
    writer.message(1, Ticker.encode(message.ticker))
    for (const each of message.providerConfigs) writer.message(2, ProviderConfig.encode(each))
    return writer
  },
  (fields) => ({ ticker: one(fields, 1, Ticker), providerConfigs: all(fields, 2, ProviderConfig) }),
)

export interface Ticker {
  readonly currencyPair: CurrencyPair
  readonly decimals: bigint
  readonly minProviderCount: bigint
  readonly enabled: boolean
  readonly metadataJSON: string
}
export const Ticker: Codec<Ticker> = codec(
  'slinky.marketmap.v1.Ticker',
  (writer, message) => {
    writer.message(1, CurrencyPair.encode(message.currencyPair))
    writer.uint64(2, message.decimals)
    writer.uint64(3, message.minProviderCount)
    writer.bool(14, message.enabled)
    writer.string(15, message.metadataJSON)
    return writer
  },
  (fields) => ({
    currencyPair: one(fields, 1, CurrencyPair),
    decimals: protoUint64(fields, 2),
    minProviderCount: protoUint64(fields, 3),
    enabled: protoBool(fields, 14),
    metadataJSON: protoString(fields, 15),
  }),
)

export interface ProviderConfig {
  readonly name: string
  readonly offChainTicker: string
  readonly normalizeByPair: CurrencyPair | undefined
  readonly invert: boolean
  readonly metadataJSON: string
}
export const ProviderConfig: Codec<ProviderConfig> = codec(
  'slinky.marketmap.v1.ProviderConfig',
  (writer, message) => {
    writer.string(1, message.name)
    writer.string(2, message.offChainTicker)
    if (message.normalizeByPair !== undefined) writer.message(3, CurrencyPair.encode(message.normalizeByPair))
    writer.bool(4, message.invert)
    writer.string(15, message.metadataJSON)
    return writer
  },
  (fields) => ({
    name: protoString(fields, 1),
    offChainTicker: protoString(fields, 2),
    normalizeByPair: optional(fields, 3, CurrencyPair),
    invert: protoBool(fields, 4),
    metadataJSON: protoString(fields, 15),
  }),
)

export interface MarketMap {
  readonly markets: ReadonlyMap<string, Market>
}
export const MarketMap: Codec<MarketMap> = codec(
  'slinky.marketmap.v1.MarketMap',
  (writer, message) => {
    mapField(stringPart, messagePart(Market)).write(writer, 1, message.markets)
    return writer
  },
  (fields) => ({ markets: mapField(stringPart, messagePart(Market)).read(fields, 1) }),
)

export interface Params {
  readonly marketAuthorities: readonly string[]
  readonly admin: string
}
export const Params: Codec<Params> = codec(
  'slinky.marketmap.v1.Params',
  (writer, message) => {
    writer.strings(1, message.marketAuthorities)
    writer.string(2, message.admin)
    return writer
  },
  (fields) => ({ marketAuthorities: protoStrings(fields, 1), admin: protoString(fields, 2) }),
)

export const MarketMapRequest: Codec<object> = codec(
  'slinky.marketmap.v1.MarketMapRequest',
  (writer) => writer,
  () => ({}),
)

export interface MarketMapResponse {
  readonly marketMap: MarketMap
  readonly lastUpdated: bigint
  readonly chainId: string
}
export const MarketMapResponse: Codec<MarketMapResponse> = codec(
  'slinky.marketmap.v1.MarketMapResponse',
  (writer, message) => {
    writer.message(1, MarketMap.encode(message.marketMap))
    writer.uint64(2, message.lastUpdated)
    writer.string(3, message.chainId)
    return writer
  },
  (fields) => ({
    marketMap: one(fields, 1, MarketMap),
    lastUpdated: protoUint64(fields, 2),
    chainId: protoString(fields, 3),
  }),
)

export const MarketsRequest: Codec<object> = codec(
  'slinky.marketmap.v1.MarketsRequest',
  (writer) => writer,
  () => ({}),
)

export interface MarketsResponse {
  readonly markets: readonly Market[]
}
export const MarketsResponse: Codec<MarketsResponse> = codec(
  'slinky.marketmap.v1.MarketsResponse',
  (writer, message) => {
    for (const each of message.markets) writer.message(1, Market.encode(each))
    return writer
  },
  (fields) => ({ markets: all(fields, 1, Market) }),
)

export interface MarketRequest {
  readonly currencyPair: CurrencyPair
}
export const MarketRequest: Codec<MarketRequest> = codec(
  'slinky.marketmap.v1.MarketRequest',
  (writer, message) => {
    writer.message(1, CurrencyPair.encode(message.currencyPair))
    return writer
  },
  (fields) => ({ currencyPair: one(fields, 1, CurrencyPair) }),
)

export interface MarketResponse {
  readonly market: Market
}
export const MarketResponse: Codec<MarketResponse> = codec(
  'slinky.marketmap.v1.MarketResponse',
  (writer, message) => {
    writer.message(1, Market.encode(message.market))
    return writer
  },
  (fields) => ({ market: one(fields, 1, Market) }),
)

export const ParamsRequest: Codec<object> = codec(
  'slinky.marketmap.v1.ParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface ParamsResponse {
  readonly params: Params
}
export const ParamsResponse: Codec<ParamsResponse> = codec(
  'slinky.marketmap.v1.ParamsResponse',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export const LastUpdatedRequest: Codec<object> = codec(
  'slinky.marketmap.v1.LastUpdatedRequest',
  (writer) => writer,
  () => ({}),
)

export interface LastUpdatedResponse {
  readonly lastUpdated: bigint
}
export const LastUpdatedResponse: Codec<LastUpdatedResponse> = codec(
  'slinky.marketmap.v1.LastUpdatedResponse',
  (writer, message) => {
    writer.uint64(1, message.lastUpdated)
    return writer
  },
  (fields) => ({ lastUpdated: protoUint64(fields, 1) }),
)

export interface MsgUpsertMarkets {
  readonly authority: string
  readonly markets: readonly Market[]
}
export const MsgUpsertMarkets: Codec<MsgUpsertMarkets> = codec(
  'slinky.marketmap.v1.MsgUpsertMarkets',
  (writer, message) => {
    writer.string(1, message.authority)
    for (const each of message.markets) writer.message(2, Market.encode(each))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), markets: all(fields, 2, Market) }),
)

export interface MsgUpsertMarketsResponse {
  readonly marketUpdates: ReadonlyMap<string, boolean>
}
export const MsgUpsertMarketsResponse: Codec<MsgUpsertMarketsResponse> = codec(
  'slinky.marketmap.v1.MsgUpsertMarketsResponse',
  (writer, message) => {
    mapField(stringPart, boolPart).write(writer, 1, message.marketUpdates)
    return writer
  },
  (fields) => ({ marketUpdates: mapField(stringPart, boolPart).read(fields, 1) }),
)

export interface MsgCreateMarkets {
  readonly authority: string
  readonly createMarkets: readonly Market[]
}
export const MsgCreateMarkets: Codec<MsgCreateMarkets> = codec(
  'slinky.marketmap.v1.MsgCreateMarkets',
  (writer, message) => {
    writer.string(1, message.authority)
    for (const each of message.createMarkets) writer.message(2, Market.encode(each))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), createMarkets: all(fields, 2, Market) }),
)

export const MsgCreateMarketsResponse: Codec<object> = codec(
  'slinky.marketmap.v1.MsgCreateMarketsResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgUpdateMarkets {
  readonly authority: string
  readonly updateMarkets: readonly Market[]
}
export const MsgUpdateMarkets: Codec<MsgUpdateMarkets> = codec(
  'slinky.marketmap.v1.MsgUpdateMarkets',
  (writer, message) => {
    writer.string(1, message.authority)
    for (const each of message.updateMarkets) writer.message(2, Market.encode(each))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), updateMarkets: all(fields, 2, Market) }),
)

export const MsgUpdateMarketsResponse: Codec<object> = codec(
  'slinky.marketmap.v1.MsgUpdateMarketsResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgParams {
  readonly params: Params
  readonly authority: string
}
export const MsgParams: Codec<MsgParams> = codec(
  'slinky.marketmap.v1.MsgParams',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    writer.string(2, message.authority)
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params), authority: protoString(fields, 2) }),
)

export const MsgParamsResponse: Codec<object> = codec(
  'slinky.marketmap.v1.MsgParamsResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgRemoveMarketAuthorities {
  readonly removeAddresses: readonly string[]
  readonly admin: string
}
export const MsgRemoveMarketAuthorities: Codec<MsgRemoveMarketAuthorities> = codec(
  'slinky.marketmap.v1.MsgRemoveMarketAuthorities',
  (writer, message) => {
    writer.strings(1, message.removeAddresses)
    writer.string(2, message.admin)
    return writer
  },
  (fields) => ({ removeAddresses: protoStrings(fields, 1), admin: protoString(fields, 2) }),
)

export const MsgRemoveMarketAuthoritiesResponse: Codec<object> = codec(
  'slinky.marketmap.v1.MsgRemoveMarketAuthoritiesResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgRemoveMarkets {
  readonly authority: string
  readonly markets: readonly string[]
}
export const MsgRemoveMarkets: Codec<MsgRemoveMarkets> = codec(
  'slinky.marketmap.v1.MsgRemoveMarkets',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.strings(2, message.markets)
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), markets: protoStrings(fields, 2) }),
)

export interface MsgRemoveMarketsResponse {
  readonly deletedMarkets: readonly string[]
}
export const MsgRemoveMarketsResponse: Codec<MsgRemoveMarketsResponse> = codec(
  'slinky.marketmap.v1.MsgRemoveMarketsResponse',
  (writer, message) => {
    writer.strings(1, message.deletedMarkets)
    return writer
  },
  (fields) => ({ deletedMarkets: protoStrings(fields, 1) }),
)
