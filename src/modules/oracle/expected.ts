import type { Context } from '../../chain/index.js'

/** What the module needs from marketmap. Source: slinky x/oracle/types/expected_keepers.go `MarketMapKeeper`. */
export interface Markets {
  /** Decimals of the market of a pair, such as `BTC/USD`; undefined if it has none. */
  decimals(ctx: Context, pair: string): bigint | undefined
}
