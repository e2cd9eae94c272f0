export { marketMapModule } from './module.js'
export { marketMapBinding } from './bindings.js'
export { MarketMapKeeper } from './keeper.js'
