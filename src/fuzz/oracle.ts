import type { ActionInput } from '../sandbox/index.js'
import { textOf } from './money/claims.js'
import { levelOf, type CampaignConfig } from './config.js'
import { isExcepted, shapeOf } from './exceptions.js'
import { INVARIANTS, placeOf, type Invariant, type Situation, type Violation } from './invariants/index.js'

/** A violation with the name of what it breaks. */
export interface Verdict extends Violation {
  readonly invariant: string
  readonly warning: boolean
  /** Equal for what is likely one fault: the invariant, the place, and the text without amounts and names. */
  readonly cluster: string
}

/** Where there is something else to be found than what was found. */
export type IsKnown = (cluster: string) => boolean
const NOTHING_KNOWN: IsKnown = () => false

/** Judges a story: by the invariants that are on, and by the campaign's own. */
export class Oracle {
  readonly #config: CampaignConfig
  readonly #invariants: readonly Invariant[]
  readonly #isKnown: IsKnown
  /** Invariants of which nothing more can be said in this story. */
  readonly #spent = new Set<string>()

  /** @param only one invariant, by name; all that are on when left out @param isKnown what is passed over */
  constructor(config: CampaignConfig, only?: string, isKnown = NOTHING_KNOWN) {
    this.#config = config
    this.#isKnown = isKnown
    this.#invariants = INVARIANTS.filter(({ id }) => (only === undefined ? levelOf(config, id) !== false : id === only))
    this.own = config.own.filter(({ name }) => only === undefined || name === only)
  }
  readonly own: CampaignConfig['own']

  /** A new story begins. */
  begin(): void {
    this.#spent.clear()
  }

  /** Whether a known violation is in the story, behind which others cannot be told from it. */
  get isSpent(): boolean {
    return this.#spent.size > 0
  }

  /** The verdict of the first invariant that is broken, of those that are judged at this moment. */
  async judge(situation: Situation, when: Invariant['when']): Promise<Verdict | undefined> {
    for (const invariant of this.#invariants) {
      if (invariant.when !== when || this.#spent.has(invariant.id)) continue
      // An armed fault would strike in the twin as well.
      if (when !== 'step' && situation.story.standing.armed) continue
      const excused = (violation: Violation): boolean => this.#verdict(situation, invariant.id, violation) === undefined
      const violation = await invariant.judge({ ...situation, excused })
      const verdict = violation && this.#verdict(situation, invariant.id, violation)
      if (verdict !== undefined) return verdict
      if (violation !== undefined && invariant.lasts) this.#spent.add(invariant.id)
    }
    return when === 'step' ? this.#judgeOwn(situation) : undefined
  }

  /** Undefined for what is excepted or known. */
  #verdict({ start, story }: Situation, invariant: string, violation: Violation): Verdict | undefined {
    const isOwn = this.own.some(({ name }) => name === invariant)
    // What a check of the user's says may have nothing to do with the last step.
    const about = violation.about ?? (isOwn ? undefined : placeOf(start, story.last))
    const cluster = [invariant, about ?? '', shapeOf(violation.text, start.actors)].join(' ')
    if (isExcepted(this.#config, { ...violation, invariant, about }) || this.#isKnown(cluster)) return undefined
    const warning = !isOwn && levelOf(this.#config, invariant as Invariant['id']) === 'warn'
    return { ...violation, invariant, about, warning, cluster }
  }

  async #judgeOwn(situation: Situation): Promise<Verdict | undefined> {
    const { start, story } = situation
    for (const { name, check } of this.own) {
      if (this.#spent.has(name)) continue
      let text: string | undefined | void
      try {
        text = await check(start.sandbox, story)
      } catch (error) {
        text = `the invariant itself threw: ${textOf(error)}`
      }
      const verdict = typeof text === 'string' ? this.#verdict(situation, name, { text }) : undefined
      if (verdict !== undefined) return verdict
      if (typeof text === 'string') this.#spent.add(name)
    }
    return undefined
  }
}

/** The whole story that shows a verdict. @param further what stands for the end of it; what shows it when left out */
export const shownBy = (
  told: readonly ActionInput[],
  { further: shown = [], instead = 0 }: Violation,
  further: readonly ActionInput[] = shown,
): readonly ActionInput[] => [...told.slice(0, told.length - instead), ...further]

/** Whether contracts often break the invariant on purpose. */
export const maybeMeant = (invariant: string): boolean =>
  INVARIANTS.find(({ id }) => id === invariant)?.maybeMeant === true
