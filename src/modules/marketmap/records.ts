import { decodePair, encodePair, type CurrencyPair } from '../../codec/neutron/currency-pair.js'
import {
  protoBool,
  protoBytes,
  protoMessages,
  protoString,
  protoStrings,
  protoUint64,
  ProtoWriter,
  readProto,
} from '../../codec/index.js'
import { byteKey, joinKeys, textKey, type Key } from '../../store/index.js'

/** Source: slinky v1.2.0 x/marketmap/types/keys.go. */
export const STORE = 'marketmap'
export const LAST_UPDATED_KEY = byteKey(1)
export const MARKETS_PREFIX = byteKey(2)
export const PARAMS_KEY = byteKey(3)
export const marketKey = (pair: string): Key => joinKeys(MARKETS_PREFIX, textKey(pair))

/** A price that is looked for. Source: slinky proto slinky.marketmap.v1 `Ticker`. */
export interface Ticker {
  readonly pair: CurrencyPair
  readonly decimals: bigint
  readonly minProviderCount: bigint
  readonly enabled: boolean
  readonly metadata: string
}

/** Where the price of a market comes from. Source: slinky proto slinky.marketmap.v1 `ProviderConfig`. */
export interface Provider {
  readonly name: string
  readonly offChainTicker: string
  /** The pair by whose price this one is multiplied. */
  readonly normalizeBy: CurrencyPair | undefined
  readonly invert: boolean
  readonly metadata: string
}

export interface Market {
  readonly ticker: Ticker
  readonly providers: readonly Provider[]
}

export interface Params {
  /** Bech32; who may change markets. */
  readonly authorities: readonly string[]
  /** Bech32; who may remove authorities. */
  readonly admin: string
}

function encodeProvider({ name, offChainTicker, normalizeBy, invert, metadata }: Provider): Uint8Array {
  const writer = new ProtoWriter().string(1, name).string(2, offChainTicker)
  if (normalizeBy !== undefined) writer.message(3, encodePair(normalizeBy))
  return writer.bool(4, invert).string(15, metadata).finish()
}

export function encodeMarket({ ticker, providers }: Market): Uint8Array {
  const { pair, decimals, minProviderCount, enabled, metadata } = ticker
  const inner = new ProtoWriter()
    .message(1, encodePair(pair))
    .uint64(2, decimals)
    .uint64(3, minProviderCount)
    .bool(14, enabled)
    .string(15, metadata)
  const writer = new ProtoWriter().message(1, inner)
  for (const provider of providers) writer.message(2, encodeProvider(provider))
  return writer.finish()
}

export function decodeMarket(bytes: Uint8Array): Market {
  const fields = readProto(bytes)
  const ticker = readProto(protoBytes(fields, 1))
  return {
    ticker: {
      pair: decodePair(protoBytes(ticker, 1)),
      decimals: protoUint64(ticker, 2),
      minProviderCount: protoUint64(ticker, 3),
      enabled: protoBool(ticker, 14),
      metadata: protoString(ticker, 15),
    },
    providers: protoMessages(fields, 2).map((item): Provider => {
      const provider = readProto(item)
      const pair = protoMessages(provider, 3).at(-1)
      return {
        name: protoString(provider, 1),
        offChainTicker: protoString(provider, 2),
        normalizeBy: pair && decodePair(pair),
        invert: protoBool(provider, 4),
        metadata: protoString(provider, 15),
      }
    }),
  }
}

export function encodeParams({ authorities, admin }: Params): Uint8Array {
  return new ProtoWriter().strings(1, authorities).string(2, admin).finish()
}

export function decodeParams(bytes: Uint8Array): Params {
  const fields = readProto(bytes)
  return { authorities: protoStrings(fields, 1), admin: protoString(fields, 2) }
}
