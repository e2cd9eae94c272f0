/** The VM alone: contracts without a chain. */
export {
  BackendError,
  type Api,
  type Backend,
  type GasReport,
  type Order,
  type Querier,
  type Storage,
} from './backend.js'
export { BUILT_IN_CAPABILITIES } from './check.js'
export { checksumOf, createVm, DEFAULT_MEMORY_LIMIT, type VmOptions } from './create-vm.js'
export type { SourceFrame } from './debug/frames.js'
export { ENTRY_POINTS, type EntryPoint } from './entry-points.js'
export { VmError, type VmErrorKind } from './errors.js'
export type { HostCall, HostValue } from './host/host-calls.js'
export { MockApi } from './mock/api.js'
export { MOCK_ENV, MOCK_INFO, mockBackend } from './mock/backend.js'
export { MockQuerier, type MockBalances, type MockCoin } from './mock/querier.js'
export { MockStorage } from './mock/storage.js'
export {
  DEFAULT_VM_VERSION,
  scheduleOf,
  vmVersions,
  type CryptoPrices,
  type Linear,
  type Schedule,
  type WasmLimits,
} from './schedules.js'
export type { SharedCode, SharedVm } from './codes/shared.js'
export type { Coverage, MessageCalls } from './tools/coverage.js'
export type { BasicBlock, Instrument } from './tools/instrument.js'
export type { FunctionProfile, Profile } from './tools/gas-profiler.js'
export type { CallOptions, CallOutcome, Checksum, CodeReport, GasUsed, Vm } from './vm.js'
export { runVmScript, runVmScriptFile, type VmScriptOptions } from './script/run.js'
export {
  printVmScriptResult,
  type DebugLine,
  type ErrorRecord,
  type QueryRecord,
  type StoreRecord,
  type SweepRun,
  type VmScriptResult,
  type VmScriptStepResult,
} from './script/result.js'
