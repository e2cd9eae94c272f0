export { distributionModule } from './module.js'
export { distributionQuerier } from './contract.js'
export { DistributionKeeper } from './keeper.js'
