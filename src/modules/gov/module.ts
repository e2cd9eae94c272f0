import { GenesisReader, type Module } from '../../chain/index.js'
import { endBlock } from './blocks.js'
import { defaultGenesis, exportGenesis, initGenesis } from './genesis.js'
import { MODULE, type GovKeeper } from './keeper.js'
import { GOV_STORE } from './keys.js'
import { legacyGovMessages } from './legacy-messages.js'
import { legacyGovQueries } from './legacy-queries.js'
import { govMessages } from './messages.js'
import { defaultParams, paramsJson, readParams } from './params.js'
import { govWriters } from './put.js'
import { govQueries } from './queries.js'
import { getParams, setParams } from './records.js'

/** Proposals and votes. Source: cosmos-sdk v0.53.6 x/gov. @param denom of the deposits in the default params */
export function govModule(keeper: GovKeeper, denom: string): Module {
  const defaults = defaultParams(denom)
  return {
    name: MODULE,
    stores: [GOV_STORE],
    messages: { ...govMessages(keeper), ...legacyGovMessages(keeper) },
    queries: { ...govQueries(keeper), ...legacyGovQueries(keeper) },
    defaultGenesis: () => defaultGenesis(defaults),
    initGenesis: (ctx, state) => initGenesis(keeper, ctx, state, defaults),
    exportGenesis,
    params: {
      get: (ctx) => paramsJson(getParams(ctx)),
      set: (ctx, params) => setParams(ctx, readParams(ctx, new GenesisReader(params, 'gov/params'), getParams(ctx))),
    },
    put: govWriters(),
    endBlock: (ctx) => endBlock(keeper, ctx),
  }
}
