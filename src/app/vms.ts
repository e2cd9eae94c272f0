import { BUILT_IN_CAPABILITIES, observedVm, type Vm } from '../vm/internal.js'
import { isInstrumented, type Observed } from '../vm/tools/index.js'

/** How the capabilities of a chain differ from wasmd's own. */
export interface ChainCapabilities {
  /** Capabilities besides wasmd's own. */
  readonly further?: readonly string[] | undefined
  /** Those of wasmd's own that the chain lacks. */
  readonly without?: readonly string[] | undefined
}

/**
 * Contract VMs that observe the same of running code, one for each release and set of capabilities. Chains that are given the same set share its VMs: code is
 * stored once, and calls share no state except what is observed. Sets compile each code once for the process.
 */
export class Vms {
  readonly observed: Observed
  readonly #vms = new Map<string, Vm>()
  readonly #all: Vm[]

  constructor(observed: Observed = {}, all: Vm[] = []) {
    this.observed = observed
    this.#all = all
  }

  /** A set with VMs of its own, which observe more. If this set observes anything, it lists them too. */
  with(more: Observed): Vms {
    return new Vms({ ...this.observed, ...more }, isInstrumented(this.observed) ? this.#all : [])
  }

  /** All that were made, in order. */
  get all(): readonly Vm[] {
    return this.#all
  }

  /** The VM of a release. @throws UsageError for a release without a schedule */
  of(version: string, { further = [], without = [] }: ChainCapabilities = {}): Vm {
    const capabilities = [...BUILT_IN_CAPABILITIES.filter((name) => !without.includes(name)), ...further]
    const name = [version, ...capabilities].join(' ')
    let vm = this.#vms.get(name)
    if (vm === undefined) {
      vm = observedVm({ version, capabilities, instrument: this.observed })
      this.#vms.set(name, vm)
      this.#all.push(vm)
    }
    return vm
  }
}

/** Those of chains that nothing observes. A cache: results do not depend on which chains share a VM. */
export const PLAIN_VMS = new Vms()
