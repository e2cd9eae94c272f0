import type { TimeLimit } from '../time-limit.js'

/** What a part of a campaign cost. */
export interface CampaignCost {
  /** An invariant such as `I5`, `gas of callbacks`, `shrinking`, or `search` for all else. */
  readonly part: string
  /** The actions that it executed. */
  readonly actions: number
  /** Milliseconds of CPU time; undefined unless they were asked for. */
  readonly cpu: number | undefined
}

/** The parts that are not invariants. */
export const PARTS = { search: 'search', gas: 'gas of callbacks', shrinking: 'shrinking' } as const

/** Adds up what the parts of a campaign cost. */
export class Costs {
  readonly #limit: TimeLimit
  readonly #cpu: (() => number) | undefined
  readonly #parts = new Map<string, { actions: number; cpu: number }>()
  readonly #began: number

  /** @param cpu milliseconds of CPU time; only actions are counted when left out */
  constructor(limit: TimeLimit, cpu?: () => number) {
    this.#limit = limit
    this.#cpu = cpu
    this.#began = cpu?.() ?? 0
  }

  /** The actions that a part has executed. */
  actionsOf(part: string): number {
    return this.#parts.get(part)?.actions ?? 0
  }

  /** Counts what work executes for a part. */
  async of<T>(part: string, work: () => T | Promise<T>): Promise<T> {
    const [done, cpu] = [this.#limit.done, this.#cpu?.() ?? 0]
    try {
      return await work()
    } finally {
      let cost = this.#parts.get(part)
      if (cost === undefined) this.#parts.set(part, (cost = { actions: 0, cpu: 0 }))
      cost.actions += this.#limit.done - done
      cost.cpu += (this.#cpu?.() ?? 0) - cpu
    }
  }

  /** All parts; what none of them counted is the search. */
  get all(): readonly CampaignCost[] {
    const parts = [...this.#parts].map(([part, cost]) => ({ part, ...cost }))
    const rest = (total: number, of: 'actions' | 'cpu'): number => parts.reduce((left, one) => left - one[of], total)
    const search = {
      part: PARTS.search,
      actions: rest(this.#limit.done, 'actions'),
      cpu: rest((this.#cpu?.() ?? 0) - this.#began, 'cpu'),
    }
    return [search, ...parts].map((one) => ({ ...one, cpu: this.#cpu === undefined ? undefined : one.cpu }))
  }
}

/** Adds up the costs of several workers. */
export function joinedCosts(all: readonly (readonly CampaignCost[])[]): readonly CampaignCost[] {
  const sums = new Map<string, CampaignCost>()
  for (const { part, actions, cpu } of all.flat()) {
    const sum = sums.get(part) ?? { part, actions: 0, cpu: cpu === undefined ? undefined : 0 }
    sums.set(part, {
      part,
      actions: sum.actions + actions,
      cpu: cpu === undefined || sum.cpu === undefined ? undefined : sum.cpu + cpu,
    })
  }
  return [...sums.values()]
}
