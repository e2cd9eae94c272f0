import { bigintsAsText, jsonText, UsageError } from '../../base/index.js'
import type { ActionInput } from '../../sandbox/internal.js'
import { sequencesIn } from '../budget.js'
import { RandomSource } from '../random-source.js'
import type { Memory } from '../model/index.js'
import { References } from '../references.js'
import type { Identity } from '../findings/identity.js'
import type { Start } from '../setup.js'
import { TimeIsOver } from '../time-limit.js'
import { simpler } from './simpler.js'
import { isTrap } from '../callbacks.js'
import { unsettled } from '../deliveries.js'
import { BlindStory, Story } from '../story.js'
import { Oracle, type IsKnown, type Verdict } from '../oracle.js'
import type { ExecutedStep } from '../view.js'

/** An executed action sequence that violates an invariant. */
export interface Broken {
  readonly steps: readonly ExecutedStep[]
  readonly verdict: Verdict
}

/** Only violations with this identity count as the one to shrink. */
export interface ShrinkOptions extends Identity {
  /** Violations to ignore while shrinking this one. */
  readonly isKnown?: IsKnown
  /** The maximum number of action sequences to try; unlimited when left out. */
  readonly sequences?: number
  /** @deprecated the earlier name of {@link ShrinkOptions.sequences}, which has precedence */
  readonly stories?: number
  /** The maximum number of actions to execute; 2000 when left out. Repeated actions count twice, because checking their effects costs as much again. */
  readonly actions?: number
  /** Called between action sequences. */
  readonly stop?: () => boolean
  /** Called with each smaller action sequence. */
  readonly onSmaller?: (actions: readonly ActionInput[]) => void
}

/**
 * Shrinks an action sequence that violates an invariant: removes steps, merges equal steps into one that repeats, and makes amounts smaller, as long as the
 * invariant is still violated.
 * @returns the smaller action sequence; undefined if the action sequence does not violate the invariant (any more)
 */
export async function shrinkStory(
  start: Start,
  memory: Memory,
  invariant: string,
  actions: readonly ActionInput[],
  options: ShrinkOptions = {},
): Promise<Broken | undefined> {
  const shrinking = new Shrinking(start, memory, invariant, actions, options)
  await shrinking.goOn(Infinity)
  return shrinking.best
}

const actionsOf = (steps: readonly ExecutedStep[]): readonly ActionInput[] =>
  steps.map(({ action }) => action as ActionInput)

/** Shrinks an action sequence bit by bit. */
export class Shrinking {
  readonly #start: Start
  readonly #memory: Memory
  readonly #oracle: Oracle
  readonly #options: ShrinkOptions
  readonly #tried = new Set<string>()
  readonly #whole: readonly ActionInput[]
  readonly #tries: AsyncIterator<void>
  #best: Broken | undefined
  #stories: number
  #actions: number
  /** Whether the invariant judges by steps alone, as far as is known. */
  #isBlind: boolean

  constructor(
    start: Start,
    memory: Memory,
    invariant: string,
    actions: readonly ActionInput[],
    options: ShrinkOptions,
  ) {
    this.#whole = actions
    this.#tries = this.#all()
    this.#start = start
    this.#memory = memory
    this.#oracle = new Oracle(start.config, invariant, options.isKnown, options)
    // What a user's invariant throws is taken for a violation.
    this.#isBlind = this.#oracle.own.length === 0
    this.#options = options
    this.#stories = sequencesIn(options) ?? Infinity
    this.#actions = options.actions ?? 2000
  }

  /** The smallest so far; undefined if the action sequence does not violate the invariant. */
  get best(): Broken | undefined {
    return this.#best
  }

  /** The smallest action sequence so far. */
  get smallest(): readonly ActionInput[] {
    return this.#best === undefined ? this.#whole : actionsOf(this.#best.steps)
  }

  /** Tries smaller action sequences until so many actions were executed, judging included, or the time is over. @returns whether there is nothing left to try */
  async goOn(actions: number): Promise<boolean> {
    const { limit } = this.#start
    const end = limit.done + actions
    try {
      while (limit.done < end) if ((await this.#tries.next()).done === true) return true
      return false
    } catch (error) {
      if (!(error instanceof TimeIsOver)) throw error
      return true
    }
  }

  /** Yields after each action sequence that it tries. */
  async *#all(): AsyncGenerator<void, void> {
    this.#best = await this.#try(this.#whole, undefined, undefined)
    for (let size = Infinity; this.#best !== undefined && size > sizeOf(this.#best);) {
      yield
      size = sizeOf(this.#best)
      yield* this.#fewer(this.#best)
      yield* this.#simpler(this.#best)
    }
  }

  /** Delta debugging: removes halves, quarters, … and single steps, from the end. */
  async *#fewer(broken: Broken): AsyncGenerator<void, void> {
    let best = broken
    for (let chunk = Math.ceil(best.steps.length / 2); chunk >= 1; chunk = chunk === 1 ? 0 : Math.ceil(chunk / 2)) {
      for (let end = best.steps.length; end > 0;) {
        const from = Math.max(0, end - chunk)
        const kept = best.steps.map((_, i) => i).filter((i) => i < from || i >= end)
        const smaller = kept.length === 0 ? undefined : await this.#tryOnly(best, kept)
        if (smaller !== undefined) this.#best = best = smaller
        end = Math.min(from, best.steps.length)
        yield
      }
    }
  }

  async *#simpler(broken: Broken): AsyncGenerator<void, void> {
    let best = broken
    for (let i = best.steps.length - 1; i >= 0; i--) {
      for (const other of simpler(actionsOf(best.steps), i)) {
        const smaller = await this.#try(other, undefined, undefined)
        yield
        if (smaller !== undefined && sizeOf(smaller) < sizeOf(best)) {
          this.#best = best = smaller
          i = Math.min(i, best.steps.length)
          break
        }
      }
    }
  }

