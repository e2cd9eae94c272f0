import type { ActionInput } from '../sandbox/internal.js'
import { ClaimsError, textOf } from './money/claims.js'
import { levelOf, type CampaignConfig } from './config.js'
import { isSame, type Identity } from './findings/identity.js'
import { isExcepted, shapeOf } from './findings/exceptions.js'
import { findingLevel, type FindingLevel } from './findings/level.js'
import type { Costs } from './invariants/costs.js'
import { CheckTally, type CheckCount } from './checks.js'
import { isLie } from './model/index.js'
import { hasStrayed, isOverImpostor } from './impostor/conduct.js'
import { isArmed } from './attacker/attacker.js'
import { isScheduled } from './layers/schedules.js'
import {
  INVARIANTS,
  isUnjudged,
  placeOf,
  REPEATED,
  type Invariant,
  type Judgement,
  type Situation,
  type Unjudged,
  type Violation,
} from './invariants/index.js'

/** A violation, and the invariant that it violates. */
export interface Verdict extends Violation {
  readonly invariant: string
  readonly level: FindingLevel
  /** Equal for violations that likely have the same cause: the invariant, the place, and the text without amounts and names. */
  readonly cluster: string
}

/** Whether a cluster was already found, so that the oracle ignores it. */
export type IsKnown = (cluster: string) => boolean
const NOTHING_KNOWN: IsKnown = () => false

/**
 * How many actions one invariant may execute to judge: the first ones, and this share of all executed actions. What it does not judge for lack of them stays
 * new. At the end of an action sequence, judging is a search, which costs hundreds.
 */
const BUDGETS = {
  step: { first: Infinity, share: 1 },
  twin: { first: 150, share: 0.03 },
  end: { first: 600, share: 0.1 },
}

const HIDDEN: Unjudged = { why: 'a known violation could hide another one', partly: false }
const SCHEDULES: Unjudged = { why: 'schedules ran, so blocks could not be compared', partly: false }
const LIED: Unjudged = { why: 'a counterparty acknowledged a packet with what is not true', partly: false }
const STRAYED: Unjudged = { why: "somebody else named the stranger's channel", partly: false }
const ATTACKED: Unjudged = { why: "an attacker's contract was going to call back", partly: false }
const UNREADABLE: Unjudged = { why: 'after what it tried, claims could not be read', partly: false }
const ARMED: Unjudged = { why: 'an injected fault was armed', partly: false }

/** Checks an action sequence against the invariants that are switched on, the campaign's own included. */
export class Oracle {
  readonly #config: CampaignConfig
  readonly #invariants: readonly Invariant[]
  readonly #isKnown: IsKnown
  readonly #wanted: Identity
  /** Invariants that this action sequence already violates in a known way, so that further violations would look the same. */
  readonly #spent = new Set<string>()
  readonly #tally: CheckTally
  readonly #costs: Costs | undefined

  /** @param only the name of the one invariant to check; all that are on when left out @param isKnown clusters to ignore @param wanted the identity of the violations to judge; all others are ignored @param costs counts what invariants cost, and limits it */
  constructor(config: CampaignConfig, only?: string, isKnown = NOTHING_KNOWN, wanted: Identity = {}, costs?: Costs) {
    this.#costs = costs
    this.#wanted = wanted
    this.#config = config
    this.#isKnown = isKnown
    this.#invariants = INVARIANTS.filter(({ id }) => (only === undefined ? levelOf(config, id) !== false : id === only))
    this.own = config.own.filter(({ name }) => only === undefined || name === only)
    this.#tally = new CheckTally([...this.#invariants.map(({ id }) => id), ...this.own.map(({ name }) => name)])
  }
  readonly own: CampaignConfig['own']

  /** Resets the oracle for a new action sequence. */
  begin(): void {
    this.#spent.clear()
  }

  /** Whether the action sequence has a known violation that masks later ones. */
  get isSpent(): boolean {
    return this.#spent.size > 0
  }

  /** How often each invariant judged since the oracle was made. */
  get counts(): readonly CheckCount[] {
    return this.#tally.counts
  }

