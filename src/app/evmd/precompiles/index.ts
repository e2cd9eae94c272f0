export { ETHEREUM_ADDRESSES, PRECOMPILES } from './addresses.js'
export { Handlers } from './handlers.js'
export { precompilesOf, type PrecompileTable } from './table.js'
