import { GenesisReader, type Module } from '../../chain/index.js'
import type { EthereumKeeper } from './ethereum/keeper.js'
import { ethereumMessage } from './ethereum/message.js'
import { exportEvmGenesis, initEvmGenesis } from './genesis.js'
import type { EvmKeeper } from './keeper.js'
import { EVM_STORE } from './keys.js'
import { defaultParams, paramsJson, readParams } from './params.js'

/** The EVM inside a chain, as far as its state goes: its other messages and its queries are missing. Source: cosmos/evm v0.7.3 x/vm. @param denom of its coin by default @param ethereum runs transactions of Ethereum */
export const evmModule = (keeper: EvmKeeper, denom: string, ethereum?: EthereumKeeper): Module => ({
  name: 'evm',
  ...(ethereum && { messages: Object.fromEntries([ethereumMessage(ethereum)]) }),
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
