import type { ActionInput } from '../sandbox/index.js'
import { textOf } from './claims.js'
import { levelOf, type CampaignConfig } from './config.js'
import { INVARIANTS, type Invariant, type Situation, type Violation } from './invariants/index.js'

/** A violation with the name of what it breaks. */
export interface Verdict extends Violation {
  readonly invariant: string
  readonly warning: boolean
}

/** Judges a story: by the invariants that are on, and by the campaign's own. */
export class Oracle {
  readonly #config: CampaignConfig
  readonly #invariants: readonly Invariant[]

  /** @param only one invariant, by name; all that are on when left out */
  constructor(config: CampaignConfig, only?: string) {
    this.#config = config
    this.#invariants = INVARIANTS.filter(({ id }) => (only === undefined ? levelOf(config, id) !== false : id === only))
    this.own = config.own.filter(({ name }) => only === undefined || name === only)
  }
  readonly own: CampaignConfig['own']

  /** The verdict of the first invariant that is broken, of those that are judged at this moment. */
  async judge(situation: Situation, when: Invariant['when']): Promise<Verdict | undefined> {
    for (const invariant of this.#invariants) {
      if (invariant.when !== when) continue
      // An armed fault would strike in the twin as well.
      if (when !== 'step' && situation.story.standing.armed) continue
      const violation = await invariant.judge(situation)
      if (violation !== undefined)
        return { ...violation, invariant: invariant.id, warning: levelOf(this.#config, invariant.id) === 'warn' }
    }
    return when === 'step' ? this.#judgeOwn(situation) : undefined
  }

  async #judgeOwn({ start, story }: Situation): Promise<Verdict | undefined> {
    for (const { name, check } of this.own) {
      try {
        const text = await check(start.sandbox, story)
        if (typeof text === 'string') return { invariant: name, warning: false, text }
      } catch (error) {
        return { invariant: name, warning: false, text: `the invariant itself threw: ${textOf(error)}` }
      }
    }
    return undefined
  }
}

/** The whole story that shows a verdict. */
export const shownBy = (
  told: readonly ActionInput[],
  { further = [], instead = 0 }: Violation,
): readonly ActionInput[] => [...told.slice(0, told.length - instead), ...further]
