import { jsonOf } from '../../base/index.js'
import type { ActionInput } from '../../sandbox/internal.js'
import { levelOf } from '../config.js'
import { INVARIANTS } from '../invariants/index.js'
import { findingOf, ranked, type Finding } from './finding.js'
import { isAboutMoney } from './harm.js'
import { LEVELS } from './level.js'
import type { Memory } from '../model/index.js'
import { keptIdentity, shownBy, type Verdict } from '../oracle.js'
import { differenceOfPaths } from '../paths/index.js'
import type { Start } from '../setup.js'
import { Shrinking } from '../shrink/shrink.js'
import { TimeIsOver } from '../time-limit.js'

/**
 * The actions that are executed to shrink one finding, judging included: so many, or so many times those that show the violation once, which are hundreds
 * where judging is a search.
 */
const BUDGETS = {
  error: { actions: 600, runs: 50 },
  warning: { actions: 300, runs: 10 },
  note: { actions: 150, runs: 3 },
} as const

interface Found {
  finding: Finding
  readonly shrinking: Shrinking
  /** The actions left to execute. */
  left: number
}

/** The findings of one run. Each is reported as soon as its violation is seen, and replaced when it is smaller, while the search goes on. */
export class Findings {
  readonly #start: Start
  readonly #memory: Memory
  readonly #seed: number
  readonly #known: Set<string>
  readonly #found: Found[] = []
  readonly #inconsistencies: string[] = []

  /** @param known clusters of findings from elsewhere */
  constructor(start: Start, memory: Memory, seed: number, known: readonly string[] = []) {
    this.#start = start
    this.#memory = memory
    this.#seed = seed
    this.#known = new Set(known)
  }

  get all(): readonly Finding[] {
    return ranked(this.#found.map(({ finding }) => finding))
  }

  /** The number of errors. */
  get errors(): number {
    return this.#found.filter(({ finding }) => finding.level === 'error').length
  }

  /** Whether a violation with this cause was found already. */
  isKnown(cluster: string): boolean {
    return this.#known.has(cluster)
  }

  /** @param isSettled whether it is not looked for a violation about coins in the same place, which executes all actions for each invariant */
  async add(actions: readonly ActionInput[], seen: Verdict, isSettled = false): Promise<void> {
    const known = new Set(this.#known)
    this.#known.add(seen.cluster)
    const shown = isSettled ? seen : await this.#asLoss(seen, actions)
    if (known.has(shown.cluster)) return
    this.#known.add(shown.cluster)
    const shrinking = new Shrinking(this.#start, this.#memory, shown.invariant, actions, {
      ...keptIdentity(shown.invariant, shown),
      isKnown: (cluster) => known.has(cluster),
      actions: Infinity,
    })
    const finding = { ...(await this.#findingOf(shown, actions)), isShrinking: true }
    const { limit } = this.#start
    const before = limit.done
    // The first try only shows the violation again, on the exact path.
    await shrinking.goOn(1)
    if (shrinking.best === undefined && (await this.#isOfLightPath(shown, actions))) return
    const budget = BUDGETS[shown.level]
    this.#found.push({ finding, shrinking, left: Math.max(budget.actions, budget.runs * (limit.done - before)) })
    this.#reserve()
  }

  /** What only the light path showed, which is a bug of Sudobox and no finding. */
  get inconsistencies(): readonly string[] {
    return this.#inconsistencies
  }

  /** Whether a violation that was not shown again comes from a difference between the paths. */
  async #isOfLightPath(shown: Verdict, actions: readonly ActionInput[]): Promise<boolean> {
    try {
      const difference = await differenceOfPaths(this.#start, shownBy(actions, shown))
      if (difference === undefined) return false
      this.#inconsistencies.push(
        `a violation of ${shown.invariant} is not reported, because the search and a replay differ; this is a bug in Sudobox: ${difference}`,
      )
      return true
    } catch (error) {
      if (!(error instanceof TimeIsOver)) throw error
      return false
    }
  }

  get areShrunk(): boolean {
    return this.#waiting.length === 0
  }

  /** Shrinks findings for so many executed actions. @returns how many were executed */
  async shrink(actions: number): Promise<number> {
    let executed = 0
    while (executed < actions && !this.#start.limit.isOver) {
      const [next] = this.#waiting
      if (next === undefined) break
      executed += await this.#goOn(next, Math.min(next.left, actions - executed))
    }
    return executed
  }

  /** Shrinks all findings as far as their budget and the time allow. */
  async finish(): Promise<void> {
    await this.shrink(Infinity)
    for (const one of this.#waiting) await this.#report(one)
  }

  /** Those that are not shrunk, the most serious first. */
  get #waiting(): readonly Found[] {
    const rank = ({ finding }: Found): number => LEVELS.indexOf(finding.level)
    return this.#found.filter(({ finding }) => finding.isShrinking === true).toSorted((a, b) => rank(a) - rank(b))
  }

  async #goOn(one: Found, actions: number): Promise<number> {
    const { limit } = this.#start
    const before = limit.done
    const isDone = await one.shrinking.goOn(actions)
    const executed = limit.done - before
    one.left -= executed
    this.#reserve()
    if (limit.isOver) return executed
    if (isDone || one.left <= 0) await this.#report(one)
    return executed
  }

  /** Replaces a finding by what it was shrunk to; drops it if that is another finding. */
  async #report(one: Found): Promise<void> {
    const { best, smallest } = one.shrinking
    one.finding = {
      ...(best === undefined ? one.finding : await this.#findingOf(best.verdict, smallest)),
      isShrinking: false,
    }
    const { cluster } = one.finding
    this.#known.add(cluster)
    if (this.#found.some((other) => other !== one && other.finding.cluster === cluster))
      this.#found.splice(this.#found.indexOf(one), 1)
    this.#reserve()
  }

  /**
   * One fault often violates several invariants, such as a request that stays in progress and keeps its coins. The finding is then about the coins.
   * @returns the violation in the same place by which coins are lost; the given one if there is none
   */
  async #asLoss(shown: Verdict, actions: readonly ActionInput[]): Promise<Verdict> {
    const { config, limit } = this.#start
    const { about, level } = shown
    if (level !== 'error' || about === undefined || isAboutMoney(shown.invariant)) return shown
    for (const { id } of INVARIANTS) {
      if (limit.isOver) break
      if (!isAboutMoney(id) || levelOf(config, id) === false) continue
      const shrinking = new Shrinking(this.#start, this.#memory, id, actions, { about, actions: Infinity })
      // The first try runs the sequence as it is.
      await shrinking.goOn(1)
      const verdict = shrinking.best?.verdict
      if (verdict?.level === 'error') return verdict
    }
    return shown
  }

  #findingOf(verdict: Verdict, actions: readonly ActionInput[]): Promise<Finding> {
    return this.#start.limit.beyond(() => findingOf(this.#start, verdict, plainActions(actions), this.#seed))
  }

  /** Keeps time free to report what is still being shrunk. */
  #reserve(): void {
    this.#start.limit.reserve(this.#waiting.flatMap(({ shrinking }) => shrinking.smallest))
  }
}

/** Actions as plain JSON. */
export const plainActions = (actions: readonly ActionInput[]): readonly ActionInput[] =>
  jsonOf(actions) as unknown as readonly ActionInput[]
