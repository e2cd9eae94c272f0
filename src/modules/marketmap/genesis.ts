import type { Json } from '../../base/json-value.js'
import type { Context, GenesisReader } from '../../chain/index.js'
import type { Market, Params, ProviderConfig } from '../../codec/messages/slinky.marketmap.v1.js'
import { pairText, type CurrencyPair } from '../../codec/neutron/currency-pair.js'
import type { MarketMapKeeper } from './keeper.js'
import { checkMarket, checkNormalized, checkParams, checkProvider, checkTicker } from './validate.js'

/** Source: slinky v1.2.0 x/marketmap/keeper/genesis.go, types/genesis.go. */

/** @param authority bech32 of the gov module account, which changes markets until the params name others */
export const defaultGenesis = (authority: string): Json => ({
  market_map: { markets: {} },
  last_updated: '0',
  params: paramsJson({ marketAuthorities: [authority], admin: authority }),
})

export const exportGenesis = (keeper: MarketMapKeeper, ctx: Context): Json => ({
  market_map: {
    markets: Object.fromEntries(
      keeper.all(ctx).map((market) => [pairText(market.ticker.currencyPair), marketJson(market)]),
    ),
  },
  last_updated: String(keeper.lastUpdated(ctx)),
  params: paramsJson(keeper.params(ctx)),
})

export const paramsJson = ({ marketAuthorities, admin }: Params): Json => ({
  market_authorities: marketAuthorities,
  admin,
})

const pairJson = ({ base, quote }: CurrencyPair): Json => ({ Base: base, Quote: quote })

const marketJson = ({ ticker, providerConfigs }: Market): Json => ({
  ticker: {
    currency_pair: pairJson(ticker.currencyPair),
    decimals: String(ticker.decimals),
    min_provider_count: String(ticker.minProviderCount),
    enabled: ticker.enabled,
    metadata_JSON: ticker.metadataJSON,
  },
  provider_configs: providerConfigs.map(({ name, offChainTicker, normalizeByPair, invert, metadataJSON }) => ({
    name,
    off_chain_ticker: offChainTicker,
    normalize_by_pair: normalizeByPair === undefined ? null : pairJson(normalizeByPair),
    invert,
    metadata_JSON: metadataJSON,
  })),
})

/** @throws UsageError that names the place */
export function initGenesis(keeper: MarketMapKeeper, ctx: Context, genesis: GenesisReader): void {
  const markets = genesis.at('market_map').at('markets')
  const names = Object.keys((markets.raw ?? {}) as object).toSorted()
  const all = new Map(names.map((name) => [name, readMarket(markets.at(name))]))
  for (const [name, market] of all) {
    const place = markets.at(name)
    if (pairText(market.ticker.currencyPair) !== name)
      throw place.error(`ticker ${name} does not match market.Ticker.String() ${pairText(market.ticker.currencyPair)}`)
    place.check(() => {
      for (const provider of market.providerConfigs) checkNormalized(market, provider, all)
    })
    keeper.create(ctx, market)
  }
  keeper.setLastUpdated(ctx, genesis.at('last_updated').integer())
  keeper.setParams(ctx, readParams(ctx.prefix, genesis.at('params')))
}

export function readParams(prefix: string, json: GenesisReader): Params {
  const params = {
    marketAuthorities: json
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
    currencyPair: readPair(place.at('currency_pair')),
    decimals: place.at('decimals').integer(),
    minProviderCount: place.at('min_provider_count').integer(),
    enabled: place.at('enabled').boolean(),
    metadataJSON: place.at('metadata_JSON').string(),
  }
  place.check(() => checkTicker(ticker))
  const market = { ticker, providerConfigs: json.at('provider_configs').list().map(readProvider) }
  json.check(() => checkMarket(market))
  return market
}

function readProvider(json: GenesisReader): ProviderConfig {
  const normalizeBy = json.at('normalize_by_pair')
  const provider = {
    name: json.at('name').string(),
    offChainTicker: json.at('off_chain_ticker').string(),
    normalizeByPair: normalizeBy.isAbsent ? undefined : readPair(normalizeBy),
    invert: json.at('invert').boolean(),
    metadataJSON: json.at('metadata_JSON').string(),
  }
  json.check(() => checkProvider(provider))
  return provider
}
