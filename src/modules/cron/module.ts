import { GenesisReader, type Module } from '../../chain/index.js'
import { defaultGenesis, exportGenesis, initGenesis, paramsJson, readParams, readSchedule } from './genesis.js'
import type { CronKeeper } from './keeper.js'
import { STORE } from './keys.js'
import { cronMessages } from './messages.js'
import { cronQueries } from './queries.js'
import { BEGIN_BLOCKER, END_BLOCKER } from './records.js'

/** Contracts that the chain calls every so many blocks. Source: neutron x/cron (06e81b9f). */
export const cronModule = (keeper: CronKeeper): Module => ({
  name: 'cron',
  stores: [STORE],
  messages: cronMessages(keeper),
  queries: cronQueries(keeper),
  defaultGenesis,
  initGenesis: (ctx, state) => initGenesis(keeper, ctx, new GenesisReader(state, 'cron')),
  exportGenesis: (ctx) => exportGenesis(keeper, ctx),
  params: {
    get: (ctx) => paramsJson(keeper.params(ctx)),
    set: (ctx, params) => keeper.setParams(ctx, readParams(ctx.prefix, new GenesisReader(params, 'cron/params'))),
  },
  put: { schedule: (ctx, json) => keeper.add(ctx, readSchedule(new GenesisReader(json, 'cron schedule'))) },
  beginBlock: (ctx) => keeper.runDue(ctx, BEGIN_BLOCKER),
  endBlock: (ctx) => keeper.runDue(ctx, END_BLOCKER),
})
