import { GenesisReader, type Module } from '../../chain/index.js'
import { defaultGenesis, exportGenesis, initGenesis, paramsJson, readMarket, readParams } from './genesis.js'
import type { MarketMapKeeper } from './keeper.js'
import { marketMapMessages } from './messages.js'
import { marketMapQueries } from './queries.js'
import { STORE } from './records.js'

/** Which prices the oracle looks for. Source: slinky v1.2.0 x/marketmap. @param authority bech32 of the gov module account */
export const marketMapModule = (keeper: MarketMapKeeper, authority: string): Module => ({
  name: 'marketmap',
  stores: [STORE],
  messages: marketMapMessages(keeper, authority),
  queries: marketMapQueries(keeper),
  defaultGenesis: () => defaultGenesis(authority),
  initGenesis: (ctx, state) => initGenesis(keeper, ctx, new GenesisReader(state, 'marketmap')),
  exportGenesis: (ctx) => exportGenesis(keeper, ctx),
  params: {
    get: (ctx) => paramsJson(keeper.params(ctx)),
    set: (ctx, params) => keeper.setParams(ctx, readParams(ctx.prefix, new GenesisReader(params, 'marketmap/params'))),
  },
  put: {
    market: (ctx, json) => {
      const market = readMarket(new GenesisReader(json, 'marketmap market'))
      keeper.create(ctx, market)
      keeper.onCreated(ctx, market.ticker.currencyPair)
      keeper.setLastUpdated(ctx, BigInt(ctx.block.height))
    },
  },
})
