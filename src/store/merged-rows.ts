import type { BaseStore } from './base-store.js'
import { DELETED } from './base-store.js'
import type { Key } from './key.js'
import { bytesOf, type Value } from './lazy-bytes.js'
import type { Cursor } from './ordered-map.js'

/** A key with its value. */
export interface Row {
  readonly key: Key
  readonly value: Uint8Array
}

/** The smallest key after a key. */
const after = (key: Key): Key => `${key}\u0000` as Key

/** Rows of a range: those that were written, in place of those of the base or between them. Rows of the base are read one by one, as they are reached. */
export class MergedRows {
  readonly #written: Cursor<Value>
  readonly #base: BaseStore
  readonly #start: Key | undefined
  readonly #end: Key | undefined
  readonly #reverse: boolean
  #below: Row | undefined
  #current: Row | undefined

  constructor(written: Cursor<Value>, base: BaseStore, start: Key | undefined, end: Key | undefined, reverse: boolean) {
    this.#written = written
    this.#base = base
    this.#start = start
    this.#end = end
    this.#reverse = reverse
    this.#below = this.#baseRow(start, end)
    this.#settle()
  }

  get valid(): boolean {
    return this.#current !== undefined
  }
  get key(): Key | undefined {
    return this.#current?.key
  }
  get value(): Uint8Array | undefined {
    return this.#current?.value
  }
  next(): void {
    if (this.#current === undefined) return
    this.#pass(this.#current.key)
    this.#settle()
  }
  close(): void {
    this.#written.close()
    this.#current = undefined
  }

  #baseRow(start: Key | undefined, end: Key | undefined): Row | undefined {
    return this.#reverse ? this.#base.last(start, end) : this.#base.first(start, end)
  }

  /** Leaves a key behind on both sides. */
  #pass(key: Key): void {
    if (this.#written.key === key) this.#written.next()
    if (this.#below?.key !== key) return
    this.#below = this.#reverse ? this.#baseRow(this.#start, key) : this.#baseRow(after(key), this.#end)
  }

  /** Takes the next row of either side that was not deleted; what was written comes first. */
  #settle(): void {
    for (;;) {
      const key = this.#written.key as Key | undefined
      if (key === undefined || (this.#below !== undefined && this.#isBefore(this.#below.key, key))) {
        this.#current = this.#below
        return
      }
      const value = this.#written.value!
      if (value !== DELETED) {
        this.#current = { key, value: bytesOf(value) }
        return
      }
      this.#pass(key)
    }
  }

  #isBefore(one: Key, other: Key): boolean {
    return this.#reverse ? one > other : one < other
  }
}
