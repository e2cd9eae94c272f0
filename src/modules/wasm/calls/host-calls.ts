import type { HostCall } from '../../../vm/internal.js'

let notes = false

/** From now on the process reports the host calls of contracts to observers. @returns ends that */
export function noteHostCalls(): () => void {
  const before = notes
  notes = true
  return () => {
    notes = before
  }
}

/** The listener for a call, if the process wants it. */
export const hostCallListener = (
  report: ((call: HostCall) => void) | undefined,
): { readonly hostCall?: (call: HostCall) => void } => (notes && report !== undefined ? { hostCall: report } : {})
