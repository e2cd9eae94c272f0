import type { Json } from '../../sandbox/internal.js'
import type { Surroundings } from '../../schema/index.js'
import { addressed, withTexts } from './addressed.js'
import { numbered } from './numbers.js'
import { placeInError } from './places.js'

/** What a repair may put into a message. */
export interface Spares {
  readonly around: Surroundings
  /** Words in the code of the contract. */
  readonly words: readonly string[]
}

interface Repair {
  /** The errors that it answers. */
  readonly error: RegExp
  readonly of: (message: Json, error: string, spares: Spares) => readonly Json[]
}

/** The maximum number of words that are tried in place of one. */
const MAX_WORDS = 24
/** The maximum number of numbers that are tried in place of one. */
const MAX_NUMBERS = 9
/** Lengths of hashes and of addresses in bytes, for errors without a length. */
const LENGTHS = [32, 20] as const

const REPAIRS: readonly Repair[] = [
  {
    error: /addr|bech32/i,
    of: (message, _, { around }) => [around, { ...around, words: [] }].map((known) => addressed(message, known)),
  },
  { error: /\b(?:be|is not|not|non-?|expected) ?empty\b/i, of: (message, error) => [emptied(message, error)] },
  { error: /\bcode id\b/i, of: (message) => [withoutCodes(message) ?? null] },
  { error: /\bduplicate|\bunique\b/i, of: (message) => [withSingles(message)] },
  { error: /\bhex|odd number of digits|invalid string length/i, of: hexed },
  {
    error:
      /\b(?:max|min|least|most|between|range|exceed|greater|less|larger|smaller|invalid|one of|must be|expected)\b.*\d/i,
    of: renumbered,
  },
  { error: /./, of: (message, error, { around }) => numbered(message, error, around) },
  { error: /['"`“‘][^'"`”’]+['"`”’]/, of: reworded },
]

/** The messages that an error suggests in place of the one that was refused with it. */
export function repairs(message: Json, error: string, spares: Spares): readonly Json[] {
  const text = JSON.stringify(message)
  return REPAIRS.flatMap((repair) => (repair.error.test(error) ? repair.of(message, error, spares) : [])).filter(
    (other) => JSON.stringify(other) !== text,
  )
}

/** The members of a message that an error names; all if it names none. */
function namedIn(message: Json, error: string): (name: string) => boolean {
  const members = isObject(message) ? Object.values(message) : []
  // The one member of a message of a contract is its kind; one that instantiates has all of its members at the top.
  const body = members.length === 1 ? members[0] : message
  const names = [...namesIn(body ?? null)].filter((name) => placeInError(name, error) >= 0)
  return names.length === 0 ? () => true : (name) => names.includes(name)
}

/** The message with empty lists. */
function emptied(message: Json, error: string): Json {
  const isMeant = namedIn(message, error)
  const walk = (value: Json, name: string): Json => {
    if (Array.isArray(value)) return isMeant(name) ? [] : (value as readonly Json[]).map((one) => walk(one, name))
    return isObject(value) ? mapped(value, walk) : value
  }
  return walk(message, '')
}

/** The message without the members and items that would instantiate a code; undefined if it is one. */
function withoutCodes(value: Json): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutCodes).filter((one) => one !== undefined)
  if (!isObject(value)) return value
  if ('code_id' in value) return undefined
  const members = Object.entries(value).map(([name, member]) => [name, withoutCodes(member)] as const)
  const kept = members.filter(([, member]) => member !== undefined)
  // The only member is the kind of a message or of an item.
  return kept.length === 0 && members.length > 0 ? undefined : Object.fromEntries(kept as [string, Json][])
}

/** The message with at most one item in each list. */
function withSingles(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).slice(0, 1).map(withSingles)
  return isObject(value) ? mapped(value, withSingles) : value
}

/** The message with hexadecimal texts. */
function hexed(message: Json, error: string, { around }: Spares): readonly Json[] {
  const isMeant = namedIn(message, error)
  const [, given] = /(\d+)[ -]?bytes?/i.exec(error) ?? []
  const lengths = given === undefined ? LENGTHS : [Math.min(Number(given), 64)]
  return lengths.map((length) =>
    withTexts(message, around, (text, name) => (isMeant(name) ? 'a5'.repeat(length) : text)),
  )
}

/** The message with the numbers of the error, and those next to them, in the members that it names. */
function renumbered(message: Json, error: string): readonly Json[] {
  const isMeant = namedIn(message, error)
  if (isMeant('')) return []
  const numbers = [...new Set(error.match(/\d{1,15}/g))].flatMap((text) => [
    Number(text),
    Number(text) - 1,
    Number(text) + 1,
  ])
  return [...new Set(numbers)].slice(0, MAX_NUMBERS).map((number) => {
    const walk = (value: Json, name: string): Json => {
      if (isMeant(name) && typeof value === 'number') return Math.max(number, 0)
      if (isMeant(name) && typeof value === 'string' && /^\d+$/.test(value)) return String(Math.max(number, 0))
      if (Array.isArray(value)) return (value as readonly Json[]).map((one) => walk(one, name))
      return isObject(value) ? mapped(value, walk) : value
    }
    return walk(message, '')
  })
}

/** What an error quotes. */
export const quotedIn = (error: string): ReadonlySet<string> =>
  new Set([...error.matchAll(/['"`“‘]([^'"`”’]+)['"`”’]/g)].map(([, text]) => text!))

/** The message with another word in place of one that the error quotes: what the error expects, or else words of the code. */
function reworded(message: Json, error: string, { words }: Spares): readonly Json[] {
  const [first, ...others] = quotedIn(error)
  if (first === undefined || ![...textsIn(message)].includes(first)) return []
  const walk = (value: Json, word: string): Json => {
    if (value === first) return word
    if (Array.isArray(value)) return (value as readonly Json[]).map((one) => walk(one, word))
    return isObject(value) ? mapped(value, (member) => walk(member, word)) : value
  }
  const possible = /expected/.test(error) ? others : words
  return possible.slice(0, MAX_WORDS).map((word) => walk(message, word))
}

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mapped = (value: Readonly<Record<string, Json>>, change: (member: Json, name: string) => Json): Json =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member, name)]))

function* namesIn(value: Json): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value as Record<string, Json>)) {
    if (!Array.isArray(value)) yield name
    yield* namesIn(member)
  }
}

function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value as Record<string, Json>)) yield* textsIn(member)
}
