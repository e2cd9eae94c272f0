import { goQuote } from '../../codec/index.js'
import { parseAccAddress, plainError, wrapping } from '../../chain/index.js'
import { anyMap, GoJsonError, unmarshal } from '../../codec/go-json/index.js'
import { checkPair, pairText } from '../../codec/neutron/currency-pair.js'
import { toUtf8 } from '../../base/index.js'
import type { Market, Params, ProviderConfig, Ticker } from '../../codec/messages/slinky.marketmap.v1.js'

/** Stateless checks. Each throws a ChainError undefined/1. Source: connect v1.3.1 x/marketmap/types/{market,ticker,provider,params}.go. */

const MAX_DECIMALS = 36n
const MAX_METADATA_BYTES = 16_384

export function checkTicker({ currencyPair, decimals, minProviderCount, metadataJSON }: Ticker): void {
  const shown = pairText(currencyPair)
  if (decimals > MAX_DECIMALS || decimals === 0n)
    throw plainError(`decimals must be between 1 and ${MAX_DECIMALS}; got ${decimals} for ${shown}`)
  if (minProviderCount < 1n)
    throw plainError(`min provider count must be at least 1; got ${minProviderCount} for ${shown}`)
  checkPair(currencyPair)
  checkMetadata('ticker', metadataJSON)
}

export function checkProvider({ name, offChainTicker, normalizeByPair, metadataJSON }: ProviderConfig): void {
  if (name === '') throw plainError('provider name must not be empty')
  if (offChainTicker === '') throw plainError('provider offchain ticker must not be empty')
  if (normalizeByPair !== undefined) checkPair(normalizeByPair)
  checkMetadata('provider config', metadataJSON)
}

export function checkMarket({ ticker, providerConfigs }: Market): void {
  checkTicker(ticker)
  if (BigInt(providerConfigs.length) < ticker.minProviderCount)
    throw plainError(
      `ticker ${goQuote(pairText(ticker.currencyPair))} must have at least ${ticker.minProviderCount} providers; got ${providerConfigs.length}`,
    )
  const seen = new Set<string>()
  for (const provider of providerConfigs) {
    checkProvider(provider)
    const key = provider.name + provider.offChainTicker
    if (seen.has(key)) throw plainError(`duplicate (provider, off-chain-ticker) found: ${key}`)
    seen.add(key)
  }
}

/** All markets of a chain by their pairs: each, and what they need of one another. Source: `MarketMap.ValidateBasic` */
export function checkMarkets(all: ReadonlyMap<string, Market>): void {
  for (const market of all.values()) {
    checkMarket(market)
    for (const provider of market.providerConfigs) checkNormalized(market, provider, all)
  }
}

export function checkNormalized(
  { ticker }: Market,
  { name, normalizeByPair }: ProviderConfig,
  all: ReadonlyMap<string, Market>,
): void {
  if (normalizeByPair === undefined) return
  const needed = pairText(normalizeByPair)
  const other = all.get(needed)
  if (other === undefined)
    throw plainError(`provider's (${name}) pair for normalization (${needed}) was not found in the marketmap`)
  if (ticker.enabled && !other.ticker.enabled)
    throw plainError(
      `enabled market ${pairText(ticker.currencyPair)} cannot have use a normalization market ${needed} that is disabled`,
    )
}

/** Empty, or a JSON object. */
function checkMetadata(of: string, metadata: string): void {
  if (Buffer.byteLength(metadata) > MAX_METADATA_BYTES)
    throw plainError(`metadata json field is longer than maximum length of ${MAX_METADATA_BYTES}`)
  if (metadata === '') return
  try {
    unmarshal(anyMap, toUtf8(metadata))
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error
    throw plainError(`invalid ${of} metadata json: unable to unmarshal string to json: ${error.shortMessage}`, error)
  }
}

export function checkParams(prefix: string, { marketAuthorities, admin }: Params): void {
  if (marketAuthorities.length === 0) throw plainError('cannot create Params with empty market authorities')
  checkAuthorities(prefix, 'authority', marketAuthorities)
  wrapping('invalid marketmap admin string', () => parseAccAddress(prefix, admin))
}

/** @param role what the error calls an address that occurs twice */
export function checkAuthorities(prefix: string, role: string, authorities: readonly string[]): void {
  const seen = new Set<string>()
  for (const authority of authorities) {
    if (seen.has(authority)) throw plainError(`duplicate ${role} ${authority} found`)
    wrapping('invalid market authority string', () => parseAccAddress(prefix, authority))
    seen.add(authority)
  }
}
