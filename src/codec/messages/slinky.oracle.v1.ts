// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import { mapField, messagePart, uint64Part } from '../map-fields.js'
import {
  all,
  codec,
  one,
  optional,
  protoInteger,
  protoString,
  protoStrings,
  protoTime,
  protoUint64,
  timestampWriter,
  type Codec,
} from '../message.js'
import { CurrencyPair } from './slinky.types.v1.js'

export interface QuotePrice {
  readonly price: bigint
  readonly blockTimestamp: bigint
  readonly blockHeight: bigint
}
export const QuotePrice: Codec<QuotePrice> = codec(
  'slinky.oracle.v1.QuotePrice',
  (writer, message) => {
    writer.string(1, String(message.price))
    writer.message(2, timestampWriter(message.blockTimestamp))
    writer.uint64(3, message.blockHeight)
    return writer
  },
  (fields) => ({
    price: protoInteger(fields, 1),
    blockTimestamp: protoTime(fields, 2),
    blockHeight: protoUint64(fields, 3),
  }),
)

export interface CurrencyPairState {
  readonly price: QuotePrice | undefined
  readonly nonce: bigint
  readonly id: bigint
}
export const CurrencyPairState: Codec<CurrencyPairState> = codec(
  'slinky.oracle.v1.CurrencyPairState',
  (writer, message) => {
    if (message.price !== undefined) writer.message(1, QuotePrice.encode(message.price))
    writer.uint64(2, message.nonce)
    writer.uint64(3, message.id)
    return writer
  },
  (fields) => ({ price: optional(fields, 1, QuotePrice), nonce: protoUint64(fields, 2), id: protoUint64(fields, 3) }),
)

export interface CurrencyPairGenesis {
  readonly currencyPair: CurrencyPair
  readonly currencyPairPrice: QuotePrice | undefined
  readonly nonce: bigint
  readonly id: bigint
}
export const CurrencyPairGenesis: Codec<CurrencyPairGenesis> = codec(
  'slinky.oracle.v1.CurrencyPairGenesis',
  (writer, message) => {
    writer.message(1, CurrencyPair.encode(message.currencyPair))
    if (message.currencyPairPrice !== undefined) writer.message(2, QuotePrice.encode(message.currencyPairPrice))
    writer.uint64(3, message.nonce)
    writer.uint64(4, message.id)
    return writer
  },
  (fields) => ({
    currencyPair: one(fields, 1, CurrencyPair),
    currencyPairPrice: optional(fields, 2, QuotePrice),
    nonce: protoUint64(fields, 3),
    id: protoUint64(fields, 4),
  }),
)

export interface GenesisState {
  readonly currencyPairGenesis: readonly CurrencyPairGenesis[]
  readonly nextId: bigint
}
export const GenesisState: Codec<GenesisState> = codec(
  'slinky.oracle.v1.GenesisState',
  (writer, message) => {
    for (const each of message.currencyPairGenesis) writer.message(1, CurrencyPairGenesis.encode(each))
    writer.uint64(2, message.nextId)
    return writer
  },
  (fields) => ({ currencyPairGenesis: all(fields, 1, CurrencyPairGenesis), nextId: protoUint64(fields, 2) }),
)

export const GetAllCurrencyPairsRequest: Codec<object> = codec(
  'slinky.oracle.v1.GetAllCurrencyPairsRequest',
  (writer) => writer,
  () => ({}),
)

export interface GetAllCurrencyPairsResponse {
  readonly currencyPairs: readonly CurrencyPair[]
}
export const GetAllCurrencyPairsResponse: Codec<GetAllCurrencyPairsResponse> = codec(
  'slinky.oracle.v1.GetAllCurrencyPairsResponse',
  (writer, message) => {
    for (const each of message.currencyPairs) writer.message(1, CurrencyPair.encode(each))
    return writer
  },
  (fields) => ({ currencyPairs: all(fields, 1, CurrencyPair) }),
)

export interface GetPriceRequest {
  readonly currencyPair: CurrencyPair
}
export const GetPriceRequest: Codec<GetPriceRequest> = codec(
  'slinky.oracle.v1.GetPriceRequest',
  (writer, message) => {
    writer.message(1, CurrencyPair.encode(message.currencyPair))
    return writer
  },
  (fields) => ({ currencyPair: one(fields, 1, CurrencyPair) }),
)

