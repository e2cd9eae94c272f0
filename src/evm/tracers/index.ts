/** Tracers without the EVM that they watch. Loads no part of a node, and not the library of the EVM. */
export { milliseconds } from './duration.js'
export { isTracer, TRACER_NAMES, tracerNamed } from './names.js'
export { StructLogs } from './struct-logs.js'
export { endOf, type Place, type Tracer, type TraceStart } from './tracer.js'
