/** Where the current values of a kind of cell are: a map, the chain's bank store, or an older state with changes on top. */
export interface Backing<K, V> {
  get(key: K): V
  set(key: K, value: V): void
}

/** Undo log of a state: what to put back, in the order in which it was overwritten. */
export interface Undo {
  readonly cells: AnyCells
  readonly key: unknown
  readonly old: unknown
}

/** Cells as the state handles them, whatever their keys and values are. */
export interface AnyCells {
  seal(version: number): readonly unknown[]
  /** @returns the value that it undoes, for {@link replay}. */
  rewind(key: unknown): unknown
  replay(key: unknown, version: number, value: unknown): void
  /** Puts back what the undo log has. */
  put(key: unknown, old: unknown): void
  discard(): void
  /** Forgets the old values of a cell that are needed only for versions before this one. */
  forget(key: unknown, version: number): void
}

interface Version<V> {
  /** The value held before this version. */
  readonly version: number
  readonly value: V
}

/**
 * Values of one kind (accounts, balances, the slots of one contract) with an undo log for checkpoints and, per sealed
 * version, the old values that a later one replaced: history costs what changed, and reading it is a binary search.
 */
export class Cells<K, V> implements AnyCells {
  readonly #backing: Backing<K, V>
  readonly #undo: Undo[]
  readonly #touched: Set<AnyCells>
  readonly #onChange: (key: K) => void
  /** Old values of the cells written since the last sealed version. */
  readonly #pending = new Map<K, V>()
  readonly #history = new Map<K, Version<V>[]>()

  constructor(init: {
    backing: Backing<K, V>
    undo: Undo[]
    /** Cells with values not yet sealed: the state seals or rewinds these only. */
    touched: Set<AnyCells>
    onChange: (key: K) => void
  }) {
    this.#backing = init.backing
    this.#undo = init.undo
    this.#touched = init.touched
    this.#onChange = init.onChange
  }

  get(key: K): V {
    return this.#backing.get(key)
  }

  set(key: K, value: V): void {
    const old = this.#backing.get(key)
    if (old === value) return
    this.record(key, old)
    this.#undo.push({ cells: this, key, old })
    this.#write(key, value)
  }

  put(key: K, old: V): void {
    this.#write(key, old)
  }

  /** Notes a change that was made to the backing from outside: `old` is the value before it. */
  record(key: K, old: V): void {
    if (!this.#pending.has(key)) this.#pending.set(key, old)
    this.#touched.add(this)
    this.#onChange(key)
  }

  /** The value that held when `version` was sealed. */
  at(key: K, version: number): V {
    const versions = this.#history.get(key)
    if (versions !== undefined) {
      let low = 0
      let high = versions.length
      while (low < high) {
        const middle = (low + high) >> 1
        if (versions[middle]!.version > version) high = middle
        else low = middle + 1
      }
      if (low < versions.length) return versions[low]!.value
    }
    return this.#pending.has(key) ? this.#pending.get(key)! : this.#backing.get(key)
  }

  /** Keys that were ever written since the history began. */
  *changedKeys(): Iterable<K> {
    yield* this.#history.keys()
    yield* this.#pending.keys()
  }

  /** Makes what was written since the last version part of `version`. Returns the keys that differ. */
  seal(version: number): K[] {
    const changed: K[] = []
    for (const [key, value] of this.#pending) {
      if (this.#backing.get(key) === value) continue
      this.#keep(key, { version, value })
      changed.push(key)
    }
    this.#pending.clear()
    return changed
  }

  /** Puts back what was there before the newest version of this cell. */
  rewind(key: K): V {
    const value = this.#backing.get(key)
    const versions = this.#history.get(key)
    const last = versions?.pop()
    if (last === undefined) return value
    if (versions!.length === 0) this.#history.delete(key)
    this.#write(key, last.value)
    return value
  }

  /** Brings back what `rewind` undid, as the newest version of this cell. */
  replay(key: K, version: number, value: V): void {
    this.#keep(key, { version, value: this.#backing.get(key) })
    this.#write(key, value)
  }

  forget(key: K, version: number): void {
    const versions = this.#history.get(key)
    if (versions === undefined) return
    const needed = versions.findIndex((old) => old.version > version)
    if (needed < 0) this.#history.delete(key)
    else versions.splice(0, needed)
  }

  /** Puts back what was there at the last version. */
  discard(): void {
    for (const [key, value] of this.#pending) this.#write(key, value)
    this.#pending.clear()
  }

  #keep(key: K, old: Version<V>): void {
    const versions = this.#history.get(key)
    if (versions === undefined) this.#history.set(key, [old])
    else versions.push(old)
  }

  #write(key: K, value: V): void {
    if (this.#backing.get(key) !== value) this.#backing.set(key, value)
    this.#onChange(key)
  }
}
