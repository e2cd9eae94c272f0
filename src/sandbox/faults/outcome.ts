import type { Fault } from './faults.js'

export interface FaultOutcomes {
  /** All armed faults, in the order in which they were armed. */
  readonly fault: { readonly waiting: readonly Fault[] }
  readonly clearFaults: { readonly cleared: readonly Fault[] }
  readonly faults: { readonly waiting: readonly Fault[] }
}
