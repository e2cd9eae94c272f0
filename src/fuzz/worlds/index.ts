export { withDecimals } from './decimals.js'
export { withThirdChain } from './third-chain.js'
export { Worlds } from './worlds.js'
