/** A call, run again line by line. */
export { CallTrace, NoLines, type TracedFrame, type TracedHostCall } from './call-trace.js'
export { failureLines } from './failure-lines.js'
export { failingStep, into, out, over, type Direction } from './navigation.js'
export { OPTIMISED_OUT, type DebugValue, type DebugVariable } from './values.js'
