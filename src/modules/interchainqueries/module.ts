import { GenesisReader, type Module } from '../../chain/index.js'
import { cleanUp } from './cleanup.js'
import { defaultGenesis, exportGenesis, initGenesis, paramsJson, readParams } from './genesis.js'
import type { InterchainQueriesKeeper } from './keeper.js'
import { STORE } from './keys.js'
import { interchainQueriesMessages } from './messages.js'
import { interchainQueriesQueries } from './queries.js'

/** Queries of other chains' state and transactions. Source: neutron x/interchainqueries (06e81b9f). */
export const interchainQueriesModule = (keeper: InterchainQueriesKeeper): Module => ({
  name: 'interchainqueries',
  stores: [STORE],
  messages: interchainQueriesMessages(keeper),
  queries: interchainQueriesQueries(keeper),
  defaultGenesis,
  initGenesis: (ctx, state) => initGenesis(keeper, ctx, state),
  exportGenesis: (ctx) => exportGenesis(keeper, ctx),
  params: {
    get: (ctx) => paramsJson(keeper.params(ctx)),
    set: (ctx, params) => keeper.setParams(ctx, readParams(new GenesisReader(params, 'interchainqueries/params'))),
  },
  endBlock: (ctx) => cleanUp(keeper, ctx),
})
