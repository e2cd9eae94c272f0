import { query, type Context, type Module } from '../../chain/index.js'
import {
  LastUpdatedRequest,
  LastUpdatedResponse,
  MarketMapRequest,
  MarketMapResponse,
  MarketRequest,
  MarketResponse,
  MarketsRequest,
  MarketsResponse,
  ParamsRequest,
  ParamsResponse,
  type Market,
} from '../../codec/messages/slinky.marketmap.v1.js'
import { checkPair, pairText, type CurrencyPair } from '../../codec/neutron/currency-pair.js'
import type { MarketMapKeeper } from './keeper.js'

const SERVICE = '/slinky.marketmap.v1.Query'

/** @throws ChainError undefined/1. Source: slinky v1.2.0 x/marketmap/keeper/query.go `Market` */
export function marketOf(keeper: MarketMapKeeper, ctx: Context, pair: CurrencyPair): Market {
  checkPair(pair)
  return keeper.known(ctx, pairText(pair))
}

/** Source: slinky v1.2.0 x/marketmap/keeper/query.go. */
export const marketMapQueries = (keeper: MarketMapKeeper): NonNullable<Module['queries']> => ({
  [`${SERVICE}/MarketMap`]: query(MarketMapRequest, MarketMapResponse, (ctx) => ({
    marketMap: { markets: keeper.byPair(ctx) },
    lastUpdated: keeper.lastUpdated(ctx),
    chainId: ctx.block.chainId,
  })),
  [`${SERVICE}/Markets`]: query(MarketsRequest, MarketsResponse, (ctx) => ({ markets: keeper.all(ctx) })),
  [`${SERVICE}/Market`]: query(MarketRequest, MarketResponse, (ctx, { currencyPair }) => ({
    market: marketOf(keeper, ctx, currencyPair),
  })),
  [`${SERVICE}/LastUpdated`]: query(LastUpdatedRequest, LastUpdatedResponse, (ctx) => ({
    lastUpdated: keeper.lastUpdated(ctx),
  })),
  [`${SERVICE}/Params`]: query(ParamsRequest, ParamsResponse, (ctx) => ({ params: keeper.params(ctx) })),
})
