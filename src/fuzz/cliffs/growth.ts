import type { GrowthPoint } from './cliff.js'

/** The gas of a callback, measured after different numbers of a message. */
export interface MeasuredGrowth {
  /** Label of the contract that has the callback. */
  readonly contract: string
  /** The kind of the callback, and the port if it concerns a packet. */
  readonly callback: string
  readonly message: string
  /** The sudo limit, or the limit of the relayer's transaction. */
  readonly limit: bigint
  readonly points: readonly GrowthPoint[]
}

/** What several workers measured: of each pair of a callback and a message, the one with most points. */
export function joinedGrowths(all: readonly (readonly MeasuredGrowth[])[]): readonly MeasuredGrowth[] {
  const best = new Map<string, MeasuredGrowth>()
  for (const growth of all.flat()) {
    const key = `${growth.contract} ${growth.callback} ${growth.message}`
    const known = best.get(key)
    if (known === undefined || known.points.length < growth.points.length) best.set(key, growth)
  }
  return [...best].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, growth]) => growth)
}
