import { fromUtf8, strict } from '../../base/index.js'
import { joinKeys, keyBytes, keyOf, prefixEnd, textKey, type Key, type KVStore } from '../../store/index.js'
import { jsonBytes, parseJson } from './json.js'

/** A key of a store: bytes, or a string, which is encoded as UTF-8. */
export type StoreKey = string | Uint8Array

/** Selects entries of a store map. */
export interface StoreRange {
  /** Only keys with this prefix. */
  readonly prefix?: StoreKey
  /** First key, inclusive. Both bounds are relative to the prefix. */
  readonly start?: StoreKey
  /** Last key, exclusive. */
  readonly end?: StoreKey
  /** Greatest key first. */
  readonly reverse?: boolean
}

/** The plug-in's own store. Each call costs the SDK's gas for it. */
export interface PluginStore {
  get(key: StoreKey): Uint8Array | undefined
  has(key: StoreKey): boolean
  set(key: StoreKey, value: Uint8Array): void
  delete(key: StoreKey): void
  /** Entries in byte order of their keys, as of the start of the iteration. */
  entries(range?: StoreRange): Iterable<readonly [key: Uint8Array, value: Uint8Array]>
}

const key = (given: StoreKey): Key => (typeof given === 'string' ? textKey(given) : keyOf(given))

/** @param store called for each operation, since the context may end */
export const pluginStore = (store: () => KVStore): PluginStore => ({
  get: (name) => store().get(key(name)),
  has: (name) => store().has(key(name)),
  set: (name, value) => store().set(key(name), value),
  delete: (name) => store().delete(key(name)),
  entries: strict('PluginStore.entries', function* ({ prefix = '', start = '', end, reverse = false } = {}) {
    const below = key(prefix)
    const [from, to] = [joinKeys(below, key(start)), end === undefined ? prefixEnd(below) : joinKeys(below, key(end))]
    const rows = reverse ? store().reverseIterator(from, to) : store().iterator(from, to)
    try {
      for (; rows.valid; rows.next()) yield [keyBytes(rows.key), rows.value]
    } finally {
      rows.close()
    }
  }),
})

/** Anything with a store, such as the context of a handler. */
interface Stored {
  readonly store: PluginStore
}

/** How a value is encoded in the store. */
export interface ValueCodec<T> {
  encode(value: T): Uint8Array
  decode(bytes: Uint8Array): T
}

const JSON_VALUE: ValueCodec<unknown> = { encode: jsonBytes, decode: parseJson }
const valueCodec = <T>(codec: ValueCodec<T> | undefined): ValueCodec<T> => codec ?? (JSON_VALUE as ValueCodec<T>)

/** A typed value in the store. */
export interface StoreItem<T> {
  get(ctx: Stored): T | undefined
  set(ctx: Stored, value: T): void
  remove(ctx: Stored): void
}

/**
 * A value under one key: `const owner = storeItem<string>('owner')`, then `owner.get(ctx)`.
 * @param codec its encoding; by default JSON, which must be able to express the value
 */
export function storeItem<T>(name: StoreKey, codec?: ValueCodec<T>): StoreItem<T> {
  const values = valueCodec(codec)
  return {
    get: ({ store }) => {
      const bytes = store.get(name)
      return bytes && values.decode(bytes)
    },
    set: ({ store }, value) => store.set(name, values.encode(value)),
    remove: ({ store }) => store.delete(name),
  }
}

/** Typed values under string keys. */
export interface StoreMap<T> {
  get(ctx: Stored, key: string): T | undefined
  has(ctx: Stored, key: string): boolean
  set(ctx: Stored, key: string, value: T): void
  remove(ctx: Stored, key: string): void
  /** In byte order of the keys. */
  entries(ctx: Stored, range?: Omit<StoreRange, 'prefix'>): Iterable<readonly [key: string, value: T]>
}

/** A map under a prefix: `const prices = storeMap<Price>('price/')`, then `prices.set(ctx, denom, price)`. */
export function storeMap<T>(prefix: string, codec?: ValueCodec<T>): StoreMap<T> {
  const values = valueCodec(codec)
  const at = (name: string) => `${prefix}${name}`
  return {
    get: ({ store }, name) => {
      const bytes = store.get(at(name))
      return bytes && values.decode(bytes)
    },
    has: ({ store }, name) => store.has(at(name)),
    set: ({ store }, name, value) => store.set(at(name), values.encode(value)),
    remove: ({ store }, name) => store.delete(at(name)),
    entries: strict('StoreMap.entries', function* ({ store }, range = {}) {
      for (const [row, value] of store.entries({ ...range, prefix }))
        yield [fromUtf8(row).slice(prefix.length), values.decode(value)]
    }),
  }
}
