import { UsageError } from '../../base/errors.js'
import { parseRfc3339 } from '../../codec/time.js'
import type { Event } from '../../chain/events.js'
import type { Condition, Operator } from './query-parser.js'

/**
 * Whether a value of an attribute meets a condition as it is told to subscribers: `10untrn` counts by the number that it starts
 * with, a time by its instant. Source: cometbft v0.38.21 libs/pubsub/query
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
 * The same for what is kept of past blocks: only a whole number is compared as one, `=` compares texts, and times are in no order.
 * Source: cometbft v0.38.21 state/txindex/kv
 */
function meetsIndexed(value: string, condition: Condition): boolean {
  const { operator, value: wanted, kind } = condition
  // A key of the index is a text whose parts end with a slash, and is found by how it begins.
  if (operator === '=') return `${value}/`.startsWith(`${wanted}/`)
  if (kind === 'string') return meetsText(value, condition)
  const order = kind === 'number' ? compare(decimal(value), decimal(wanted)) : undefined
  return takes(operator, order)
}

const meetsText = (value: string, { operator, value: wanted }: Condition): boolean =>
  operator === 'EXISTS' || (operator === 'CONTAINS' ? value.includes(wanted) : value === wanted)

type Order = -1 | 0 | 1

/** Which orders of the value and the wanted one an operator takes. */
const ORDERS: Readonly<Record<Operator, readonly Order[]>> = {
  '=': [0],
  '<': [-1],
  '<=': [-1, 0],
  '>': [1],
  '>=': [0, 1],
  CONTAINS: [],
  EXISTS: [],
}

/** Whether an operator takes a value that stands so to the wanted one; none takes what has no order. */
export const takes = (operator: Operator, order: Order | undefined): boolean =>
  order !== undefined && ORDERS[operator].includes(order)

/** A number as an integer and how many powers of ten it was taken up by. */
interface Scaled {
  readonly digits: bigint
  readonly places: number
}

/** Undefined for what is no decimal number. Exact, where the reference keeps 125 bits. */
function decimal(text = ''): Scaled | undefined {
  const [, sign, whole, part = '', power = '0'] = /^([-+]?)(\d+)\.?(\d*)(?:[eE]([-+]?\d{1,3}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const digits = BigInt(whole + part)
  return { digits: sign === '-' ? -digits : digits, places: part.length - Number(power) }
}

/** Nanoseconds; undefined for what is no time of this kind. */
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

/** Whether one event meets all conditions: the index of a node looks at events one by one. Source: cometbft v0.38 state/txindex/kv */
export const eventMeets = ({ type, attributes }: Event, conditions: readonly Condition[]): boolean =>
  conditions.every((condition) =>
    attributes.some(([key, value]) => `${type}.${key}` === condition.tag && meetsIndexed(value, condition)),
  )

/** Values by tag, as a subscription is told of them. */
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
 * Whether each condition is met by some value: a subscription looks at all events together. The type of an event is a tag
 * as well, with an empty value. Source: libs/pubsub/query
 */
export const tagsMeet = (tags: Tags, conditions: readonly Condition[]): boolean =>
  conditions.every((condition) => valuesOf(tags, condition.tag).some((value) => meets(value, condition)))

function valuesOf(tags: Tags, tag: string): readonly string[] {
  if (Object.hasOwn(tags, tag)) return tags[tag]!
  return Object.keys(tags).some((key) => key.slice(0, key.lastIndexOf('.')) === tag) ? [''] : []
}
