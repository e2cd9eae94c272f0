export { interchainTxsModule } from './module.js'
export { InterchainTxsApplication } from './application.js'
export {
  accountAddressBinding,
  nolusRegisterAccountBinding,
  registerAccountBinding,
  submitTxBinding,
} from './bindings.js'
export type { Contracts as AccountContracts, Controller } from './expected.js'
export { InterchainTxsKeeper, type InterchainTxsOptions } from './keeper.js'
