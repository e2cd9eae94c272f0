export { Conversions } from './conversions.js'
export { Erc20Keeper } from './keeper.js'
export { erc20Module } from './module.js'
export type { TokenPair } from './pairs.js'
