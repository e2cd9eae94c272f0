import { GenesisReader, type Module } from '../../chain/index.js'
import { defaultGenesis, exportGenesis, initGenesis, putInfo } from './genesis.js'
import type { SlashingKeeper } from './keeper.js'
import { SLASHING_STORE } from './keys.js'
import { slashingMessages } from './messages.js'
import { getParams, paramsJson, readParams, setParams } from './params.js'
import { slashingQueries } from './queries.js'

/** Signing infos; validators that miss blocks are slashed and jailed. Source: cosmos-sdk v0.53.6 x/slashing. */
export const slashingModule = (keeper: SlashingKeeper): Module => ({
  name: 'slashing',
  stores: [SLASHING_STORE],
  messages: slashingMessages(keeper),
  queries: slashingQueries,
  defaultGenesis,
  initGenesis: (ctx, state) => initGenesis(keeper, ctx, new GenesisReader(state, 'slashing')),
  exportGenesis,
  params: {
    get: (ctx) => paramsJson(getParams(ctx)),
    set: (ctx, params) => setParams(ctx, readParams(new GenesisReader(params, 'slashing/params'))),
  },
  put: { signing_info: (ctx, record) => putInfo(ctx, new GenesisReader(record, 'slashing/signing_info')) },
  beginBlock: (ctx) => keeper.beginBlock(ctx),
})
