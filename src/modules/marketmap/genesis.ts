import type { Json } from '../../base/json-value.js'
import type { Context, GenesisReader } from '../../chain/index.js'
import { pairText, type CurrencyPair } from '../../codec/neutron/currency-pair.js'
import type { MarketMapKeeper } from './keeper.js'
import type { Market, Params, Provider } from './records.js'
import { checkMarket, checkNormalized, checkParams, checkProvider, checkTicker } from './validate.js'

/** Source: slinky v1.2.0 x/marketmap/keeper/genesis.go, types/genesis.go. */

/** @param authority bech32 of the gov module account, which changes markets until the params name others */
export const defaultGenesis = (authority: string): Json => ({
  market_map: { markets: {} },
  last_updated: '0',
  params: paramsJson({ authorities: [authority], admin: authority }),
})

export const exportGenesis = (keeper: MarketMapKeeper, ctx: Context): Json => ({
  market_map: {
    markets: Object.fromEntries(keeper.all(ctx).map((market) => [pairText(market.ticker.pair), marketJson(market)])),
  },
  last_updated: String(keeper.lastUpdated(ctx)),
  params: paramsJson(keeper.params(ctx)),
})

export const paramsJson = ({ authorities, admin }: Params): Json => ({ market_authorities: authorities, admin })

const pairJson = ({ base, quote }: CurrencyPair): Json => ({ Base: base, Quote: quote })

const marketJson = ({ ticker, providers }: Market): Json => ({
  ticker: {
    currency_pair: pairJson(ticker.pair),
    decimals: String(ticker.decimals),
    min_provider_count: String(ticker.minProviderCount),
    enabled: ticker.enabled,
    metadata_JSON: ticker.metadata,
  },
  provider_configs: providers.map(({ name, offChainTicker, normalizeBy, invert, metadata }) => ({
    name,
    off_chain_ticker: offChainTicker,
    normalize_by_pair: normalizeBy === undefined ? null : pairJson(normalizeBy),
    invert,
    metadata_JSON: metadata,
  })),
})

/** @throws UsageError that names the place */
export function initGenesis(keeper: MarketMapKeeper, ctx: Context, genesis: GenesisReader): void {
  const markets = genesis.at('market_map').at('markets')
  const names = Object.keys((markets.raw ?? {}) as object).toSorted()
  const all = new Map(names.map((name) => [name, readMarket(markets.at(name))]))
  for (const [name, market] of all) {
    const place = markets.at(name)
    if (pairText(market.ticker.pair) !== name)
      throw place.error(`ticker ${name} does not match market.Ticker.String() ${pairText(market.ticker.pair)}`)
    place.check(() => {
      for (const provider of market.providers) checkNormalized(market, provider, all)
    })
    keeper.create(ctx, market)
  }
  keeper.setLastUpdated(ctx, genesis.at('last_updated').integer())
  keeper.setParams(ctx, readParams(ctx.prefix, genesis.at('params')))
}

export function readParams(prefix: string, json: GenesisReader): Params {
  const params = {
    authorities: json
      .at('market_authorities')
      .list()
      .map((item) => item.string()),
    admin: json.at('admin').string(),
  }
  json.check(() => checkParams(prefix, params))
  return params
}

const readPair = (json: GenesisReader): CurrencyPair => ({
  base: json.at('Base').string(),
  quote: json.at('Quote').string(),
})

/** A market in its genesis form. @throws UsageError that names the place */
export function readMarket(json: GenesisReader): Market {
  const place = json.at('ticker')
  const ticker = {
    pair: readPair(place.at('currency_pair')),
    decimals: place.at('decimals').integer(),
    minProviderCount: place.at('min_provider_count').integer(),
    enabled: place.at('enabled').boolean(),
    metadata: place.at('metadata_JSON').string(),
  }
  place.check(() => checkTicker(ticker))
  const market = { ticker, providers: json.at('provider_configs').list().map(readProvider) }
  json.check(() => checkMarket(market))
  return market
}

function readProvider(json: GenesisReader): Provider {
  const normalizeBy = json.at('normalize_by_pair')
  const provider = {
    name: json.at('name').string(),
    offChainTicker: json.at('off_chain_ticker').string(),
    normalizeBy: normalizeBy.isAbsent ? undefined : readPair(normalizeBy),
    invert: json.at('invert').boolean(),
    metadata: json.at('metadata_JSON').string(),
  }
  json.check(() => checkProvider(provider))
  return provider
}
