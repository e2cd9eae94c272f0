import { GenesisReader, type Module } from '../../chain/index.js'
import { defaultGenesis, exportGenesis, initGenesis } from './genesis.js'
import type { OracleKeeper } from './keeper.js'
import { oracleMessages } from './messages.js'
import { oracleQueries } from './queries.js'
import { STORE } from './records.js'

/** Prices of pairs of assets. There are no votes on them: a test sets them. Source: slinky v1.2.0 x/oracle. */
export const oracleModule = (keeper: OracleKeeper): Module => ({
  name: 'oracle',
  stores: [STORE],
  messages: oracleMessages,
  queries: oracleQueries(keeper),
  defaultGenesis,
  initGenesis: (ctx, state) => initGenesis(keeper, ctx, new GenesisReader(state, 'oracle')),
  exportGenesis: (ctx) => exportGenesis(keeper, ctx),
  beginBlock: (ctx) => keeper.resetRemoved(ctx),
})
