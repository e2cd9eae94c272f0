import { NO_BYTES } from '../../base/index.js'
import { notInCollection, plainError, walk, type Context } from '../../chain/index.js'
import { Market, Params } from '../../codec/messages/slinky.marketmap.v1.js'
import { pairText, type CurrencyPair } from '../../codec/neutron/currency-pair.js'
import { LAST_UPDATED_KEY, marketKey, MARKETS_PREFIX, PARAMS_KEY, STORE } from './records.js'

/** Which prices the oracle looks for, and where. Source: slinky v1.2.0 x/marketmap/keeper/keeper.go. */
export class MarketMapKeeper {
  /** Called with each new market: the oracle then knows its pair. Source: `AfterMarketCreated`. */
  readonly onCreated: (ctx: Context, pair: CurrencyPair) => void

  constructor({ onCreated }: Pick<MarketMapKeeper, 'onCreated'>) {
    this.onCreated = onCreated
  }

  params(ctx: Context): Params {
    return Params.decode(ctx.store(STORE).get(PARAMS_KEY) ?? NO_BYTES)
  }
  setParams(ctx: Context, params: Params): void {
    ctx.store(STORE).set(PARAMS_KEY, Params.encode(params).finish())
  }

  /** The height at which a market was last changed. */
  lastUpdated(ctx: Context): bigint {
    const bytes = ctx.store(STORE).get(LAST_UPDATED_KEY)
    return bytes === undefined ? 0n : new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0)
  }
  setLastUpdated(ctx: Context, height: bigint): void {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigUint64(0, height)
    ctx.store(STORE).set(LAST_UPDATED_KEY, bytes)
  }

  market(ctx: Context, pair: string): Market | undefined {
    const bytes = ctx.store(STORE).get(marketKey(pair))
    return bytes && Market.decode(bytes)
  }
  /** @throws ChainError undefined/1 when there is none */
  known(ctx: Context, pair: string): Market {
    const market = this.market(ctx, pair)
    if (market === undefined) throw notInCollection(pair, 'slinky.marketmap.v1.Market')
    return market
  }
  /** In the order of their pairs. */
  all(ctx: Context): readonly Market[] {
    return Array.from(walk(ctx.store(STORE), MARKETS_PREFIX), ([, value]) => Market.decode(value))
  }
  byPair(ctx: Context): ReadonlyMap<string, Market> {
    return new Map(this.all(ctx).map((market) => [pairText(market.ticker.currencyPair), market]))
  }
  has(ctx: Context, pair: string): boolean {
    return ctx.store(STORE).has(marketKey(pair))
  }
  /** @throws ChainError undefined/1 when there is one for the pair. Source: `CreateMarket` */
  create(ctx: Context, market: Market): void {
    const pair = pairText(market.ticker.currencyPair)
    if (this.has(ctx, pair)) throw plainError(`market already exists for ticker ${pair}`)
    ctx.store(STORE).set(marketKey(pair), Market.encode(market).finish())
  }
  /** @throws ChainError undefined/1 when there is none for the pair. Source: `UpdateMarket` */
  update(ctx: Context, market: Market): void {
    const pair = pairText(market.ticker.currencyPair)
    if (!this.has(ctx, pair)) throw plainError(`market does not exist for ticker ${pair}`)
    ctx.store(STORE).set(marketKey(pair), Market.encode(market).finish())
  }
  /** @returns whether there was one @throws ChainError undefined/1 when it is enabled. Source: `DeleteMarket`, types/validation_hooks.go */
  delete(ctx: Context, pair: string): boolean {
    const market = this.market(ctx, pair)
    if (market === undefined) return false
    if (market.ticker.enabled)
      throw plainError(`failed validation hooks for market ${pair}: market is enabled - cannot be deleted`)
    ctx.store(STORE).delete(marketKey(pair))
    return true
  }
}
