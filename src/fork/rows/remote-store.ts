import type { BaseStore, Key, Row } from '../../store/index.js'
import { KnownRows, type Span } from './known-rows.js'

/** A span of keys with all rows in it, as it was read from a node. */
export interface Facts {
  readonly span: Span
  readonly rows: readonly Row[]
}

/** Whether facts can be true: a span that ends after its start, and rows within it in ascending order. */
export function isWhole({ span: { from, to }, rows }: Facts): boolean {
  if (to !== undefined && to <= from) return false
  return rows.every(
    ({ key }, i) => key !== '' && key >= from && (to === undefined || key < to) && (i === 0 || rows[i - 1]!.key < key),
  )
}

/** A gap between known spans. */
export interface Gap {
  readonly from: Key
  /** undefined: to the end of the store. */
  readonly to: Key | undefined
  /** How many adjacent readings preceded this one: an iterator that continues should read more at once. */
  readonly repeated: number
}

/** Reads rows of one store at one height. */
export interface RowReader {
  /** The row of a key, or that there is none; often with its neighbours. */
  at(key: Key): readonly Facts[]
  /** Rows from the start of a gap on: the first key at least. @param end of the range that is iterated over */
  from(gap: Gap, end: Key | undefined): readonly Facts[]
  /** Rows below the end of a gap: the last at least. */
  below(gap: Gap): readonly Facts[]
}

/** A store of a live chain at one height: each row is read when it is needed, once. */
export class RemoteStore implements BaseStore {
  readonly #known = new KnownRows()
  readonly #reader: RowReader
  /** Where the last reading of a range ended, and how many there were before it. */
  #walk: { readonly at: string | undefined; readonly repeated: number } | undefined

  constructor(reader: RowReader) {
    this.#reader = reader
  }

  get known(): KnownRows {
    return this.#known
  }

  learn(facts: readonly Facts[]): void {
    for (const { span, rows } of facts) this.#known.add(span, rows)
  }

  get(key: Key): Uint8Array | undefined {
    if (this.#known.at(key) === undefined) this.learn(this.#reader.at(key))
    return this.#known.get(key)
  }

  first(start: Key | undefined, end: Key | undefined): Row | undefined {
    let from = start ?? FIRST
    for (;;) {
      if (end !== undefined && from >= end) return undefined
      const span = this.#known.at(from) ?? this.#readFrom(from, end)
      const row = this.#known.first(from, lower(span.to, end))
      if (row !== undefined) return row
      if (span.to === undefined) return undefined
      from = span.to as Key
    }
  }

  last(start: Key | undefined, end: Key | undefined): Row | undefined {
    const least = start ?? FIRST
    let to = end
    while (to === undefined || to > least) {
      const span = this.#known.below(to) ?? this.#readBelow(least, to)
      const row = this.#known.last(span.from < least ? least : span.from, to)
      if (row !== undefined) return row
      to = span.from as Key
    }
    return undefined
  }

  #readFrom(from: Key, end: Key | undefined): Span {
    const repeated = this.#repeated(from)
    const to = lower(this.#known.startAfter(from), end) as Key | undefined
    this.learn(this.#reader.from({ from, to, repeated }, end))
    const span = this.#known.at(from)!
    this.#walk = { at: span.to, repeated }
    return span
  }

  #readBelow(least: Key, to: Key | undefined): Span {
    const repeated = this.#repeated(to)
    const end = this.#known.endBelow(to)
    const from = (end !== undefined && end > least ? end : least) as Key
    this.learn(this.#reader.below({ from, to, repeated }))
    const span = this.#known.below(to)!
    this.#walk = { at: span.from, repeated }
    return span
  }

  #repeated(at: string | undefined): number {
    return this.#walk !== undefined && this.#walk.at === at ? this.#walk.repeated + 1 : 0
  }
}

/** No store has an empty key. Source: cosmossdk.io/store types `AssertValidKey`. */
const FIRST = '\u0000' as Key

const lower = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || (other !== undefined && other < one) ? other : one
