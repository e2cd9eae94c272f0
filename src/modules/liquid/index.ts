export { LiquidKeeper } from './keeper.js'
export { liquidModule } from './module.js'
