import { ContextKey } from './context.js'
import type { GasTap } from './gas.js'

/** The listener for all gas that finite meters under this context consume. */
export const GAS_TAP = new ContextKey<GasTap>('gas tap')

/** Runs work as a call that is reported to the listener. */
export function tapped<T>(gasTap: GasTap | undefined, kind: 'call' | 'ignored', name: string, work: () => T): T {
  const depth = gasTap?.begin(name, kind)
  try {
    return work()
  } finally {
    if (depth !== undefined) gasTap?.end(depth)
  }
}
