import { toHex } from '../../base/index.js'
import type { StorageOperation } from '../../modules/wasm/index.js'
import { EMPTY_KEY, keyBytes, type Key } from '../../store/index.js'
import { keyText } from './key-text.js'
import type { StorageUse } from './trace.js'

/** The limit of keys of one call that are listed; further ones are only counted. */
const MAX_KEYS = 256

const COUNTED = { read: 'reads', next: 'reads', write: 'writes', remove: 'removes', scan: 'scans' } as const

interface Use {
  reads: number
  writes: number
  removes: number
  scans: number
  gas: number
}

/** The storage operations of one call, key by key. It is updated at each storage operation, so it only counts. */
export class StorageUses {
  readonly #uses = new Map<Key, Use>()
  readonly #more = new Set<Key>()

  add({ kind, key = EMPTY_KEY, gas }: StorageOperation): void {
    // The end of an iterator.
    if (kind === 'next' && key === EMPTY_KEY) return
    let use = this.#uses.get(key)
    if (use === undefined) {
      if (this.#uses.size >= MAX_KEYS) return void this.#more.add(key)
      this.#uses.set(key, (use = { reads: 0, writes: 0, removes: 0, scans: 0, gas: 0 }))
    }
    use[COUNTED[kind]]++
    use.gas += gas
  }

  /** In the order of the first touch. */
  get list(): readonly StorageUse[] {
    return Array.from(this.#uses, ([key, { gas, ...counts }]) => ({
      key: keyText(key),
      hex: toHex(keyBytes(key)),
      ...counts,
      gas: BigInt(gas),
    }))
  }

  get more(): number {
    return this.#more.size
  }
}
