import { fromHex, toHex } from '../../src/base/bytes.js'
import type { Context } from '../../src/chain/context.js'
import { keyBytes, keyOf } from '../../src/store/key.js'
import type { StoryChain } from './chain.js'
import type { StoryRows } from './story.js'

/** All rows of a chain by store, in hex. */
type AllRows = ReadonlyMap<string, ReadonlyMap<string, string>>

export function allRows(chain: StoryChain, ctx: Context): AllRows {
  const stores = new Map<string, ReadonlyMap<string, string>>()
  for (const name of chain.app.baseApp.stores.names) {
    const rows = new Map<string, string>()
    const each = ctx.rawStore(name).iterator()
    for (; each.valid; each.next()) rows.set(toHex(keyBytes(each.key)), toHex(each.value))
    stores.set(name, rows)
  }
  return stores
}

/** What is new or different, and null for what is gone; stores without changes are left out. */
export function changedRows(before: AllRows, now: AllRows): StoryRows {
  const stores: Record<string, Record<string, string | null>> = {}
  for (const [name, rows] of now) {
    const old = before.get(name)!
    const changed: Record<string, string | null> = {}
    for (const [key, value] of rows) if (old.get(key) !== value) changed[key] = value
    for (const key of old.keys()) if (!rows.has(key)) changed[key] = null
    if (Object.keys(changed).length > 0) stores[name] = changed
  }
  return stores
}

/** Stores that this chain lacks are passed over: a step that needs one will differ. */
export function putRows(chain: StoryChain, ctx: Context, stores: StoryRows): void {
  for (const name of chain.app.baseApp.stores.names) {
    const store = ctx.rawStore(name)
    for (const [key, value] of Object.entries(stores[name] ?? {})) {
      if (value === null) store.delete(keyOf(fromHex(key)))
      else store.set(keyOf(fromHex(key)), fromHex(value))
    }
  }
}
