import { UsageError } from '../../base/index.js'
import { RandomSource } from '../random-source.js'
import type { Start } from '../setup.js'
import { Story } from '../story.js'
import { MAKERS } from './making.js'
import { WORLD_NAMES, type WorldName } from './names.js'

/** How often action sequences begin in each world. */
const WEIGHTS: Readonly<Record<WorldName, number>> = {
  plain: 26,
  decimals: 2,
  fees: 2,
  'two-channels': 2,
  'third-chain': 2,
  upgrade: 1,
}

/** The first action sequences are in the plain world, in which most bugs show. */
const PLAIN_FIRST = 8

interface Made {
  readonly snapshot: number
  readonly story: Story
}

/** The worlds of a campaign. Each is made once, by the first steps of an action sequence, which shrinking removes where they do not matter. */
export class Worlds {
  readonly #start: Start
  readonly #random: RandomSource
  readonly #named: readonly WorldName[] | undefined
  /** Undefined: it cannot be made. */
  readonly #made = new Map<WorldName, Made | undefined>()
  readonly #counts = new Map<WorldName, number>()
  #stories = 0

  constructor(start: Start, seed: number) {
    this.#start = start
    this.#named = start.config.worlds
    // A source of its own, so that a campaign makes the same choices in the plain world whichever others there are.
    this.#random = new RandomSource(new RandomSource(seed).seed())
  }

  /** How many action sequences began in each world. */
  get counts(): ReadonlyMap<WorldName, number> {
    return this.#counts
  }

  /** The worlds that the campaign names and that cannot be made. */
  get impossible(): readonly WorldName[] {
    return this.#named === undefined
      ? []
      : [...this.#made].flatMap(([name, made]) => (made === undefined ? [name] : []))
  }

  /** The world of the next action sequence. */
  next(): WorldName {
    const names = this.#named ?? WORLD_NAMES
    const isFirst = this.#stories++ < PLAIN_FIRST && names.includes('plain')
    const chosen = this.#random.weighted(names.map((name) => [WEIGHTS[name], name] as const))!
    return isFirst ? 'plain' : chosen
  }

  /** Begins an action sequence in a world other than the plain one. @returns undefined if that world cannot be made */
  async begin(name: WorldName): Promise<Story | undefined> {
    if (!this.#made.has(name)) this.#made.set(name, await this.#make(name))
    const made = this.#made.get(name)
    if (made === undefined) return undefined
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    await this.#start.sandbox.restore(made.snapshot)
    return made.story.copy()
  }

  async #make(name: WorldName): Promise<Made | undefined> {
    const story = await Story.begin(this.#start)
    if (name === 'plain' || name === 'upgrade') return { snapshot: this.#start.snapshot, story }
    const making = MAKERS[name](this.#start, this.#random)
    try {
      for (let next = making.next(); next.done !== true;) {
        const step = await story.execute(next.value)
        if (step.error !== undefined) return undefined
        next = making.next(step)
      }
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      return undefined
    }
    return story.steps.length === 0 ? undefined : { snapshot: await this.#start.sandbox.snapshot(), story }
  }
}
