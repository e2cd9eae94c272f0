import { GenesisReader, type Module } from '../../chain/index.js'
import { exportEvmGenesis, initEvmGenesis } from './genesis.js'
import type { EvmKeeper } from './keeper.js'
import { EVM_STORE } from './keys.js'
import { evmMessages } from './messages.js'
import { defaultParams, paramsJson, readParams } from './params.js'
import { evmQueries, type EvmQueryParts } from './queries.js'

export interface EvmParts extends EvmQueryParts {
  /** Bech32, who may change its params. */
  readonly authority: string
}

/** The EVM inside a chain. Source: cosmos/evm v0.7.3 x/vm. @param denom of its coin by default @param parts left out by a chain that runs no code */
export const evmModule = (keeper: EvmKeeper, denom: string, parts?: EvmParts): Module => ({
  name: 'evm',
  ...(parts && { messages: evmMessages(parts.ethereum, parts.authority), queries: evmQueries(parts) }),
  stores: [EVM_STORE],
  defaultGenesis: () => ({ accounts: [], params: paramsJson(defaultParams(denom)), preinstalls: [] }),
  initGenesis: (ctx, state) => initEvmGenesis(keeper, ctx, state),
  exportGenesis: (ctx) => exportEvmGenesis(keeper, ctx),
  params: {
    get: (ctx) => paramsJson(keeper.params(ctx)),
    set: (ctx, params) => keeper.setParams(ctx, readParams(new GenesisReader(params, 'evm/params'))),
  },
  beginBlock: (ctx) => keeper.beginBlock(ctx),
  endBlock: (ctx) => keeper.endBlock(ctx),
})
