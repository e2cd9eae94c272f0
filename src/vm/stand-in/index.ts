/** Contracts that are changed while tests run. */
export { BlockIndex, type Place } from './block-index.js'
export { flagOf } from './patched-code.js'
export { StandIns, type Patch, type StandIn } from './stand-ins.js'
