import { BUILT_IN_CAPABILITIES, createVm, type Vm } from '../vm/internal.js'

const vms = new Map<string, Vm>()
/** VMs of single chains that a profile of the process includes. */
const ownVms: Vm[] = []
let countsAll = false
let profilesAll = false

/**
 * From now on every new VM of the process counts how often each basic block runs, whatever its chain's options say, and debug twins with other code run
 * in place of their contracts, so that lines can be counted. @returns ends that
 */
export function countAll(): () => void {
  const before = countsAll
  countsAll = true
  return () => {
    countsAll = before
  }
}

/**
 * From now on every new chain of the process profiles gas, whatever its options say. @returns ends that
 */
export function profileAll(): () => void {
  const before = profilesAll
  profilesAll = true
  return () => {
    profilesAll = before
  }
}

/** The VMs of the process that profile. */
export const profilingVms = (): readonly Vm[] => [...vms.values(), ...ownVms].filter((vm) => vm.gasTree !== undefined)

/** The VMs of the process that count. */
export const countingVms = (): readonly Vm[] => [...vms.values(), ...ownVms].filter((vm) => vm.counts)

export interface SharedVmOptions {
  /** Capabilities besides wasmd's own. */
  readonly further?: readonly string[] | undefined
  /** Those of wasmd's own that the chain lacks. */
  readonly without?: readonly string[] | undefined
  /** Whether it counts how often each basic block runs. */
  readonly coverage?: boolean | undefined
  /** Whether it sums the gas of each function. Then the chain has a VM of its own: gas that other chains spend is not part of its profile. */
  readonly profile?: boolean | undefined
}

/**
 * The contract VM of a release. All chains of a process that have the same capabilities share it, unless one is to be profiled: code is compiled once per hash,
 * and calls share no state except the counters, if enabled.
 * @throws UsageError for a release without a schedule
 */
export function sharedVm(
  version: string,
  { further = [], without = [], coverage: given = false, profile: asked = false }: SharedVmOptions = {},
): Vm {
  const coverage = given || countsAll
  const profile = asked || profilesAll
  const capabilities = [...BUILT_IN_CAPABILITIES.filter((name) => !without.includes(name)), ...further]
  const create = (): Vm => createVm({ version, capabilities, instrument: { coverage, twins: countsAll, profile } })
  if (asked) {
    const own = create()
    if (profilesAll || countsAll) ownVms.push(own)
    return own
  }
  const name = [version, coverage, countsAll, profile, ...capabilities].join(' ')
  let vm = vms.get(name)
  if (!vm) vms.set(name, (vm = create()))
  return vm
}
