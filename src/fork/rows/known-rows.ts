import type { Key, Row } from '../../store/index.js'
import { Cursor, emptyRoot, get, newOwner, remove, set, type Root } from '../../store/ordered-map.js'

/** Keys from `from` on, up to but without `to`; undefined: to the end. */
export interface Span {
  readonly from: string
  readonly to: string | undefined
}

/** The known part of a store that was only partly read: all rows within some spans of its keys, and nothing outside of them. */
export class KnownRows {
  readonly #owner = newOwner()
  #rows: Root<Uint8Array> = emptyRoot()
  /** The ends of the spans by where they start; null: open. They neither overlap nor touch. */
  #spans: Root<string | null> = emptyRoot()
  #size = 0

  /** How many rows are known. */
  get size(): number {
    return this.#size
  }

  /** Adds a span with all rows in it. */
  add(span: Span, rows: readonly Row[]): void {
    for (const { key, value } of rows) {
      if (get(this.#rows, key) === undefined) this.#size++
      this.#rows = set(this.#rows, key, value, this.#owner)
    }
    let { from, to } = span
    const before = this.#lastSpan(from)
    if (before !== undefined && !isPast(from, before.to)) from = before.from
    for (;;) {
      const next = new Cursor(this.#spans, from, undefined, false)
      const start = next.key
      if (start === undefined || isPast(start, to)) break
      const end = next.value ?? undefined
      if (to !== undefined && (end === undefined || end > to)) to = end
      this.#spans = remove(this.#spans, start, this.#owner)
    }
    this.#spans = set(this.#spans, from, to ?? null, this.#owner)
  }

  /** The span around a key. */
  at(key: string): Span | undefined {
    const span = this.#lastSpan(key)
    return span === undefined || (span.to !== undefined && span.to <= key) ? undefined : span
  }

  /** The span that reaches to just below a key, or to the end. */
  below(key: string | undefined): Span | undefined {
    const last = new Cursor(this.#spans, undefined, key, true)
    if (last.key === undefined) return undefined
    const span = { from: last.key, to: last.value ?? undefined }
    return span.to === undefined || (key !== undefined && span.to >= key) ? span : undefined
  }

  /** Where the next span after a key starts. */
  startAfter(key: string): string | undefined {
    return new Cursor(this.#spans, `${key}\u0000`, undefined, false).key
  }
  /** Where the last span that ends below a key ends. */
  endBelow(key: string | undefined): string | undefined {
    return new Cursor(this.#spans, undefined, key, true).value ?? undefined
  }

  get(key: Key): Uint8Array | undefined {
    return get(this.#rows, key)
  }
  /** The first known row of a range. */
  first(from: string, to: string | undefined): Row | undefined {
    return rowAt(new Cursor(this.#rows, from, to, false))
  }
  /** The last known row of a range. */
  last(from: string, to: string | undefined): Row | undefined {
    return rowAt(new Cursor(this.#rows, from, to, true))
  }
  /** All that is known. */
  *facts(): Generator<{ readonly span: Span; readonly rows: readonly Row[] }> {
    for (const cursor = new Cursor(this.#spans, undefined, undefined, false); cursor.valid; cursor.next()) {
      const span = { from: cursor.key!, to: cursor.value ?? undefined }
      yield { span, rows: [...this.rows(span.from, span.to)] }
    }
  }
  /** The known rows of a range, ascending. */
  *rows(from: string, to: string | undefined): Generator<Row> {
    for (const cursor = new Cursor(this.#rows, from, to, false); cursor.valid; cursor.next()) yield rowAt(cursor)!
  }

  /** The last span that starts at a key or below it. */
  #lastSpan(key: string): Span | undefined {
    const last = new Cursor(this.#spans, undefined, `${key}\u0000`, true)
    return last.key === undefined ? undefined : { from: last.key, to: last.value ?? undefined }
  }
}

const isPast = (key: string, to: string | undefined): boolean => to !== undefined && key > to

const rowAt = ({ key, value }: Cursor<Uint8Array>): Row | undefined =>
  key === undefined ? undefined : { key: key as Key, value: value! }
