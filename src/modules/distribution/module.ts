import { GenesisReader, type Module } from '../../chain/index.js'
import { defaultGenesis, exportGenesis, initGenesis } from './genesis.js'
import { MODULE, type DistributionKeeper } from './keeper.js'
import { DISTRIBUTION_STORE } from './keys.js'
import { distributionMessages } from './messages.js'
import { paramsJson, readParams } from './params.js'
import { distributionWriters } from './put.js'
import { distributionQueries } from './queries.js'
import { getParams, setParams } from './records.js'

/** Fees, rewards, the community pool. Source: cosmos-sdk v0.53.6 x/distribution. */
export const distributionModule = (keeper: DistributionKeeper): Module => ({
  name: MODULE,
  stores: [DISTRIBUTION_STORE],
  messages: distributionMessages(keeper),
  queries: distributionQueries(keeper),
  defaultGenesis,
  initGenesis: (ctx, state) => initGenesis(keeper, ctx, state),
  exportGenesis,
  params: {
    get: (ctx) => paramsJson(getParams(ctx)),
    set: (ctx, params) => setParams(ctx, readParams(new GenesisReader(params, 'distribution/params'))),
  },
  put: distributionWriters(keeper),
  beginBlock: (ctx) => keeper.beginBlock(ctx),
})
