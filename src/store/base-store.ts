import type { Key } from './key.js'
import type { Value } from './lazy-bytes.js'
import type { Row } from './merged-rows.js'
import { get, type Root } from './ordered-map.js'

/** Rows of one store below everything that was written here, such as those of a live chain at one height. They never change. */
export interface BaseStore {
  get(key: Key): Uint8Array | undefined
  /** The first row with `start <= key < end`; an absent bound is open. */
  first(start: Key | undefined, end: Key | undefined): Row | undefined
  /** The last row of the same range. */
  last(start: Key | undefined, end: Key | undefined): Row | undefined
}

/** Base stores by the positions of their stores; undefined where a store has none. */
export type BaseStores = readonly (BaseStore | undefined)[]

/** Stands in a tree for a row of the base that was deleted; recognized by identity. */
export const DELETED = new Uint8Array(0)

/** The value of a key in a tree over a base. */
export function valueOf(tree: Root<Value>, base: BaseStore | undefined, key: Key): Value | undefined {
  const value = get(tree, key)
  if (value === DELETED) return undefined
  return value === undefined && base !== undefined ? base.get(key) : value
}
