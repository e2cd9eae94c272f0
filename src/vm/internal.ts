/** For the other folders of this repository; `index.ts` is for users of the package. */
export { acceptingReleases, isForLaterOperators, rangesOf } from './accepting.js'
export {
  BackendError,
  type Api,
  type Backend,
  type GasReport,
  type Order,
  type Querier,
  type Storage,
} from './backend.js'
export { BUILT_IN_CAPABILITIES, requiredCapabilities, supportedImports } from './check.js'
export { checksumOf, createVm, observedVm } from './create-vm.js'
export { ENTRY_POINTS, messageName, type EntryPoint } from './entry-points.js'
export { VmError } from './errors.js'
export type { HostCall, HostValue } from './host/host-calls.js'
export { GAS_MODULUS } from './tools/instrument.js'
export { BUFFERED_STEPS, StepBuffer } from './tools/step-buffer.js'
export { usualCodeFiles } from './codes/code-files.js'
export { SteppedCall, type StepProbes, type StepView } from './debug/stepping.js'
export { OperandReader, type MadeCall } from './operands.js'
export { DEFAULT_VM_VERSION, scheduleOf, vmVersions } from './schedules.js'
export { printVmScriptResult } from './script/result.js'
export { isVmScript, runVmScript, runVmScriptFile, type ScriptWatch } from './script/run.js'
export { engineStack, isEngineStack } from './vm-errors.js'
export type { CallOptions, CallOutcome, Checksum, CodeReport, ContractVm, GasUsed, Vm } from './vm.js'
export { VM_OF_WASMVM, vmOfWasmvm } from './wasmvm.js'