  /** Whether something would hide a violation. */
  #isHidden(invariant: string, isArmed = false): boolean {
    const limit = isArmed ? ARMED : this.#spent.has(invariant) ? HIDDEN : undefined
    if (limit !== undefined) this.#tally.note(invariant, limit)
    return limit !== undefined
  }

  /** Checks the invariants that are due at this moment. @returns the verdict on the first that is violated */
  async judge(situation: Situation, when: Invariant['when']): Promise<Verdict | undefined> {
    const isAttacked = isArmed(situation.start)
    const { start, story } = situation
    // Whatever the impostor does over its own channel may harm nobody else.
    const hasLied = story.steps.some(({ action }) => isLie(action) && !isOverImpostor(start, action))
    const strayed = hasStrayed(start, story.steps)
    for (const invariant of this.#invariants) {
      if (invariant.when !== when) continue
      // An armed fault would also take effect in the twin.
      if (this.#isHidden(invariant.id, when !== 'step' && situation.story.state.armed)) continue
      if (invariant.steady === true && isScheduled(situation.story)) {
        this.#tally.note(invariant.id, SCHEDULES)
        continue
      }
      // What it sends would come between the states that are compared.
      if (invariant.steady === true && isAttacked) {
        this.#tally.note(invariant.id, ATTACKED)
        continue
      }
      if (invariant.id !== 'I2' && hasLied) {
        this.#tally.note(invariant.id, LIED)
        continue
      }
      if (strayed) {
        this.#tally.note(invariant.id, STRAYED)
        continue
      }
      const judgement = await this.#judged(situation, invariant)
      if (judgement === REPEATED) continue
      this.#tally.note(invariant.id, isUnjudged(judgement) ? judgement : undefined)
      if (isUnjudged(judgement)) continue
      const violation = judgement
      const verdict = violation && this.#verdict(situation, invariant.id, violation)
      if (verdict !== undefined) return verdict
      if (violation !== undefined && invariant.lasts) this.#spent.add(invariant.id)
    }
    return when === 'step' ? this.#judgeOwn(situation) : undefined
  }

  /** Lets an invariant judge what is new, within its budget. */
  async #judged(situation: Situation, { id, when, judge }: Invariant): Promise<Judgement> {
    const costs = this.#costs
    const { first, share } = BUDGETS[when]
    const hasBudget = costs === undefined || costs.actionsOf(id) <= first + share * situation.start.limit.done
    const work = async (): Promise<Judgement> => {
      try {
        return await judge({
          ...situation,
          isNew: (what) => hasBudget && situation.isNew(`${id} ${what}`),
          excused: (violation) => this.#verdict(situation, id, violation) === undefined,
        })
      } catch (error) {
        if (error instanceof ClaimsError) return UNREADABLE
        throw error
      }
    }
    return costs === undefined ? work() : costs.of(id, work)
  }

  /** Undefined for a violation that is excepted or known. */
  #verdict({ start, story }: Situation, invariant: string, violation: Violation): Verdict | undefined {
    const isOwn = this.own.some(({ name }) => name === invariant)
    // A violation of a user's invariant need not come from the last step.
    const about = violation.about ?? (isOwn ? undefined : placeOf(start, story.last))
    const cluster = [invariant, about ?? '', shapeOf(violation.kind ?? violation.text, start.actors)].join(' ')
    if (!isSame(this.#wanted, { ...violation, about })) return undefined
    if (isExcepted(this.#config, { ...violation, invariant, about }) || this.#isKnown(cluster)) return undefined
    const level = isOwn ? 'error' : findingLevel(this.#config, invariant as Invariant['id'], { ...violation, about })
    return { ...violation, invariant, about, level, cluster }
  }

  async #judgeOwn(situation: Situation): Promise<Verdict | undefined> {
    const { start, story } = situation
    for (const { name, check } of this.own) {
      if (this.#isHidden(name)) continue
      this.#tally.note(name)
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

/** The action sequence that demonstrates a violation. @param further the steps at its end; those of the violation when left out */
export const shownBy = (
  actions: readonly ActionInput[],
  { further: shown = [], instead = 0 }: Violation,
  further: readonly ActionInput[] = shown,
): readonly ActionInput[] => [...actions.slice(0, actions.length - instead), ...further]

/**
 * What of a violation may not change while its action sequence is shrunk. A loss that lasts is seen when all is at rest, which may be at an earlier step
 * after others are gone, so its place may change.
 */
export const keptIdentity = (invariant: string, { about, account, asset, key }: Identity): Identity =>
  INVARIANTS.some(({ id, lasts }) => id === invariant && lasts === true)
    ? { account, asset, key }
    : { about, account, asset, key }

/** Whether contracts often violate the invariant on purpose. */
export const isOftenMeant = (invariant: string): boolean =>
  INVARIANTS.find(({ id }) => id === invariant)?.oftenMeant === true
