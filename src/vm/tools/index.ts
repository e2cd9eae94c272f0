/** What the code of a contract is made of, and where its gas goes. */
export { reachedByExports } from './call-graph.js'
export { constantsOf } from './constants.js'
export type { MessageCalls } from './coverage.js'
export { demangle } from './demangle.js'
export { CodeProfiler, nameOf } from './gas-profiler.js'
export { GasTree, VM_GAS, type FrameKind } from './gas-tree.js'
export {
  isInstrumented,
  type BasicBlock,
  type CallSite,
  type Charge,
  type FunctionSteps,
  type Instrument,
  type Observed,
} from './instrument.js'
export { ModuleFolder } from './module-folder.js'
export { wordsOf } from './words.js'
