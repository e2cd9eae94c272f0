import { prefixEnd, type Key } from '../store/index.js'
import { ContextKey, type Context } from './context.js'
import { KV_GAS } from './kv-gas.js'

/**
 * Whether a store has keys that begin with a prefix. Begin and end blockers ask this in each block of queues that are nearly always empty; then it
 * costs the gas of an iteration that finds nothing, otherwise none.
 */
export function anyBelow(store: string, prefix: Key): (ctx: Context) => boolean {
  const what = new ContextKey<boolean>(`rows of ${store}`)
  const look = (ctx: Context): boolean => ctx.store(store).iterator(prefix, prefixEnd(prefix)).valid
  return (ctx) => {
    const any = ctx.fromStore(store, what, look)
    if (!any) ctx.gasMeter.consume(KV_GAS.iterNextFlat, 'IterNextFlat')
    return any
  }
}
