export { poolModule } from './module.js'
export { POOL_ESCROW, PoolKeeper } from './keeper.js'
