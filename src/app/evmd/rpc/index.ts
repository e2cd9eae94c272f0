/** The JSON-RPC of an evmd chain. Loads the library of the EVM: to be imported on first use. */
export { createEvmdNode } from './node.js'
export type { EvmdNode, EvmdNodeOptions } from './options.js'
