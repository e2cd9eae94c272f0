import { GenesisReader, type Module } from '../../chain/index.js'
import { defaultGenesis, exportGenesis, initGenesis, paramsJson, readParams } from './genesis.js'
import type { InterchainTxsKeeper } from './keeper.js'
import { STORE } from './keys.js'
import { interchainTxsMessages } from './messages.js'
import { interchainTxsQueries } from './queries.js'

/** Interchain accounts of contracts. Source: neutron x/interchaintxs (06e81b9f). */
export const interchainTxsModule = (keeper: InterchainTxsKeeper): Module => ({
  name: 'interchaintxs',
  stores: [STORE],
  messages: interchainTxsMessages(keeper),
  queries: interchainTxsQueries(keeper),
  defaultGenesis: () => defaultGenesis(keeper.release),
  initGenesis: (ctx, state) => initGenesis(keeper, ctx, state),
  exportGenesis: (ctx) => exportGenesis(keeper, ctx),
  params: {
    get: (ctx) => paramsJson(keeper.params(ctx)),
    set: (ctx, params) => keeper.setParams(ctx, readParams(new GenesisReader(params, 'interchaintxs/params'))),
  },
})
