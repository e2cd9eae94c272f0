import type { Contender } from '../harness/contender.js'

/** A figure of a contender: its name, and the key of what it measured. */
export type Place = readonly [contender: string, key: string]

/** A row of the table: what ours costs, beside what a peer does for the same. */
export interface Line {
  readonly name: string
  readonly ours: Place
  readonly peer: Place
  /** What the figures are. Default `time`: µs. */
  readonly unit?: 'time' | 'MB'
  /** Which of the two times the aim is about; default that of the processor. Over the wire others wait, so there it is the clock. */
  readonly by?: 'cpu' | 'wall'
  /** The least speed of ours as a part of the peer's, or the most that ours may cost. */
  readonly aim?: { readonly speed: number } | { readonly most: number }
  /** Whether the quick bench holds its ratio. */
  readonly quick?: boolean
}

/** Lines whose contenders take turns. */
export interface Group {
  readonly name: string
  readonly lines: readonly Line[]
  /** How each is made; a text says why one is left out. */
  readonly contenders: Readonly<Record<string, () => Contender | string | Promise<Contender | string>>>
  /** Whether it takes long: measured once, without a round to warm up. */
  readonly once?: boolean
}
