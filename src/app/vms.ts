import { createVm, type Vm } from '../vm/index.js'

const vms = new Map<string, Vm>()

/**
 * The contract VM of a release. All chains of a process share it: code is compiled once for each hash, and calls keep no state between them.
 * @throws UsageError for a release without a schedule
 */
export function sharedVm(version: string): Vm {
  let vm = vms.get(version)
  if (!vm) vms.set(version, (vm = createVm({ version })))
  return vm
}
