import type { AmountChange, Series } from '../model.js'

/** An amount, with its owner, chain and unit. */
export interface Amount {
  readonly where?: string
  readonly of: string
  readonly unit: string
  readonly amount: bigint
}

interface Line {
  readonly where: string | undefined
  readonly of: string
  readonly unit: string
  now: bigint
  readonly points: (readonly [number, string])[]
}

/** Amounts over the steps, kept where they change. */
export class Amounts {
  readonly #lines = new Map<string, Line>()

  /** @param all all present amounts; others are 0 @returns what changed since the step before */
  note(step: number, all: Iterable<Amount>): readonly AmountChange[] {
    const changes: AmountChange[] = []
    const gone = new Set(this.#lines.keys())
    const put = (line: Line, amount: bigint): void => {
      if (line.now === amount) return
      const { where, of, unit } = line
      changes.push({
        ...(where !== undefined && { where }),
        of,
        unit,
        before: String(line.now),
        after: String(amount),
      })
      line.now = amount
      line.points.push([step, String(amount)])
    }
    for (const { where, of, unit, amount } of all) {
      const key = `${where ?? ''}\n${of}\n${unit}`
      gone.delete(key)
      let line = this.#lines.get(key)
      if (line === undefined) {
        if (amount === 0n && step >= 0) continue
        line = { where, of, unit, now: 0n, points: [[-1, '0']] }
        this.#lines.set(key, line)
      }
      put(line, amount)
    }
    for (const key of gone) put(this.#lines.get(key)!, 0n)
    return changes
  }

  get series(): readonly Series[] {
    return [...this.#lines.values()].map(({ where, of, unit, points }) => ({
      of,
      unit,
      ...(where !== undefined && { where }),
      points: lastOfEach(points),
    }))
  }
}

/** The last one of several points of a step. */
const lastOfEach = (points: readonly (readonly [number, string])[]): readonly (readonly [number, string])[] =>
  points.filter(([step], i) => points[i + 1]?.[0] !== step)
