export { wasmModule } from './module.js'
export { classicAddress, predictableAddress } from './addresses.js'
export { govPolicy } from './authorization.js'
export { grantedCode } from './code.js'
export { Bindings, type BindingTable } from './dispatch/bindings.js'
export { TX_CONTRACTS } from './context.js'
export { countTx } from './count-tx.js'
export type { Wasmd } from './events.js'
export { FAULTS, type Faults } from './calls/faults.js'
export { GAS_MULTIPLIER } from './calls/gas-register.js'
export {
  allContractRows,
  codeChecksums,
  contractRows,
  getContractInfo,
  getInstance,
  queryRaw,
  requireCodeInfo,
} from './keeper.js'
export { LAST_CODE_ID_KEY, LAST_CONTRACT_ID_KEY, STORE as WASM_STORE } from './keys.js'
export {
  calledBy,
  OBSERVER,
  type CallBegin,
  type CallEnd,
  type CallRun,
  type EvmCall,
  type EvmCallEnd,
  type LimitedCall,
  type ModuleCall,
  type ModuleEnd,
  type Observer,
  type StorageOperation,
} from './calls/observer.js'
export { executeByModule } from './messages.js'
export type { HostCall, HostValue, MadeCall } from '../../vm/internal.js'
export type { Queriers } from './dispatch/queriers.js'
export { AccessType } from './records.js'
export {
  allowedQuery,
  grpcQuerier,
  stargateQuerier,
  type AllowedQueries,
  type ResponseJson,
} from './dispatch/stargate.js'
export { placeDouble } from './place-double.js'
export { recoveredQuery } from './queries.js'
export { ContractCallbacks } from './ibc/callbacks.js'
export { ContractApplication } from './ibc/application.js'
export { ContractApplication2 } from './ibc/application2.js'
export type { BeforeMessage } from './dispatch/messenger.js'
export type { ContractIbc } from './ibc/expected.js'
export { ibcPort } from './ibc/ports.js'
export { WasmKeeper } from './wasm.js'
