import { jsonText, UsageError } from '../../base/index.js'
import type { ActionInput } from '../../sandbox/internal.js'
import { References } from '../references.js'
import type { Start } from '../setup.js'
import { executeIfEffective } from '../shrink/shrink.js'
import { simpler } from '../shrink/simpler.js'
import { perform, Story } from '../story.js'
import type { ExecutedStep } from '../view.js'
import type { ComparedBuilds, OtherBuild } from './builds.js'
import type { Difference } from './difference.js'

/** An action sequence after which the last action has a different effect on two builds. */
export interface ShownDifference {
  readonly other: OtherBuild
  readonly difference: Difference
  /** The steps before, all on the first build. */
  readonly steps: readonly ExecutedStep[]
  /** On the first build. */
  readonly last: ExecutedStep
}

/** The most actions that are executed to make one sequence smaller. */
const BUDGET = 600

/** Makes a sequence smaller while the difference stays the same. @returns undefined if it is not shown again, on the exact path */
export async function shrinkDifference(
  start: Start,
  builds: ComparedBuilds,
  found: ShownDifference,
): Promise<ShownDifference | undefined> {
  return new Shrinking({ ...start, light: false, observer: undefined }, builds, found).run(found)
}

const actionsOf = ({ steps, last }: ShownDifference): readonly ActionInput[] => [
  ...steps.map(({ action }) => action as ActionInput),
  last.action,
]

class Shrinking {
  readonly #start: Start
  readonly #builds: ComparedBuilds
  readonly #other: OtherBuild
  readonly #cluster: string
  readonly #question: ActionInput | undefined
  readonly #tried = new Set<string>()
  readonly #end: number

  constructor(start: Start, builds: ComparedBuilds, { other, difference }: ShownDifference) {
    this.#start = start
    this.#builds = builds
    this.#other = other
    this.#cluster = difference.cluster
    this.#question = difference.question
    this.#end = start.limit.done + BUDGET
  }

  get #isOver(): boolean {
    const { limit } = this.#start
    return limit.done >= this.#end || limit.isOver
  }

  async run(found: ShownDifference): Promise<ShownDifference | undefined> {
    let best = await this.#start.limit.beyond(() => this.#try(actionsOf(found)))
    for (let size = Infinity; best !== undefined && sizeOf(best) < size && !this.#isOver;) {
      size = sizeOf(best)
      best = await this.#simpler(await this.#fewer(best))
    }
    return best
  }

  /** Removes halves, quarters, … and single steps, from the end. */
  async #fewer(found: ShownDifference): Promise<ShownDifference> {
    let best = found
    for (let chunk = Math.ceil(best.steps.length / 2); chunk >= 1; chunk = chunk === 1 ? 0 : Math.ceil(chunk / 2))
      for (let end = best.steps.length; end > 0 && !this.#isOver;) {
        const from = Math.max(0, end - chunk)
        const kept = [...best.steps.keys(), best.steps.length].filter((i) => i < from || i >= end)
        const smaller = await this.#try(
          kept.map((i) => actionsOf(best)[i]!),
          { steps: [...best.steps, best.last], kept },
        )
        best = smaller ?? best
        end = Math.min(from, best.steps.length)
      }
    return best
  }

  async #simpler(found: ShownDifference): Promise<ShownDifference> {
    let best = found
    for (let i = best.steps.length; i >= 0; i--)
      for (const other of simpler(actionsOf(best), i)) {
        if (this.#isOver) return best
        const smaller = await this.#try(other)
        if (smaller === undefined || sizeOf(smaller) >= sizeOf(best)) continue
        best = smaller
        i = Math.min(i, best.steps.length + 1)
        break
      }
    return best
  }

  /** @param from the steps of which `actions` are those with the indices `kept` */
  async #try(
    actions: readonly ActionInput[],
    from: { readonly steps: readonly ExecutedStep[]; readonly kept: readonly number[] } = { steps: [], kept: [] },
  ): Promise<ShownDifference | undefined> {
    const text = jsonText(actions)
    if (this.#tried.has(text) || actions.length === 0) return undefined
    this.#tried.add(text)
    const start = this.#start
    const references = new References(from.steps, start.config.remote.chain)
    const story = await Story.beginBlind(start)
    for (const [at, written] of actions.slice(0, -1).entries()) {
      const action = references.renamed(written)
      if (action === undefined) continue
      const here = await start.sandbox.snapshot()
      const isDone = await executeIfEffective(story, action, here)
      start.sandbox.forget(here)
      const original = from.kept[at]
      if (isDone && original !== undefined)
        references.learn(from.steps[original - 1], from.steps[original]!, story.last)
    }
    const last = references.renamed(actions.at(-1)!)
    if (last === undefined) return undefined
    return this.#compare(story, last)
  }

  async #compare({ steps }: Story, action: ActionInput): Promise<ShownDifference | undefined> {
    const start = this.#start
    try {
      const asked = this.#question === undefined ? [] : [this.#question]
      const run = (): Promise<ExecutedStep> => perform(start, action)
      const { step, differences } = await this.#builds.step(start, action, run, () => [this.#other], asked)
      const difference = differences.get(this.#other)
      const isShown = this.#question === undefined || difference?.question !== undefined
      return difference?.cluster === this.#cluster && isShown
        ? { other: this.#other, difference, steps: [...steps], last: step }
        : undefined
    } catch (error) {
      if (error instanceof UsageError) return undefined
      throw error
    }
  }
}

/** The number of actions first, then the length of their JSON. */
const sizeOf = (found: ShownDifference): number => {
  const actions = actionsOf(found)
  return actions.length * 100_000 + jsonText(actions).length
}
