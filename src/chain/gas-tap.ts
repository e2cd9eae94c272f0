import { ContextKey } from './context.js'
import type { GasTap } from './gas.js'

/** Set a listener here to hear of all gas that finite meters under this context take. */
export const GAS_TAP = new ContextKey<GasTap>('gas tap')

/** Runs work as a call that the listener hears of. */
export function heard<T>(gasTap: GasTap | undefined, kind: 'call' | 'ignored', name: string, work: () => T): T {
  const depth = gasTap?.begin(name, kind)
  try {
    return work()
  } finally {
    if (depth !== undefined) gasTap?.end(depth)
  }
}
