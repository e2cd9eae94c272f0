import { GenesisReader, type Module } from '../../chain/index.js'
import { endBlock } from './blocks.js'
import { defaultGenesis, exportGenesis, initGenesis } from './genesis.js'
import type { StakingKeeper } from './keeper.js'
import { STAKING_STORE } from './keys.js'
import { stakingMessages } from './messages.js'
import { defaultParams, paramsJson, readParams } from './params.js'
import { stakingWriters } from './put.js'
import { stakingQueries } from './queries.js'
import { validatorMessages } from './validator-messages.js'
import { getParams, setParams } from './validators.js'

/** Delegations and the validator set. Source: cosmos-sdk v0.53.6 x/staking. @param bondDenom of the default params */
export function stakingModule(keeper: StakingKeeper, bondDenom: string): Module {
  const defaults = defaultParams(bondDenom)
  return {
    name: 'staking',
    stores: [STAKING_STORE],
    messages: { ...stakingMessages(keeper), ...validatorMessages(keeper) },
    queries: stakingQueries(keeper),
    defaultGenesis: () => defaultGenesis(defaults),
    initGenesis: (ctx, state) => initGenesis(keeper, ctx, state, defaults),
    exportGenesis,
    params: {
      get: (ctx) => paramsJson(getParams(ctx)),
      set: (ctx, params) => setParams(ctx, readParams(new GenesisReader(params, 'staking/params'), getParams(ctx))),
    },
    put: stakingWriters(keeper),
    endBlock: (ctx) => endBlock(keeper, ctx),
  }
}
