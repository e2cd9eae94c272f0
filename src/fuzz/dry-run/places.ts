import { jsonIn, type Json } from '../../sandbox/internal.js'

/** The place of a value in a message: names of members, and indices of items. */
export type Place = readonly string[]

/** The values in a message that are neither objects nor lists, with their places. */
export function* leavesOf(value: Json, place: Place = []): Generator<readonly [Place, Json]> {
  if (typeof value !== 'object' || value === null) yield [place, value]
  else
    for (const [name, member] of Object.entries(value as Record<string, Json>))
      yield* leavesOf(member, [...place, name])
}

/** The message with another value at a place. */
export function put(message: Json, [first, ...rest]: Place, value: Json): Json {
  if (first === undefined) return value
  if (Array.isArray(message))
    return (message as readonly Json[]).map((one, i) => (String(i) === first ? put(one, rest, value) : one))
  const members = message as Readonly<Record<string, Json>>
  return { ...members, [first]: put(members[first]!, rest, value) }
}

/** Where an error names a member: as in the message (`round_length`), or in words (`round length`), also without its last one, which may be a unit; -1 if nowhere. */
export function placeInError(name: string, error: string): number {
  const text = ` ${error.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')} `
  const words = name.toLowerCase().split('_')
  const whole = text.indexOf(` ${words.join(' ')} `)
  return whole >= 0 || words.length < 3 ? whole : text.indexOf(` ${words.slice(0, -1).join(' ')} `)
}

/** The message that a text holds in base64; undefined if it holds none. */
export function messageIn(value: Json): Json | undefined {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/]{4,}={0,2}$/.test(value)) return undefined
  const inner = jsonIn(Buffer.from(value, 'base64'))
  return typeof inner === 'object' && inner !== null ? inner : undefined
}
