import { toHex } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import type { Facts } from '../rows/remote-store.js'
import type { ForkCache } from './cache.js'

/** A cache that also copies everything that is used, and nothing more, to other places, such as next to a recording. */
export class CopiedCache implements ForkCache {
  readonly #main: ForkCache
  readonly #copies = new Map<string, ForkCache>()
  readonly #documents = new Map<string, unknown>()
  readonly #codes = new Map<string, Uint8Array>()

  constructor(main: ForkCache) {
    this.#main = main
  }

  /** Begins a copy with what was used so far, unless there is one of that name. @param facts known ones, by store */
  copyTo(
    name: string,
    open: () => ForkCache,
    facts: Iterable<readonly [store: string, facts: readonly Facts[]]>,
  ): void {
    if (this.#copies.has(name)) return
    const copy = open()
    // An earlier process may have left the same there.
    for (const [document, value] of this.#documents)
      if (copy.document(document) === undefined) copy.keepDocument(document, value)
    for (const [store, known] of facts) {
      const there = new Set(copy.facts(store).map(nameOf))
      copy.keep(
        store,
        known.filter((fact) => !there.has(nameOf(fact))),
      )
    }
    for (const [checksum, wasm] of this.#codes) if (copy.code(checksum) === undefined) copy.keepCode(wasm)
    this.#copies.set(name, copy)
  }

  facts(store: string): readonly Facts[] {
    return this.#main.facts(store)
  }
  keep(store: string, facts: readonly Facts[]): void {
    for (const cache of this.#all) cache.keep(store, facts)
  }
  document(name: string): unknown {
    const value = this.#main.document(name)
    if (value !== undefined) this.#useDocument(name, value)
    return value
  }
  keepDocument(name: string, value: unknown): void {
    this.#main.keepDocument(name, value)
    this.#useDocument(name, value)
  }
  code(checksum: string): Uint8Array | undefined {
    const wasm = this.#main.code(checksum)
    if (wasm !== undefined) this.#useCode(checksum, wasm)
    return wasm
  }
  keepCode(wasm: Uint8Array): void {
    this.#main.keepCode(wasm)
    this.#useCode(toHex(sha256(wasm)), wasm)
  }

  get #all(): readonly ForkCache[] {
    return [this.#main, ...this.#copies.values()]
  }

  #useDocument(name: string, value: unknown): void {
    if (this.#documents.get(name) === value) return
    this.#documents.set(name, value)
    for (const copy of this.#copies.values()) copy.keepDocument(name, value)
  }

  #useCode(checksum: string, wasm: Uint8Array): void {
    if (this.#codes.has(checksum)) return
    this.#codes.set(checksum, wasm)
    for (const copy of this.#copies.values()) copy.keepCode(wasm)
  }
}

const nameOf = ({ span }: Facts): string => `${span.from} ${span.to ?? ''}`
