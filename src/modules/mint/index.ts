export { mintModule } from './module.js'
export { MintKeeper } from './keeper.js'
export { getMinter, getParams as getMintParams } from './records.js'
export { limitSupply } from './migrations.js'
