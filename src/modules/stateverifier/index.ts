export { stateVerifierModule } from './module.js'
