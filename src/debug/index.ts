/** A call, run again line by line. */
export { CallTrace, NoLines } from './call-trace.js'
export { failureLines } from './failure-lines.js'
export { failingStep, into, out, over, type Direction } from './navigation.js'
