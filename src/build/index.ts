/** Contracts from their Rust sources to files that chains take. */
export { buildContract, type Built } from './build.js'
export type { CargoOptions } from './cargo.js'
export { checkWasm, type Verdict, type WasmReport } from './check.js'
export { writeCrateSchema, WITH_SCHEMA } from './crate-schema.js'
export { chooseCrates, CONTRACTS } from './crates.js'
export { lowerWasm } from './lower.js'
export { hasDebug } from './wasm-sections.js'
