/** Contracts that are changed while tests run. */
export { flagOf } from './patched-code.js'
export { StandIns, type Patch, type StandIn } from './stand-ins.js'
