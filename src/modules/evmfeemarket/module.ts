import { GenesisReader, updateParamsMessage, type Module } from '../../chain/index.js'
import { FEEMARKET_STORE, type EvmFeeMarketKeeper } from './keeper.js'
import { decodeParams, DEFAULT_PARAMS, paramsJson, readParams, validateParams } from './params.js'
import { evmFeeMarketQueries } from './queries.js'

/** The fee market of a chain with the EVM inside. Source: cosmos/evm v0.7.3 x/feemarket. @param authority bech32, who may change its params */
export const evmFeeMarketModule = (keeper: EvmFeeMarketKeeper, authority: string): Module => ({
  name: 'feemarket',
  stores: [FEEMARKET_STORE],
  queries: evmFeeMarketQueries(keeper),
  messages: Object.fromEntries([
    updateParamsMessage({
      typeUrl: '/cosmos.evm.feemarket.v1.MsgUpdateParams',
      authority,
      decode: decodeParams,
      validate: validateParams,
      set: (ctx, params) => keeper.setParams(ctx, params),
    }),
  ]),
  defaultGenesis: () => ({ params: paramsJson(DEFAULT_PARAMS), block_gas: '0' }),
  initGenesis: (ctx, state) => {
    const genesis = new GenesisReader(state, 'feemarket')
    keeper.setParams(ctx, readParams(genesis.at('params')))
    keeper.setCountedGas(ctx, genesis.at('block_gas').integer())
  },
  exportGenesis: (ctx) => ({
    params: paramsJson(keeper.params(ctx)),
    block_gas: String(keeper.countedGas(ctx)),
  }),
  params: {
    get: (ctx) => paramsJson(keeper.params(ctx)),
    set: (ctx, params) => keeper.setParams(ctx, readParams(new GenesisReader(params, 'feemarket/params'))),
  },
  beginBlock: (ctx) => keeper.beginBlock(ctx),
  endBlock: (ctx) => keeper.endBlock(ctx),
})
