import type { KeptStory } from '../corpus/corpus.js'
import type { Start } from '../setup.js'
import type { Story } from '../story.js'

/** The number of action sequences of the corpus whose final state is kept as a snapshot, so that another action sequence can start there without a replay. */
const MAX = 24

/**
 * Final states of action sequences of the corpus; beyond {@link MAX} the first is dropped. Not a cache: whether an end is kept decides what the search
 * draws, so the order of eviction is part of what a seed finds.
 */
export class KeptEnds {
  readonly #start: Start
  readonly #ends = new Map<KeptStory, { readonly snapshot: number; readonly story: Story }>()

  constructor(start: Start) {
    this.#start = start
  }

  has(kept: KeptStory): boolean {
    return this.#ends.has(kept)
  }

  /** Restores the end of an action sequence. @returns the action sequence; undefined if its end is not kept */
  async goOn(kept: KeptStory): Promise<Story | undefined> {
    const end = this.#ends.get(kept)
    if (end === undefined) return undefined
    await this.#start.sandbox.restore(end.snapshot)
    return end.story.copy()
  }

  /** Keeps the current state as the end of an action sequence. */
  async keep(kept: KeptStory, story: Story): Promise<void> {
    this.#ends.set(kept, { snapshot: await this.#start.sandbox.snapshot(), story: story.copy() })
    const [oldest] = this.#ends
    if (this.#ends.size <= MAX || oldest === undefined) return
    this.#start.sandbox.forget(oldest[1].snapshot)
    this.#ends.delete(oldest[0])
  }
}