export interface GetPriceResponse {
  readonly price: QuotePrice | undefined
  readonly nonce: bigint
  readonly decimals: bigint
  readonly id: bigint
}
export const GetPriceResponse: Codec<GetPriceResponse> = codec(
  'slinky.oracle.v1.GetPriceResponse',
  (writer, message) => {
    if (message.price !== undefined) writer.message(1, QuotePrice.encode(message.price))
    writer.uint64(2, message.nonce)
    writer.uint64(3, message.decimals)
    writer.uint64(4, message.id)
    return writer
  },
  (fields) => ({
    price: optional(fields, 1, QuotePrice),
    nonce: protoUint64(fields, 2),
    decimals: protoUint64(fields, 3),
    id: protoUint64(fields, 4),
  }),
)

export interface GetPricesRequest {
  readonly currencyPairIds: readonly string[]
}
export const GetPricesRequest: Codec<GetPricesRequest> = codec(
  'slinky.oracle.v1.GetPricesRequest',
  (writer, message) => {
    writer.strings(1, message.currencyPairIds)
    return writer
  },
  (fields) => ({ currencyPairIds: protoStrings(fields, 1) }),
)

export interface GetPricesResponse {
  readonly prices: readonly GetPriceResponse[]
}
export const GetPricesResponse: Codec<GetPricesResponse> = codec(
  'slinky.oracle.v1.GetPricesResponse',
  (writer, message) => {
    for (const each of message.prices) writer.message(1, GetPriceResponse.encode(each))
    return writer
  },
  (fields) => ({ prices: all(fields, 1, GetPriceResponse) }),
)

export const GetCurrencyPairMappingRequest: Codec<object> = codec(
  'slinky.oracle.v1.GetCurrencyPairMappingRequest',
  (writer) => writer,
  () => ({}),
)

export interface GetCurrencyPairMappingResponse {
  readonly currencyPairMapping: ReadonlyMap<bigint, CurrencyPair>
}
export const GetCurrencyPairMappingResponse: Codec<GetCurrencyPairMappingResponse> = codec(
  'slinky.oracle.v1.GetCurrencyPairMappingResponse',
  (writer, message) => {
    mapField(uint64Part, messagePart(CurrencyPair)).write(writer, 1, message.currencyPairMapping)
    return writer
  },
  (fields) => ({ currencyPairMapping: mapField(uint64Part, messagePart(CurrencyPair)).read(fields, 1) }),
)

export const GetCurrencyPairMappingListRequest: Codec<object> = codec(
  'slinky.oracle.v1.GetCurrencyPairMappingListRequest',
  (writer) => writer,
  () => ({}),
)

export interface CurrencyPairMapping {
  readonly id: bigint
  readonly currencyPair: CurrencyPair
}
export const CurrencyPairMapping: Codec<CurrencyPairMapping> = codec(
  'slinky.oracle.v1.CurrencyPairMapping',
  (writer, message) => {
    writer.uint64(1, message.id)
    writer.message(2, CurrencyPair.encode(message.currencyPair))
    return writer
  },
  (fields) => ({ id: protoUint64(fields, 1), currencyPair: one(fields, 2, CurrencyPair) }),
)

export interface GetCurrencyPairMappingListResponse {
  readonly mappings: readonly CurrencyPairMapping[]
}
export const GetCurrencyPairMappingListResponse: Codec<GetCurrencyPairMappingListResponse> = codec(
  'slinky.oracle.v1.GetCurrencyPairMappingListResponse',
  (writer, message) => {
    for (const each of message.mappings) writer.message(1, CurrencyPairMapping.encode(each))
    return writer
  },
  (fields) => ({ mappings: all(fields, 1, CurrencyPairMapping) }),
)

export interface MsgAddCurrencyPairs {
  readonly authority: string
  readonly currencyPairs: readonly CurrencyPair[]
}
export const MsgAddCurrencyPairs: Codec<MsgAddCurrencyPairs> = codec(
  'slinky.oracle.v1.MsgAddCurrencyPairs',
  (writer, message) => {
    writer.string(1, message.authority)
    for (const each of message.currencyPairs) writer.message(2, CurrencyPair.encode(each))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), currencyPairs: all(fields, 2, CurrencyPair) }),
)

export const MsgAddCurrencyPairsResponse: Codec<object> = codec(
  'slinky.oracle.v1.MsgAddCurrencyPairsResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgRemoveCurrencyPairs {
  readonly authority: string
  readonly currencyPairIds: readonly string[]
}
export const MsgRemoveCurrencyPairs: Codec<MsgRemoveCurrencyPairs> = codec(
  'slinky.oracle.v1.MsgRemoveCurrencyPairs',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.strings(2, message.currencyPairIds)
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), currencyPairIds: protoStrings(fields, 2) }),
)

export const MsgRemoveCurrencyPairsResponse: Codec<object> = codec(
  'slinky.oracle.v1.MsgRemoveCurrencyPairsResponse',
  (writer) => writer,
  () => ({}),
)
