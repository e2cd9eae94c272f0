export { outOfGas, reverted, VmFailure } from './failure.js'
export { Machine, type CallResult, type Circumstances, type Precompile, type PrecompileCall } from './machine.js'
export { ethereumPrecompile } from './precompiles.js'
export { delegateOf, JournaledState, type StateObject, type Stored } from './state.js'
