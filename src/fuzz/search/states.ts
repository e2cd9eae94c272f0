import type { Feature } from '../coverage.js'
import type { RandomSource } from '../random-source.js'
import type { Start } from '../setup.js'
import type { Story } from '../story.js'

interface SavedState {
  readonly snapshot: number
  readonly story: Story
  uses: number
}

/** Snapshots share what they have in common; what grows is the stories that lead to them. */
const MOST = 48

/** States inside of stories behind steps that ran new code, from which other stories go on at once. The steps that lead there are kept with them. */
export class SavedStates {
  readonly #start: Start
  readonly #seen = new Set<Feature>()
  #states: SavedState[] = []

  constructor(start: Start) {
    this.#start = start
  }

  /** Keeps the state behind the last step of a story, if the step did something new. @param features of the step */
  async offer(story: Story, features: Iterable<Feature>): Promise<void> {
    const before = this.#seen.size
    for (const feature of features) this.#seen.add(feature)
    // From where little is left to tell, little can follow.
    if (this.#seen.size === before || story.steps.length + 2 > this.#start.config.length) return
    this.#states.push({ snapshot: await this.#start.sandbox.snapshot(), story: story.copy(), uses: 0 })
    if (this.#states.length <= MOST) return
    // What was used most has shown what is behind it; of equals the oldest goes.
    const most = Math.max(...this.#states.map(({ uses }) => uses))
    const at = this.#states.findIndex(({ uses }) => uses === most)
    this.#start.sandbox.forget(this.#states[at]!.snapshot)
    this.#states = this.#states.filter((_, i) => i !== at)
  }

  /** Brings the sandbox to one of the states, those used least first. @returns the story so far; undefined when there is none */
  async goOn(random: RandomSource): Promise<Story | undefined> {
    const state = random.weighted(this.#states.map((one, i) => [(1 + i / MOST) / (1 + one.uses) ** 2, one] as const))
    if (state === undefined) return undefined
    state.uses++
    await this.#start.sandbox.restore(state.snapshot)
    return state.story.copy()
  }
}
