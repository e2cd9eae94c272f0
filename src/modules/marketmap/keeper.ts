import type { Context } from '../../chain/context.js'
import { plainError } from '../../chain/errors.js'
import { walk } from '../../chain/paging.js'
import { pairText, type CurrencyPair } from '../../codec/neutron/currency-pair.js'
import {
  decodeMarket,
  decodeParams,
  encodeMarket,
  encodeParams,
  LAST_UPDATED_KEY,
  marketKey,
  MARKETS_PREFIX,
  PARAMS_KEY,
  STORE,
  type Market,
  type Params,
} from './records.js'

/** Which prices the oracle looks for, and where. Source: slinky v1.2.0 x/marketmap/keeper/keeper.go. */
export class MarketMapKeeper {
  /** Called with each new market: the oracle then knows its pair. Source: `AfterMarketCreated`. */
  onCreated: (ctx: Context, pair: CurrencyPair) => void = () => undefined

  params(ctx: Context): Params {
    return decodeParams(ctx.store(STORE).get(PARAMS_KEY) ?? new Uint8Array(0))
  }
  setParams(ctx: Context, params: Params): void {
    ctx.store(STORE).set(PARAMS_KEY, encodeParams(params))
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
    return bytes && decodeMarket(bytes)
  }
  /** In the order of their pairs. */
  all(ctx: Context): readonly Market[] {
    return Array.from(walk(ctx.store(STORE), MARKETS_PREFIX), ([, value]) => decodeMarket(value))
  }
  /** @throws ChainError undefined/1 when there is one for the pair. Source: `CreateMarket` */
  create(ctx: Context, market: Market): void {
    const key = marketKey(pairText(market.ticker.pair))
    if (ctx.store(STORE).has(key)) throw plainError(`market already exists for ticker ${pairText(market.ticker.pair)}`)
    ctx.store(STORE).set(key, encodeMarket(market))
  }
}
