import { valueOf, type BaseStores } from './base-store.js'
import type { Key } from './key.js'
import type { Value } from './lazy-bytes.js'
import type { Journal, Roots } from './layer.js'

/** One key and its value at the end of the height; undefined when it was deleted. */
export type Change = readonly [key: Key, value: Value | undefined]

/** The changes of one height by store name, each store's in the order of its keys; stores without any are left out. */
export type ChangeSet = ReadonlyMap<string, readonly Change[]>

/**
 * What the SDK's cache writes to IAVL at the end of a height: net changes, sorted by key bytes. Rewriting the same value is a change;
 * a new key that is deleted again is not. Source: cosmossdk.io/store `cachekv.Write`.
 */
export function changeSet(
  names: readonly string[],
  journal: Journal | undefined,
  before: Roots,
  after: Roots,
  bases?: BaseStores,
): ChangeSet {
  const written = new Map<number, Set<Key>>()
  for (let entry = journal; entry !== undefined; entry = entry.before) {
    const keys = written.get(entry.store) ?? new Set()
    written.set(entry.store, keys.add(entry.key))
  }
  const changes = new Map<string, readonly Change[]>()
  for (const store of [...written.keys()].sort((a, b) => a - b)) {
    const rows = [...written.get(store)!]
      .sort()
      .map((key): Change => [key, valueOf(after[store]!, bases?.[store], key)])
      .filter(([key, value]) => value !== undefined || valueOf(before[store]!, bases?.[store], key) !== undefined)
    if (rows.length > 0) changes.set(names[store]!, rows)
  }
  return changes
}
