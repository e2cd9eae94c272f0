import type { Feature } from '../coverage.js'
import type { RandomSource } from '../random-source.js'
import type { Start } from '../setup.js'
import type { Story } from '../story.js'

interface SavedState {
  readonly snapshot: number
  readonly story: Story
  uses: number
}

/** The maximum number of saved states. Snapshots share memory; the action sequences kept with them do not. */
const MAX = 48

/** Saved states after steps that ran new code, with the steps that lead there. Other action sequences continue from them without a replay. */
export class SavedStates {
  readonly #start: Start
  readonly #seen = new Set<Feature>()
  #states: SavedState[] = []

  constructor(start: Start) {
    this.#start = start
  }

  /** Saves the state after the last step of an action sequence, if the step has new features. @param features of the step */
  async offer(story: Story, features: Iterable<Feature>): Promise<void> {
    const before = this.#seen.size
    for (const feature of features) this.#seen.add(feature)
    // An action sequence that is almost at its maximum length leaves no room to continue.
    if (this.#seen.size === before || story.steps.length + 2 > this.#start.config.length) return
    this.#states.push({ snapshot: await this.#start.sandbox.snapshot(), story: story.copy(), uses: 0 })
    if (this.#states.length <= MAX) return
    // The most used state is dropped, since most was tried from it; among equals the oldest.
    const most = Math.max(...this.#states.map(({ uses }) => uses))
    const at = this.#states.findIndex(({ uses }) => uses === most)
    this.#start.sandbox.forget(this.#states[at]!.snapshot)
    this.#states = this.#states.filter((_, i) => i !== at)
  }

  /** Restores a random saved state, preferring the least used and the newest. @returns the action sequence so far; undefined if there is none */
  async goOn(random: RandomSource): Promise<Story | undefined> {
    const state = random.weighted(this.#states.map((one, i) => [(1 + i / MAX) / (1 + one.uses) ** 2, one] as const))
    if (state === undefined) return undefined
    state.uses++
    await this.#start.sandbox.restore(state.snapshot)
    return state.story.copy()
  }
}
