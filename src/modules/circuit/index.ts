export { circuitModule } from './module.js'
export { CircuitKeeper } from './keeper.js'
