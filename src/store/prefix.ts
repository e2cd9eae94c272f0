import { joinKeys, prefixEnd, type Key } from './key.js'
import type { KVIterator, KVStore } from './kv.js'
import type { Value } from './lazy-bytes.js'

/**
 * The part of a store below a prefix; keys do not contain the prefix. Open bounds are those of the prefix.
 * Source: cosmossdk.io/store `prefix.Store`.
 */
export class PrefixStore implements KVStore {
  readonly #store: KVStore
  readonly #prefix: Key

  constructor(store: KVStore, prefix: Key) {
    this.#store = store
    this.#prefix = prefix
  }

  get(key: Key): Uint8Array | undefined {
    return this.#store.get(joinKeys(this.#prefix, key))
  }
  has(key: Key): boolean {
    return this.#store.has(joinKeys(this.#prefix, key))
  }
  set(key: Key, value: Value): void {
    this.#store.set(joinKeys(this.#prefix, key), value)
  }
  delete(key: Key): void {
    this.#store.delete(joinKeys(this.#prefix, key))
  }
  iterator(start?: Key, end?: Key): KVIterator {
    return new PrefixIterator(this.#store.iterator(...this.#range(start, end)), this.#prefix.length)
  }
  reverseIterator(start?: Key, end?: Key): KVIterator {
    return new PrefixIterator(this.#store.reverseIterator(...this.#range(start, end)), this.#prefix.length)
  }

  #range(start: Key | undefined, end: Key | undefined): [Key | undefined, Key | undefined] {
    return [
      start === undefined ? this.#prefix : joinKeys(this.#prefix, start),
      end === undefined ? prefixEnd(this.#prefix) : joinKeys(this.#prefix, end),
    ]
  }
}

class PrefixIterator implements KVIterator {
  readonly #rows: KVIterator
  readonly #length: number

  constructor(rows: KVIterator, length: number) {
    this.#rows = rows
    this.#length = length
  }
  get valid(): boolean {
    return this.#rows.valid
  }
  get key(): Key {
    return this.#rows.key.slice(this.#length) as Key
  }
  get value(): Uint8Array {
    return this.#rows.value
  }
  next(): void {
    this.#rows.next()
  }
  close(): void {
    this.#rows.close()
  }
}
