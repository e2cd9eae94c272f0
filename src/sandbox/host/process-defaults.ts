import { PLAIN_VMS, type Vms } from '../../app/index.js'
import type { Observed } from '../../vm/tools/index.js'

let usual = PLAIN_VMS

/** The VMs of sandboxes that are created without an observation. */
export const usualVms = (): Vms => usual

/**
 * From now on, sandboxes of the process that are created without an observation observe more. Only for set-up files of a test runner: they measure test
 * files, which create their sandboxes themselves. Everything else passes an `Observation` to `createSandboxWithin`.
 * @returns the VMs of these sandboxes; `end` restores what was before
 */
export function observeByDefault(more: Observed): { readonly vms: Vms; readonly end: () => void } {
  const before = usual
  const vms = (usual = before.with(more))
  return {
    vms,
    end: () => {
      usual = before
    },
  }
}
