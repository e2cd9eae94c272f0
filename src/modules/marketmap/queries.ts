import { decoding, type Context, type Module } from '../../chain/index.js'
import { checkPair, decodePair, pairText, type CurrencyPair } from '../../codec/neutron/currency-pair.js'
import { protoBytes, ProtoWriter, readProto } from '../../codec/index.js'
import type { MarketMapKeeper } from './keeper.js'
import { encodeMarket, encodeParams, type Market } from './records.js'

const SERVICE = '/slinky.marketmap.v1.Query'

/** @throws ChainError undefined/1. Source: slinky v1.2.0 x/marketmap/keeper/query.go `Market` */
export function marketOf(keeper: MarketMapKeeper, ctx: Context, pair: CurrencyPair): Market {
  checkPair(pair)
  return keeper.known(ctx, pairText(pair))
}

/** Source: slinky v1.2.0 x/marketmap/keeper/query.go. */
export const marketMapQueries = (keeper: MarketMapKeeper): NonNullable<Module['queries']> => ({
  [`${SERVICE}/Markets`]: (ctx) => {
    const writer = new ProtoWriter()
    for (const market of keeper.all(ctx)) writer.message(1, encodeMarket(market))
    return writer.finish()
  },
  [`${SERVICE}/Market`]: (ctx, bytes) => {
    const pair = decoding(() => decodePair(protoBytes(readProto(bytes), 1)))
    return new ProtoWriter().message(1, encodeMarket(marketOf(keeper, ctx, pair))).finish()
  },
  [`${SERVICE}/LastUpdated`]: (ctx) => new ProtoWriter().uint64(1, keeper.lastUpdated(ctx)).finish(),
  [`${SERVICE}/Params`]: (ctx) => new ProtoWriter().message(1, encodeParams(keeper.params(ctx))).finish(),
})
