import { UsageError } from '../base/index.js'
import { DELETED, valueOf, type BaseStores } from './base-store.js'
import type { Key } from './key.js'
import type { KVIterator, KVStore } from './kv.js'
import { bytesOf, type Value } from './lazy-bytes.js'
import { MergedRows } from './merged-rows.js'
import { Cursor, get, newOwner, remove, set, type Root } from './ordered-map.js'

/** The roots of all stores of a chain, by position. */
export type Roots = readonly Root<Value>[]

/** Which keys were set or deleted since the last height, newest first. A linked list with shared tails, so layers and snapshots only keep the head. */
export interface Journal {
  readonly store: number
  readonly key: Key
  readonly before: Journal | undefined
}

type Rows = Pick<Cursor<Value>, 'valid' | 'key' | 'value' | 'next' | 'close'>

/**
 * A cache layer over all stores: it has its own roots, which start as those of its parent. Dropping it costs nothing; writing it passes its roots to the parent.
 * Layers nest strictly: while a layer has an open child it can be read (as it was) but not written.
 * Source of the behaviour: cosmossdk.io/store `cachemulti`.
 */
export class Layer {
  readonly #parent: Layer | undefined
  readonly #roots: Root<Value>[]
  readonly #bases: BaseStores | undefined
  #journal: Journal | undefined
  #owner = newOwner()
  #open = true
  #child: Layer | undefined

  /** @param below what lies below all layers, if anything does */
  constructor(roots: Roots, below?: BaseStores, journal?: Journal, parent?: Layer) {
    this.#roots = roots.slice()
    this.#bases = below
    this.#journal = journal
    this.#parent = parent
  }

  get journal(): Journal | undefined {
    return this.#journal
  }

  /** The current roots; later writes do not change the returned value. */
  freeze(): Roots {
    this.#owner = newOwner()
    return this.#roots.slice()
  }

  /** An object that stands for what a store contains: the same one until a value changes. */
  content(store: number): object {
    this.#owner = newOwner()
    return this.#roots[store]!
  }

  branch(): Layer {
    this.assertWritable()
    const child = new Layer(this.freeze(), this.#bases, this.#journal, this)
    this.#child = child
    return child
  }
  /** A layer of its own that starts with what this one has now; what is written to either does not reach the other. */
  copy(): Layer {
    return new Layer(this.freeze(), this.#bases)
  }
  /** Does work on a branch, and keeps what it wrote unless it throws. */
  attempt<T>(work: (branch: Layer) => T): T {
    const branch = this.branch()
    try {
      const result = work(branch)
      branch.write()
      return result
    } catch (error) {
      branch.discard()
      throw error
    }
  }

  /** Passes all writes to the parent and ends this layer. @throws UsageError when it has ended already or a child is open. */
  write(): void {
    const parent = this.#end()
    for (let i = 0; i < this.#roots.length; i++) parent.#roots[i] = this.#roots[i]!
    parent.#journal = this.#journal
    parent.#owner = this.#owner
  }

  /**
   * Drops everything written here and ends this layer, together with any branch above it that a panic left open.
   * @throws UsageError when it has ended already.
   */
  discard(): void {
    this.#child?.discard()
    this.#end()
  }

  /** Ends the lowest layer, so that whoever still holds it cannot write past a restored state. */
  close(): void {
    this.assertWritable()
    this.#open = false
  }

  get(store: number, key: Key): Value | undefined {
    return valueOf(this.#roots[store]!, this.#bases?.[store], key)
  }
  set(store: number, key: Key, value: Value): void {
    this.assertWritable()
    const root = this.#roots[store]!
    // A value that is written again is a change for proofs, and none for those who read.
    if (get(root, key) !== value) this.#roots[store] = set(root, key, value, this.#owner)
    this.#journal = { store, key, before: this.#journal }
  }
  delete(store: number, key: Key): void {
    this.assertWritable()
    if (this.get(store, key) === undefined) return
    const root = this.#roots[store]!
    const isAlone = this.#bases?.[store] === undefined
    this.#roots[store] = isAlone ? remove(root, key, this.#owner) : set(root, key, DELETED, this.#owner)
    this.#journal = { store, key, before: this.#journal }
  }
  cursor(store: number, start: Key | undefined, end: Key | undefined, reverse: boolean): Rows {
    this.#owner = newOwner()
    const written = new Cursor(this.#roots[store]!, start, end, reverse)
    const base = this.#bases?.[store]
    return base === undefined ? written : new MergedRows(written, base, start, end, reverse)
  }

  #end(): Layer {
    this.assertWritable()
    if (this.#parent === undefined) throw new UsageError('the lowest layer of a state cannot be written or discarded')
    this.#open = false
    this.#parent.#child = undefined
    return this.#parent
  }

  /** @throws UsageError when this layer has ended or a child is open. */
  assertWritable(): void {
    if (!this.#open) throw new UsageError('this branch of the state was written or discarded before')
    if (this.#child !== undefined)
      throw new UsageError('this state has an open branch: write or discard the branch before you write here')
  }
}

/** One store of a layer. */
export class LayerStore implements KVStore {
  readonly #layer: Layer
  readonly #store: number

  constructor(layer: Layer, store: number) {
    this.#layer = layer
    this.#store = store
  }

  get(key: Key): Uint8Array | undefined {
    const value = this.#layer.get(this.#store, key)
    return value && bytesOf(value)
  }
  has(key: Key): boolean {
    return this.#layer.get(this.#store, key) !== undefined
  }
  set(key: Key, value: Value): void {
    this.#layer.set(this.#store, key, value)
  }
  delete(key: Key): void {
    this.#layer.delete(this.#store, key)
  }
  iterator(start?: Key, end?: Key): KVIterator {
    return new LayerIterator(this.#layer.cursor(this.#store, start, end, false))
  }
  reverseIterator(start?: Key, end?: Key): KVIterator {
    return new LayerIterator(this.#layer.cursor(this.#store, start, end, true))
  }
}

class LayerIterator implements KVIterator {
  readonly #cursor: Rows

  constructor(cursor: Rows) {
    this.#cursor = cursor
  }
  get valid(): boolean {
    return this.#cursor.valid
  }
  get key(): Key {
    return (this.#cursor.key ?? ended()) as Key
  }
  get value(): Uint8Array {
    return bytesOf(this.#cursor.value ?? ended())
  }
  next(): void {
    if (!this.#cursor.valid) ended()
    this.#cursor.next()
  }
  close(): void {
    this.#cursor.close()
  }
}

function ended(): never {
  throw new UsageError('the iterator has ended or was closed: ask `valid` first')
}
