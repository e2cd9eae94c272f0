export { EvmKeeper } from './keeper.js'
export { evmModule } from './module.js'
