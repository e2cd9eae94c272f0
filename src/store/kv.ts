import type { Key } from './key.js'
import type { Value } from './lazy-bytes.js'

/** An iterator over a range of the state at its creation; later writes are not seen. */
export interface KVIterator {
  readonly valid: boolean
  /** @throws UsageError when not valid, as `value` and `next` do. */
  readonly key: Key
  readonly value: Uint8Array
  next(): void
  close(): void
}

/** An ordered byte store as modules see it. Source: cosmossdk.io/store/types `KVStore`. Values are never changed in place by either side. */
export interface KVStore {
  get(key: Key): Uint8Array | undefined
  has(key: Key): boolean
  /** An empty value is legal and is not the same as absence. */
  set(key: Key, value: Value): void
  delete(key: Key): void
  /** Rows with `start <= key < end`, ascending; an absent bound is open. */
  iterator(start?: Key, end?: Key): KVIterator
  /** The rows of a range, descending: `end` stays exclusive. */
  reverseIterator(start?: Key, end?: Key): KVIterator
}
