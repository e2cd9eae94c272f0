export { consensusOfGenesis, genesisOfConsensus, type GenesisConsensus } from './genesis.js'
export { consensusModule } from './module.js'
export { readConsensus } from './params.js'
