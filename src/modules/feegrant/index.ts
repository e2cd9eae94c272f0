export { feegrantModule } from './module.js'
export { FeegrantKeeper } from './keeper.js'
