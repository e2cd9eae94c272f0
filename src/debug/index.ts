/** A call, run again line by line. */
export { CallTrace, NoLines } from './call-trace.js'
export { failedCall, failureLines } from './failure-lines.js'
export { gasBefore } from './gas-before.js'
export { failingStep, into, lineOf, out, over, type Direction } from './navigation.js'
export { storageUses } from './storage.js'
