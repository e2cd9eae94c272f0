export { oracleModule } from './module.js'
export { oracleBinding } from './bindings.js'
export { OracleKeeper } from './keeper.js'
