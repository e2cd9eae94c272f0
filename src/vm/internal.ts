/** What other folders of this repository use of the VM, and users of `sudobox/vm` do not. */
export { messageName } from './entry-points.js'
export { OperandReader } from './operands.js'
export { isVmScript, type ScriptWatch } from './script/run.js'
export { engineStack, isEngineStack } from './vm-errors.js'
export type { ContractVm } from './vm.js'
export { VM_OF_WASMVM, vmOfWasmvm } from './wasmvm.js'