  async #tryOnly(broken: Broken, kept: readonly number[]): Promise<Broken | undefined> {
    return this.#try(
      kept.map((i) => broken.steps[i]!.action as ActionInput),
      broken.steps,
      kept,
    )
  }

  /** Runs an action sequence without the steps that are refused or change nothing. @param original the action sequence of which `actions` are the steps `kept` */
  async #try(
    actions: readonly ActionInput[],
    original: readonly ExecutedStep[] | undefined,
    kept: readonly number[] | undefined,
  ): Promise<Broken | undefined> {
    const text = jsonText(actions)
    if (this.#tried.has(text) || this.#stories-- <= 0 || this.#actions <= 0 || this.#options.stop?.() === true)
      return undefined
    this.#tried.add(text)
    this.#actions -= actions.reduce((sum, action) => sum + (action.action === 'repeat' ? 2 * action.times : 1), 0)
    const isFirst = this.#best === undefined
    if (this.#isBlind && !isFirst && !(await this.#showsBlindly(actions, original, kept))) return undefined
    const broken = await this.#run(await Story.begin(this.#start), actions, original, kept)
    if (broken !== undefined) {
      const smaller = actionsOf(broken.steps)
      this.#start.limit.reserve(smaller)
      this.#options.onSmaller?.(smaller)
    }
    return broken
  }

  /**
   * Whether an action sequence may violate the invariant, by a run that reads no states. One that does is run again with them, since a step after which claims
   * cannot be read is left out.
   */
  async #showsBlindly(
    actions: readonly ActionInput[],
    original: readonly ExecutedStep[] | undefined,
    kept: readonly number[] | undefined,
  ): Promise<boolean> {
    try {
      return (await this.#run(await Story.beginBlind(this.#start), actions, original, kept)) !== undefined
    } catch (error) {
      if (!(error instanceof BlindStory)) throw error
      this.#isBlind = false
      return true
    }
  }

  async #run(
    story: Story,
    actions: readonly ActionInput[],
    original: readonly ExecutedStep[] | undefined,
    kept: readonly number[] | undefined,
  ): Promise<Broken | undefined> {
    const start = this.#start
    const references = new References(original ?? [], start.config.remote.chain)
    this.#oracle.begin()
    let before: number | undefined
    try {
      for (const [at, written] of actions.entries()) {
        const action = references.renamed(written)
        if (action === undefined) continue
        const here = await start.sandbox.snapshot()
        if (!(await executeIfEffective(story, action, here))) {
          start.sandbox.forget(here)
          continue
        }
        if (before !== undefined) start.sandbox.forget(before)
        before = here
        if (original !== undefined) references.learn(original[kept![at]! - 1], original[kept![at]!]!, story.last)
        const verdict = await this.#judge(story, before, 'step')
        if (verdict !== undefined) return { steps: [...story.steps], verdict }
      }
      if (story.steps.length === 0) return undefined
      const verdict = (await this.#judge(story, before, 'twin')) ?? (await this.#judge(story, before, 'end'))
      return verdict && { steps: [...story.steps], verdict }
    } finally {
      if (before !== undefined) start.sandbox.forget(before)
    }
  }

  async #judge(story: Story, before: number | undefined, when: 'step' | 'twin' | 'end'): Promise<Verdict | undefined> {
    return this.#oracle.judge(
      {
        start: this.#start,
        story,
        memory: this.#memory,
        random: new RandomSource(1),
        before,
        thorough: true,
        isNew: () => true,
        refused: this.#options.about,
        excused: () => false,
      },
      when,
    )
  }
}

/** Executes a step; restores the sandbox if the step is refused or does nothing. @param here snapshot of the current state */
export async function executeIfEffective(story: Story, action: ActionInput, here: number): Promise<boolean> {
  try {
    const step = await story.execute(action, (executed) => isSomething(story.start, executed))
    if (story.steps.at(-1) === step) return true
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
  }
  await story.start.sandbox.restore(here)
  return false
}

/** Whether a step had an effect. A refused transaction and an empty delivery have none; a proven outcome that a contract refuses has. */
function isSomething(start: Start, step: ExecutedStep): boolean {
  const { action, error, results, outcome, callbacks } = step
  // A contract may refuse a callback that no real chain makes.
  if (action.action === 'callback') return callbacks.some(({ node }) => node.error === undefined || isTrap(node.error))
  if (action.action === 'relay' || action.action === 'deliverQueries')
    return results.some(({ code }) => code === 0) || unsettled(start, step).length > 0
  if (action.action === 'repeat' && outcome !== undefined && 'ran' in outcome) return outcome.ran > outcome.failed
  return error === undefined
}

/** The size that shrinking reduces: the number of actions first, then the length of their JSON. */
function sizeOf({ steps }: Broken): number {
  return (
    steps.length * 100_000 +
    JSON.stringify(
      steps.map(({ action }) => action),
      bigintsAsText,
    ).length
  )
}
