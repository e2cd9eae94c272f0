import { BUILT_IN_CAPABILITIES, createVm, type Vm } from '../vm/index.js'

const vms = new Map<string, Vm>()

/**
 * The contract VM of a release. All chains of a process that have the same capabilities share it: code is compiled once for each hash,
 * and calls keep no state between them.
 * @param further capabilities beside those that every wasmd has
 * @throws UsageError for a release without a schedule
 */
export function sharedVm(version: string, further: readonly string[] = []): Vm {
  const name = [version, ...further].join(' ')
  let vm = vms.get(name)
  if (!vm) vms.set(name, (vm = createVm({ version, capabilities: [...BUILT_IN_CAPABILITIES, ...further] })))
  return vm
}
