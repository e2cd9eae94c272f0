import { parseAccAddress } from '../../chain/address.js'
import type { Context } from '../../chain/context.js'
import type { GenesisReader } from '../../chain/genesis-json.js'
import type { Json } from '../../chain/module.js'
import { checkPair, pairText, type CurrencyPair } from '../../codec/neutron/currency-pair.js'
import type { MarketMapKeeper } from './keeper.js'
import type { Market, Params, Provider } from './records.js'

/** Source: slinky v1.2.0 x/marketmap/keeper/genesis.go, types/{genesis,market,ticker,provider,params}.go. */

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
    for (const provider of market.providers) checkNormalized(place, market, provider, all)
    keeper.create(ctx, market)
  }
  keeper.setLastUpdated(ctx, genesis.at('last_updated').integer())
  keeper.setParams(ctx, readParams(ctx.prefix, genesis.at('params')))
}

function checkNormalized(
  place: GenesisReader,
  { ticker }: Market,
  { name, normalizeBy }: Provider,
  all: ReadonlyMap<string, Market>,
): void {
  if (normalizeBy === undefined) return
  const other = all.get(pairText(normalizeBy))
  if (other === undefined)
    throw place.error(
      `provider's (${name}) pair for normalization (${pairText(normalizeBy)}) was not found in the marketmap`,
    )
  if (ticker.enabled && !other.ticker.enabled)
    throw place.error(
      `enabled market ${pairText(ticker.pair)} cannot have use a normalization market ${pairText(normalizeBy)} that is disabled`,
    )
}

export function readParams(prefix: string, json: GenesisReader): Params {
  const authorities = json
    .at('market_authorities')
    .list()
    .map((item) => item.parsed((text) => (parseAccAddress(prefix, text), text)))
  if (new Set(authorities).size < authorities.length) throw json.error('duplicate authority')
  return { authorities, admin: json.at('admin').parsed((text) => (parseAccAddress(prefix, text), text)) }
}

function readPair(json: GenesisReader): CurrencyPair {
  const pair = { base: json.at('Base').string(), quote: json.at('Quote').string() }
  json.check(() => checkPair(pair))
  return pair
}

const MOST_DECIMALS = 36n

/** A market in its genesis form. @throws UsageError that names the place */
export function readMarket(json: GenesisReader): Market {
  const ticker = json.at('ticker')
  const pair = readPair(ticker.at('currency_pair'))
  const decimals = ticker.at('decimals').integer()
  const minProviderCount = ticker.at('min_provider_count').integer()
  const shown = pairText(pair)
  if (decimals > MOST_DECIMALS || decimals === 0n)
    throw ticker.error(`decimals must be between 1 and ${MOST_DECIMALS}; got ${decimals} for ${shown}`)
  if (minProviderCount < 1n)
    throw ticker.error(`min provider count must be at least 1; got ${minProviderCount} for ${shown}`)
  const providers = json.at('provider_configs').list().map(readProvider)
  if (BigInt(providers.length) < minProviderCount)
    throw json.error(`ticker "${shown}" must have at least ${minProviderCount} providers; got ${providers.length}`)
  return {
    ticker: {
      pair,
      decimals,
      minProviderCount,
      enabled: ticker.at('enabled').boolean(),
      metadata: ticker.at('metadata_JSON').string(),
    },
    providers,
  }
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
  if (provider.name === '') throw json.error('provider name must not be empty')
  if (provider.offChainTicker === '') throw json.error('provider offchain ticker must not be empty')
  return provider
}
