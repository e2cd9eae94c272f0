export { dynamicFees, dynamicFeesModule } from './module.js'
