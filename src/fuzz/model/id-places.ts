import type { Json } from '../../sandbox/internal.js'
import type { StoredRecord } from './records.js'

/** A member of a message that may name a record: a scalar, or a list. */
export interface IdPlace {
  readonly path: readonly string[]
  /** The path without the positions in lists; equal in all messages of a kind. */
  readonly shape: string
  readonly name: string
  readonly value: Json
}

const ID = /(^|_)(ids?|keys?|index|indices|nonces?|seq|sequences?|numbers?|nos?)$/
/** Members whose values are of another kind, for which the schema has better sources. */
const OTHERS =
  /amount|price|balance|total|share|limit|supply|cap$|fee|rate|percent|height|time|expir|deadline|until|seconds|period|duration|denom|channel|connection|(^|_)port|addr|owner|spender|operator|recipient|receiver|memo|url|uri|msg|version/

/** The members of a message that may name a record. Items of lists of objects are places of their own. */
export function idPlaces(msg: Json, path: readonly string[] = []): readonly IdPlace[] {
  const name = path.findLast((part) => !/^\d+$/.test(part)) ?? ''
  const here = { path, shape: path.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('/'), name, value: msg }
  if (Array.isArray(msg)) {
    const items: readonly Json[] = msg
    if (items.every((item) => typeof item !== 'object')) return path.length > 1 ? [here] : []
    return items.flatMap((item, i) => idPlaces(item, [...path, String(i)]))
  }
  if (typeof msg === 'object' && msg !== null)
    return Object.entries(msg as Readonly<Record<string, Json>>).flatMap(([key, value]) =>
      idPlaces(value, [...path, key]),
    )
  return path.length > 1 && (typeof msg === 'number' || typeof msg === 'string') ? [here] : []
}

/** Without the plural, and without what only says that it is an id. */
const stemOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/_?(id|key|index|nonce|sequence|number)s?$/g, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=[a-z]{2})s$/, '')

/** Whether a map is named like the member, as `tickets` is like `ticket_id`. */
export const isNamedLike = (place: Pick<IdPlace, 'name'>, map: string): boolean => {
  const stem = stemOf(place.name)
  return stem.length > 1 && map.split(/__|\/|\./).some((part) => stemOf(part) === stem)
}

export const isId = ({ name }: Pick<IdPlace, 'name'>): boolean => ID.test(name)
/** An account, whatever the member is called. */
const ACCOUNT = /^[a-z]+1[02-9ac-hj-np-z]{38,}$/
export const isOfAnotherKind = ({ name, value }: IdPlace): boolean =>
  (OTHERS.test(name) && !ID.test(name)) || (typeof value === 'string' && ACCOUNT.test(value))

/** The value that names a record at a place, in the type that the place has; undefined if none can. */
export function nameOf({ keys, fields }: StoredRecord, { name }: IdPlace, like: 'number' | 'string'): Json | undefined {
  if (Object.hasOwn(fields, name) && typeof fields[name] === like) return fields[name]
  for (const { text, number } of keys) {
    if (like === 'number' && number !== undefined && number <= Number.MAX_SAFE_INTEGER) return Number(number)
    if (like === 'number' && text !== undefined && /^\d{1,15}$/.test(text)) return Number(text)
    if (like === 'string' && (text ?? number) !== undefined) return text ?? String(number)
  }
  return undefined
}

/** The message with another value at a place. */
export function withValue(msg: Json, [name, ...rest]: readonly string[], value: Json): Json {
  if (name === undefined) return value
  if (Array.isArray(msg))
    return (msg as readonly Json[]).map((item, i) => (String(i) === name ? withValue(item, rest, value) : item))
  const members = msg as Readonly<Record<string, Json>>
  return { ...members, [name]: withValue(members[name]!, rest, value) }
}
