export { binary, hexBinary, jsonBinary } from './binary.js'
export { coin, coins, type CoinParts } from './coins.js'
export { decimal, signed, uint128, uint64, unsigned } from './numbers.js'
