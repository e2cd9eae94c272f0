import { BackendError, type GasReport, type Order, type Storage } from '../backend.js'
import type { Key } from '../../store/index.js'

const COST_SCAN = 11
const COST_LAST = 37

interface Row {
  readonly key: Key
  readonly value: Uint8Array
}

/** A store in memory with the gas of the native crate's own mock. An iterator sees the rows as they were when it was opened. Source: cosmwasm-vm `testing/storage.rs`. */
export class MockStorage implements Storage {
  readonly #rows: Map<Key, Uint8Array>
  readonly #iterators: { readonly rows: readonly Row[]; at: number }[] = []

  constructor(rows: Iterable<readonly [Key, Uint8Array]> = []) {
    this.#rows = new Map(rows)
  }

  /** Rows in the order of their keys. */
  entries(): [Key, Uint8Array][] {
    return [...this.#rows].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  get(key: Key, gas: GasReport): Uint8Array | undefined {
    gas.external = key.length
    return this.#rows.get(key)
  }

  set(key: Key, value: Uint8Array, gas: GasReport): void {
    gas.external = key.length + value.length
    this.#rows.set(key, value)
  }

  remove(key: Key, gas: GasReport): void {
    gas.external = key.length
    this.#rows.delete(key)
  }

  scan(start: Key | undefined, end: Key | undefined, order: Order, gas: GasReport): number {
    gas.external = COST_SCAN
    const rows = this.entries()
      .filter(([key]) => (start === undefined || key >= start) && (end === undefined || key < end))
      .map(([key, value]) => ({ key, value }))
    return this.#iterators.push({ rows: order === 'ascending' ? rows : rows.reverse(), at: 0 })
  }

  next(iterator: number, gas: GasReport): Row | undefined {
    const open = this.#iterators[iterator - 1]
    if (!open) throw new BackendError('iteratorDoesNotExist', `Iterator with ID ${iterator} does not exist`)
    const row = open.rows[open.at]
    if (!row) {
      gas.external = COST_LAST
      return undefined
    }
    open.at++
    gas.cost = row.key.length + row.value.length
    return row
  }

  nextKey(iterator: number, gas: GasReport): Key | undefined {
    return this.next(iterator, gas)?.key
  }

  nextValue(iterator: number, gas: GasReport): Uint8Array | undefined {
    return this.next(iterator, gas)?.value
  }
}
