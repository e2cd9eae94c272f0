export { bankModule } from './module.js'
export { balanceAt, holders } from './balances.js'
export type { SendHooks } from './expected.js'
export { BankKeeper } from './keeper.js'
export { BANK_STORE } from './keys.js'
export {
  assertSendEnabled,
  getMetadata,
  hasMetadata,
  isSendEnabled,
  setMetadata,
  validateMetadata,
} from './settings.js'
