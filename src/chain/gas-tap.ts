import { ContextKey } from './context.js'
import type { GasTap } from './gas.js'

/** Set a listener here to hear of all gas that finite meters under this context take. */
export const GAS_TAP = new ContextKey<GasTap>('gas tap')
