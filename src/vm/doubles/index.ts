/** Contracts that are written in TypeScript, for tests. */
export * from './public.js'
export { VmWithDoubles, type KnownDoubles } from './vm-with-doubles.js'
