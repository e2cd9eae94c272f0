export { reverted } from './failure.js'
export { Machine, type CallResult, type Circumstances, type Precompile } from './machine.js'
export { delegateOf, JournaledState, type StateObject, type Stored } from './state.js'
