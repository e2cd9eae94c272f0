export { consensusModule } from './module.js'
