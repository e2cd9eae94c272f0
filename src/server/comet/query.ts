import { UsageError } from '../../base/index.js'
import { parseRfc3339 } from '../../codec/index.js'
import type { Event } from '../../chain/index.js'
import type { Condition, Operator } from './query-parser.js'

/**
 * Whether an attribute's value matches a subscription's condition: `10untrn` is compared by the number that it starts
 * with, a time as an instant. Source: cometbft v0.38.21 libs/pubsub/query
 */
export function meets(value: string, condition: Condition): boolean {
  const { operator, value: wanted, kind } = condition
  if (kind === 'string') return meetsText(value, condition)
  const order =
    kind === 'number'
      ? compare(decimal(/^\d+(?:\.\d+)?/.exec(value)?.[0]), decimal(wanted))
      : compare(instant(value, kind), instant(wanted, kind))
  return takes(operator, order)
}

/**
 * Whether a query matches events of past blocks: only values that are whole numbers are compared as numbers, `=` compares strings, and times have no order.
 * Source: cometbft v0.38.21 state/txindex/kv
 */
function meetsIndexed(value: string, condition: Condition): boolean {
  const { operator, value: wanted, kind } = condition
  // An index key is a string whose parts end with a slash, and is found by prefix.
  if (operator === '=') return `${value}/`.startsWith(`${wanted}/`)
  if (kind === 'string') return meetsText(value, condition)
  const order = kind === 'number' ? compare(decimal(value), decimal(wanted)) : undefined
  return takes(operator, order)
}

const meetsText = (value: string, { operator, value: wanted }: Condition): boolean =>
  operator === 'EXISTS' || (operator === 'CONTAINS' ? value.includes(wanted) : value === wanted)

type Order = -1 | 0 | 1

/** The results of comparison that satisfy an operator. */
const ORDERS: Readonly<Record<Operator, readonly Order[]>> = {
  '=': [0],
  '<': [-1],
  '<=': [-1, 0],
  '>': [1],
  '>=': [0, 1],
  CONTAINS: [],
  EXISTS: [],
}

/** Whether the result of a comparison satisfies an operator; an incomparable value satisfies none. */
export const takes = (operator: Operator, order: Order | undefined): boolean =>
  order !== undefined && ORDERS[operator].includes(order)

/** A number as an integer and a power of ten. */
interface Scaled {
  readonly digits: bigint
  readonly places: number
}

/** Undefined for a text that is not a decimal number. Exact; the reference keeps 125 bits. */
function decimal(text = ''): Scaled | undefined {
  const [, sign, whole, part = '', power = '0'] = /^([-+]?)(\d+)\.?(\d*)(?:[eE]([-+]?\d{1,3}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const digits = BigInt(whole + part)
  return { digits: sign === '-' ? -digits : digits, places: part.length - Number(power) }
}

/** Nanoseconds; undefined for a text that is not a time of this kind. */
function instant(text: string, kind: 'timestamp' | 'datestamp'): Scaled | undefined {
  const parts = /^(.*)(?:Z|([-+])(\d\d):(\d\d))$/.exec(kind === 'datestamp' ? `${text}T00:00:00Z` : text)
  if (parts === null) return undefined
  const [, clock, sign, hours = '0', minutes = '0'] = parts
  const east = BigInt(hours) * 60n + BigInt(minutes)
  try {
    const shown = parseRfc3339(`${clock}Z`)
    return { digits: shown - (sign === '-' ? -east : east) * MINUTE, places: 0 }
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}

const MINUTE = 60_000_000_000n

function compare(value: Scaled | undefined, wanted: Scaled | undefined): Order | undefined {
  if (value === undefined || wanted === undefined) return undefined
  const places = Math.max(value.places, wanted.places)
  const whole = ({ digits, places: own }: Scaled): bigint => digits * 10n ** BigInt(places - own)
  const difference = whole(value) - whole(wanted)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

/** Whether a single event matches all conditions: the index of a node considers events one by one. Source: cometbft v0.38 state/txindex/kv */
export const eventMeets = ({ type, attributes }: Event, conditions: readonly Condition[]): boolean =>
  conditions.every((condition) =>
    attributes.some(([key, value]) => `${type}.${key}` === condition.tag && meetsIndexed(value, condition)),
  )

/** Values by tag, as subscriptions see them. */
export type Tags = Readonly<Record<string, readonly string[]>>

export function tagsOf(events: readonly Event[], more: Tags): Tags {
  const tags = new Map<string, string[]>()
  for (const { type, attributes } of events)
    for (const [key, value] of attributes) {
      if (type === '' || key === '') continue
      const tag = `${type}.${key}`
      const values = tags.get(tag)
      if (values === undefined) tags.set(tag, [value])
      else values.push(value)
    }
  for (const [tag, values] of Object.entries(more)) tags.set(tag, [...(tags.get(tag) ?? []), ...values])
  return Object.fromEntries(tags)
}

/**
 * Whether each condition is matched by some value: a subscription considers all events together. The type of an event is a tag
 * too, with an empty value. Source: libs/pubsub/query
 */
export const tagsMeet = (tags: Tags, conditions: readonly Condition[]): boolean =>
  conditions.every((condition) => valuesOf(tags, condition.tag).some((value) => meets(value, condition)))

function valuesOf(tags: Tags, tag: string): readonly string[] {
  if (Object.hasOwn(tags, tag)) return tags[tag]!
  return Object.keys(tags).some((key) => key.slice(0, key.lastIndexOf('.')) === tag) ? [''] : []
}
