export { EvmFeeMarketKeeper } from './keeper.js'
export { evmFeeMarketModule } from './module.js'
