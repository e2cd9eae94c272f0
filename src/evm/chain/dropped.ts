import type { Hex } from '../hex.js'

/** How many are kept. */
const KEPT = 1000

/** A transaction that left the pool and is in no block. */
export interface Dropped {
  readonly hash: Hex
  readonly from: Hex
  readonly nonce: bigint
  readonly reason: string
}

/** Why transactions left the pool without a block: the last ones, the newest last. A list rather than a cache: looking one up does not keep it longer. */
export class DroppedTransactions {
  readonly #all = new Map<Hex, Dropped>()

  add({ hash, from, nonce }: Omit<Dropped, 'reason'>, reason: string): void {
    this.#all.delete(hash)
    this.#all.set(hash, { hash, from, nonce, reason })
    if (this.#all.size > KEPT) for (const oldest of this.#all.keys()) return void this.#all.delete(oldest)
  }

  /** It is in the pool or in a block after all. */
  forget(hash: Hex): void {
    this.#all.delete(hash)
  }

  all(): readonly Dropped[] {
    return [...this.#all.values()]
  }
}
