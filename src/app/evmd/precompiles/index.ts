export { ETHEREUM_ADDRESSES, PRECOMPILES, SWITCHED_ADDRESSES } from './addresses.js'
export { Handlers } from './handlers.js'
export { precompilesOf, type PrecompileTable } from './table.js'
