import type { Schedule } from '../schedules.js'
import type { Additions } from '../tools/instrument.js'
import type { Module } from '../wasm/module.js'
import { rewrite } from '../wasm/rewrite.js'
import { Writer } from '../wasm/writer.js'

/** Records what it copies from the original: the position in the copy, and the range in the original. */
class NotingWriter extends Writer {
  #copies = new Uint32Array(1 << 16)
  #length = 0
  readonly #original: Uint8Array

  constructor(original: Uint8Array, capacity: number) {
    super(capacity)
    this.#original = original
  }

  get copies(): Uint32Array {
    return this.#copies.slice(0, this.#length)
  }

  override copy(source: Uint8Array, from: number, to: number): void {
    if (source === this.#original) this.#note(from, to)
    super.copy(source, from, to)
  }

  /** A body may be written several times; only the last attempt stays. */
  #note(from: number, to: number): void {
    while (this.#length > 0 && this.#copies[this.#length - 3]! >= this.pos) this.#length -= 3
    if (this.#length + 3 > this.#copies.length) {
      const grown = new Uint32Array(this.#copies.length * 2)
      grown.set(this.#copies)
      this.#copies = grown
    }
    this.#copies[this.#length++] = this.pos
    this.#copies[this.#length++] = from
    this.#copies[this.#length++] = to
  }
}

/** Maps positions in a rewritten module back to those in the original. */
export class OffsetMap {
  /** For each copy, its place in the rewritten module, and its begin and end in the original. */
  readonly #copies: Uint32Array

  /** Rewrites the module again, as it was rewritten with the same schedule and additions. */
  constructor(module: Module, schedule: Schedule, additions?: Additions) {
    const writer = new NotingWriter(module.bytes, module.bytes.length * 3 + 4096)
    rewrite(module, schedule, additions, writer)
    this.#copies = writer.copies
  }

  /** The original position of one in the rewritten module; for added code, that of the operator it was added to. */
  original(position: number): number {
    const copies = this.#copies
    let low = 0
    let high = copies.length / 3
    while (low < high) {
      const middle = (low + high) >>> 1
      if (copies[middle * 3]! <= position) low = middle + 1
      else high = middle
    }
    if (low === 0) return 0
    const [at, from, to] = copies.subarray((low - 1) * 3) as unknown as [number, number, number]
    return Math.min(from + (position - at), to)
  }
}
