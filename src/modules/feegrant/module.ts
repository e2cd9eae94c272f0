import type { Module } from '../../chain/index.js'
import { exportGenesis, initGenesis } from './genesis.js'
import type { FeegrantKeeper } from './keeper.js'
import { FEEGRANT_STORE } from './keys.js'
import { feegrantMessages } from './messages.js'
import { feegrantQueries } from './queries.js'

/** How many allowances are deleted at the end of a block. Source: module/abci.go. */
const MAX_PRUNED = 200

/** Rights to pay fees from another account. Source: cosmossdk.io/x/feegrant v0.2.0. */
export const feegrantModule = (keeper: FeegrantKeeper): Module => ({
  name: 'feegrant',
  stores: [FEEGRANT_STORE],
  messages: feegrantMessages(keeper),
  queries: feegrantQueries(keeper),
  defaultGenesis: () => ({ allowances: [] }),
  initGenesis: (ctx, state) => initGenesis(keeper, ctx, state),
  exportGenesis: (ctx) => exportGenesis(keeper, ctx),
  endBlock: (ctx) => keeper.prune(ctx, MAX_PRUNED),
})
