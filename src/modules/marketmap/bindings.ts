import { toUtf8 } from '../../base/index.js'
import { wrapping, type Context } from '../../chain/index.js'
import { goArray, goObject, goString, pointer, string, struct, type ValueOf } from '../../codec/go-json/index.js'
import type { Market, Params, ProviderConfig } from '../../codec/messages/slinky.marketmap.v1.js'
import type { CurrencyPair } from '../../codec/neutron/currency-pair.js'
import { unsupportedRequest } from '../../codec/wasm/index.js'
import type { MarketMapKeeper } from './keeper.js'
import { marketOf } from './queries.js'

const MarketMapQuery = struct(
  'MarketMapQuery',
  {
    last_updated: pointer(struct('LastUpdatedRequest', {})),
    params: pointer(struct('ParamsRequest', {})),
    market: pointer(
      struct('MarketRequest', { currency_pair: struct('CurrencyPair', { Base: string, Quote: string }) }),
    ),
  },
  'bindings.MarketMapQuery',
)

const text = (value: string): string | undefined => (value === '' ? undefined : goString(value))
const number = (value: bigint): string | undefined => (value === 0n ? undefined : String(value))
const flag = (value: boolean): string | undefined => (value ? 'true' : undefined)

const pairJson = ({ base, quote }: CurrencyPair): string => goObject({ Base: text(base), Quote: text(quote) })

const providerJson = ({ name, offChainTicker, normalizeByPair, invert, metadataJSON }: ProviderConfig): string =>
  goObject({
    name: text(name),
    off_chain_ticker: text(offChainTicker),
    normalize_by_pair: normalizeByPair && pairJson(normalizeByPair),
    invert: flag(invert),
    metadata_JSON: text(metadataJSON),
  })

const marketJson = ({ ticker, providerConfigs }: Market): string =>
  goObject({
    ticker: goObject({
      currency_pair: pairJson(ticker.currencyPair),
      decimals: number(ticker.decimals),
      min_provider_count: number(ticker.minProviderCount),
      enabled: flag(ticker.enabled),
      metadata_JSON: text(ticker.metadataJSON),
    }),
    // Go reads an empty list back as nil.
    provider_configs: providerConfigs.length === 0 ? 'null' : goArray(providerConfigs.map(providerJson)),
  })

const paramsJson = ({ marketAuthorities, admin }: Params): string =>
  goObject({
    market_authorities: marketAuthorities.length === 0 ? undefined : goArray(marketAuthorities.map(goString)),
    admin: text(admin),
  })

/** `{"market_map":{"market":{"currency_pair":{"Base":"BTC","Quote":"USD"}}}}`. Source: neutron wasmbinding/queries.go `MarketMapQuery`. */
export const marketMapBinding = (keeper: MarketMapKeeper) => ({
  name: 'market_map',
  type: MarketMapQuery,
  answer: (ctx: Context, _contract: Uint8Array, query: ValueOf<typeof MarketMapQuery>): Uint8Array => {
    if (query.params !== undefined) return toUtf8(goObject({ params: paramsJson(keeper.params(ctx)) }))
    if (query.last_updated !== undefined) return toUtf8(goObject({ last_updated: number(keeper.lastUpdated(ctx)) }))
    if (query.market === undefined) throw unsupportedRequest('unknown neutron.marketmap query type')
    const { Base: base, Quote: quote } = query.market.currency_pair
    const market = wrapping('failed to process request *types.MarketResponse', () =>
      marketOf(keeper, ctx, { base, quote }),
    )
    return toUtf8(goObject({ market: marketJson(market) }))
  },
})
