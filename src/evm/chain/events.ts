import type { ChainBlock } from './blockchain.js'
import type { Pooled } from './tx-pool.js'

/** What happens in a node while it runs. */
export interface NodeEvents {
  block: ChainBlock
  pending: Pooled
}

/** Listeners by kind of event, called in the order in which they came. */
export class Events {
  readonly #listeners: { [K in keyof NodeEvents]: Set<(event: NodeEvents[K]) => void> } = {
    block: new Set(),
    pending: new Set(),
  }

  /** Returns how to stop listening. */
  on<K extends keyof NodeEvents>(kind: K, listener: (event: NodeEvents[K]) => void): () => void {
    this.#listeners[kind].add(listener)
    return () => void this.#listeners[kind].delete(listener)
  }

  emit<K extends keyof NodeEvents>(kind: K, event: NodeEvents[K]): void {
    for (const listener of this.#listeners[kind]) listener(event)
  }
}
