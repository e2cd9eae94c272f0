export { EvmCoverage } from '../fast/counts.js'
export { outOfGas, reverted, VmFailure } from './failure.js'
export {
  addressByNonce,
  addressBySalt,
  Machine,
  type CallResult,
  type Circumstances,
  type Precompile,
  type PrecompileCall,
} from './machine.js'
export { nameOf } from '../watch/opcodes.js'
export { Watch } from './watch.js'
export { ethereumPrecompile } from './precompiles.js'
export { delegateOf, JournaledState, type StateObject, type Stored } from './state.js'
