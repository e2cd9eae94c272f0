import type { ActionInput } from '../../sandbox/internal.js'
import type { Feature } from '../coverage.js'
import type { RandomSource } from '../random-source.js'
import type { Start } from '../setup.js'
import type { Story } from '../story.js'

interface SavedState {
  readonly snapshot: number
  readonly story: Story
  /** The actions that lead on to the state, if they were not part of an action sequence yet. */
  readonly further: readonly ActionInput[]
  uses: number
}

/** Where an action sequence continues. */
export interface Continuation {
  readonly story: Story
  /** Its next actions. */
  readonly further: readonly ActionInput[]
}

/** The maximum number of saved states. Snapshots share memory; the action sequences kept with them do not. */
const MAX = 48
/** The weight of states that were made to judge, compared with those after steps, which random choices led to. */
const SHARED = 0.25

/**
 * Saved states after steps that ran new code, with the steps that lead there. Other action sequences continue from them without a replay. States that
 * were made to judge an invariant are saved as the actions that lead to them: they become steps, which are judged as all others, when a sequence continues there.
 */
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
    if (this.#seen.size > before) await this.#save(story, [])
  }

  /** Saves a state that was made to judge an invariant. The sandbox is in the state of the action sequence. @param further the actions that lead on from there */
  async share(story: Story, further: readonly ActionInput[]): Promise<void> {
    await this.#save(story, further)
  }

  async #save(story: Story, further: readonly ActionInput[]): Promise<void> {
    // An action sequence that is almost at its maximum length leaves no room to continue.
    if (story.steps.length + further.length + 2 > this.#start.config.length) return
    this.#states.push({ snapshot: await this.#start.sandbox.snapshot(), story: story.copy(), further, uses: 0 })
    if (this.#states.length <= MAX) return
    // The most used state is dropped, since most was tried from it; among equals the oldest.
    const most = Math.max(...this.#states.map(({ uses }) => uses))
    this.#drop(this.#states.find(({ uses }) => uses === most)!)
  }

  /** Restores a random saved state, preferring the least used and the newest. @returns undefined if there is none */
  async goOn(random: RandomSource): Promise<Continuation | undefined> {
    const state = random.weighted(
      this.#states.map((one, i) => {
        const weight = (1 + i / MAX) / (1 + one.uses) ** 2
        return [one.further.length > 0 ? SHARED * weight : weight, one] as const
      }),
    )
    if (state === undefined) return undefined
    state.uses++
    await this.#start.sandbox.restore(state.snapshot)
    // Once its actions were steps, the states after them are saved if they are worth it.
    if (state.further.length > 0) this.#drop(state)
    return { story: state.story.copy(), further: state.further }
  }

  #drop(state: SavedState): void {
    this.#start.sandbox.forget(state.snapshot)
    this.#states = this.#states.filter((one) => one !== state)
  }
}
