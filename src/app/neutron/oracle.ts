import { MarketMapKeeper, marketMapBinding, marketMapModule } from '../../modules/marketmap/index.js'
import { OracleKeeper, oracleBinding, oracleModule } from '../../modules/oracle/index.js'
import type { Module } from '../../chain/index.js'
import type { Bindings } from '../../modules/wasm/index.js'

export interface NeutronOracle {
  readonly oracle: OracleKeeper
  readonly modules: readonly Module[]
}

/** Prices and markets, with the custom queries of contracts. Source: neutron app/app.go. @param authority bech32 */
export function neutronOracle(authority: string, bindings: Bindings): NeutronOracle {
  const oracle = new OracleKeeper({ decimals: (ctx, pair) => markets.market(ctx, pair)?.ticker.decimals })
  const markets = new MarketMapKeeper({ onCreated: (ctx, pair) => oracle.create(ctx, pair) })
  bindings.addQuery(oracleBinding(oracle)).addQuery(marketMapBinding(markets))
  return { oracle, modules: [oracleModule(oracle), marketMapModule(markets, authority)] }
}
