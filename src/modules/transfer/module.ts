import { GenesisReader, type Module } from '../../chain/index.js'
import { defaultGenesis, exportGenesis, initGenesis, paramsJson, readParams } from './genesis.js'
import type { TransferKeeper } from './keeper.js'
import { STORE } from './keys.js'
import { transferMessages } from './messages.js'
import { transferQueries } from './queries.js'

/** Tokens across chains. Source: ibc-go v10.5.0 apps/transfer. */
export const transferModule = (keeper: TransferKeeper): Module => ({
  name: 'transfer',
  stores: [STORE],
  messages: transferMessages(keeper),
  queries: transferQueries(keeper),
  defaultGenesis,
  initGenesis: (ctx, state) => initGenesis(keeper, ctx, state),
  exportGenesis: (ctx) => exportGenesis(keeper, ctx),
  params: {
    get: (ctx) => paramsJson(keeper.params(ctx)),
    set: (ctx, params) => keeper.setParams(ctx, readParams(new GenesisReader(params, 'transfer/params'))),
  },
})
