import { INVARIANTS, type Unjudged } from './invariants/index.js'

/** How often an invariant came up in a campaign, and how often it could judge. */
export interface CheckCount {
  /** `I1` to `I15`, `I9b`, or the name of one of the campaign's own. */
  readonly invariant: string
  /** How often it judged, in whole or in part. */
  readonly judged: number
  /** Why it judged in part or not at all, the most frequent first. */
  readonly limits: readonly JudgingLimit[]
}

/** Why an invariant could not judge, or only in part. */
export interface JudgingLimit {
  readonly why: string
  /** Whether it judged in part; otherwise not at all. */
  readonly partly: boolean
  readonly times: number
}

/** Counts how often invariants judge. */
export class CheckTally {
  readonly #counts = new Map<string, { judged: number; readonly limits: Map<string, JudgingLimit> }>()

  /** @param invariants all that can come up, so that those that never do are listed too */
  constructor(invariants: readonly string[] = []) {
    for (const invariant of invariants) this.#of(invariant)
  }

  /** @param limit why it did not judge, or only in part */
  note(invariant: string, limit?: Unjudged): void {
    if (limit === undefined) this.#of(invariant).judged++
    else this.#limit(invariant, { ...limit, times: 1 }, limit.partly ? 1 : 0)
  }

  /** Adds the counts of another worker. */
  add({ invariant, judged, limits }: CheckCount): void {
    this.#of(invariant).judged += judged
    for (const limit of limits) this.#limit(invariant, limit, 0)
  }

  get counts(): readonly CheckCount[] {
    return [...this.#counts].map(([invariant, { judged, limits }]) => ({
      invariant,
      judged,
      limits: [...limits.values()].sort((a, b) => b.times - a.times),
    }))
  }

  #limit(invariant: string, { why, partly, times }: JudgingLimit, judged: number): void {
    const count = this.#of(invariant)
    count.judged += judged
    const key = `${partly} ${why}`
    count.limits.set(key, { why, partly, times: times + (count.limits.get(key)?.times ?? 0) })
  }

  #of(invariant: string) {
    let count = this.#counts.get(invariant)
    if (count === undefined) this.#counts.set(invariant, (count = { judged: 0, limits: new Map() }))
    return count
  }
}

/** Adds up what several workers counted. */
export function joinedChecks(all: readonly (readonly CheckCount[])[]): readonly CheckCount[] {
  const tally = new CheckTally()
  for (const count of all.flat()) tally.add(count)
  return tally.counts
}

/** How often it could not judge at all. */
export const unjudgedTimes = ({ limits }: CheckCount): number =>
  limits.reduce((sum, { partly, times }) => (partly ? sum : sum + times), 0)

/** The rule of an invariant, in a few words. */
export const ruleOf = (invariant: string): string =>
  INVARIANTS.find(({ id }) => id === invariant)?.title ?? 'of the campaign itself'

const rank = (id: string): number => {
  const number = /^I(\d+)(b?)$/.exec(id)
  return number === null ? Infinity : Number(number[1]) + (number[2] === 'b' ? 0.5 : 0)
}

/** In the order of their names, those of the campaign itself at the end. */
export const byInvariant = (a: CheckCount, b: CheckCount): number => {
  const [one, other] = [rank(a.invariant), rank(b.invariant)]
  return one === other ? 0 : one - other
}

/** The invariants that are switched off, as far as none of these counts is theirs. */
export const switchedOff = (checks: readonly CheckCount[]): readonly string[] =>
  INVARIANTS.map(({ id }) => id)
    .filter((id) => !checks.some(({ invariant }) => invariant === id))
    .sort((a, b) => rank(a) - rank(b))
