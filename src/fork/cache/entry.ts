import { z } from 'zod'
import { fromBase64, toBase64, UsageError } from '../../base/index.js'
import { keyBytes, keyOf, type Key } from '../../store/index.js'
import { type Facts, isWhole } from '../rows/remote-store.js'

/** One line of a cache: a span of a store with its rows, or a response of the node. */
export type Entry =
  | { readonly store: string; readonly facts: Facts }
  | { readonly document: string; readonly value: unknown }

/** Written by a run with `verify`: rows were checked against the app hash, and responses will be checked again. */
const proven = z.boolean()

const line = z.union([
  z.strictObject({
    store: z.string(),
    from: z.string(),
    /** null: to the end of the store. */
    to: z.string().nullable(),
    rows: z.array(z.tuple([z.string(), z.string()])),
    proven,
  }),
  z.strictObject({ document: z.string(), value: z.unknown(), proven }),
])

export function entryText(entry: Entry, isProven: boolean): string {
  if ('document' in entry)
    return JSON.stringify({ document: entry.document, value: entry.value, proven: isProven } satisfies Line)
  const { span, rows } = entry.facts
  return JSON.stringify({
    store: entry.store,
    from: textOf(span.from),
    to: span.to === undefined ? null : textOf(span.to),
    rows: rows.map(({ key, value }): [string, string] => [textOf(key), toBase64(value)]),
    proven: isProven,
  } satisfies Line)
}
type Line = z.input<typeof line>

/** Undefined for text that is not an entry, since anybody may have written it, and for one that is not proven if that is required. */
export function readEntry(text: string, onlyProven: boolean): Entry | undefined {
  const parsed = line.safeParse(parseJson(text))
  if (!parsed.success || (onlyProven && !parsed.data.proven)) return undefined
  if ('document' in parsed.data) return { document: parsed.data.document, value: parsed.data.value }
  const { store, from, to, rows } = parsed.data
  try {
    const facts = {
      span: { from: keyText(from), to: to === null ? undefined : keyText(to) },
      rows: rows.map(([key, value]) => ({ key: keyText(key), value: fromBase64(value) })),
    }
    return isWhole(facts) ? { store, facts } : undefined
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const textOf = (key: string): string => toBase64(keyBytes(key as Key))
const keyText = (text: string): Key => keyOf(fromBase64(text))
