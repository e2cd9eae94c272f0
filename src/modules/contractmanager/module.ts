import { GenesisReader, type Module } from '../../chain/index.js'
import { defaultGenesis, exportGenesis, initGenesis, paramsJson, readParams } from './genesis.js'
import type { ContractManagerKeeper } from './keeper.js'
import { STORE } from './keys.js'
import { contractManagerMessages } from './messages.js'
import { contractManagerQueries } from './queries.js'

/** Failed callbacks, their record and resubmission. Source: neutron x/contractmanager. */
export const contractManagerModule = (keeper: ContractManagerKeeper): Module => ({
  name: 'contractmanager',
  stores: [STORE],
  messages: contractManagerMessages(keeper),
  queries: contractManagerQueries(keeper),
  defaultGenesis,
  initGenesis: (ctx, state) => initGenesis(keeper, ctx, state),
  exportGenesis: (ctx) => exportGenesis(keeper, ctx),
  params: {
    get: (ctx) => paramsJson(keeper.params(ctx)),
    set: (ctx, params) => keeper.setParams(ctx, readParams(new GenesisReader(params, 'contractmanager/params'))),
  },
})
