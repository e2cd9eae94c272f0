export { CosmosFactoryKeeper } from './keeper.js'
export { cosmosFactoryModule } from './module.js'
