import type { Event } from '../../chain/events.js'
import type { Condition } from './query-parser.js'

/** Whether a value of an attribute meets a condition. Numbers are compared exactly as far as they are whole. */
export function meets(value: string, { operator, value: wanted, numeric }: Condition): boolean {
  if (operator === 'EXISTS') return true
  if (operator === 'CONTAINS') return value.includes(wanted)
  if (operator === '=' && !numeric) return value === wanted
  const order = compare(value, wanted, numeric)
  if (order === undefined) return false
  if (operator === '=') return order === 0
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}

function compare(value: string, wanted: string, numeric: boolean): number | undefined {
  // Times and dates are texts of one form, whose order is theirs.
  if (!numeric) return value < wanted ? -1 : value > wanted ? 1 : 0
  // An attribute such as `100untrn` counts by its number.
  const digits = /^-?[0-9]+(?:\.[0-9]+)?/.exec(value)?.[0]
  if (digits === undefined) return undefined
  if (/^-?[0-9]+$/.test(digits) && /^-?[0-9]+$/.test(wanted)) {
    const difference = BigInt(digits) - BigInt(wanted)
    return difference === 0n ? 0 : difference < 0n ? -1 : 1
  }
  return Number(digits) - Number(wanted)
}

/** Whether one event meets all conditions: the index of a node looks at events one by one. Source: cometbft v0.38 state/txindex/kv */
export const eventMeets = ({ type, attributes }: Event, conditions: readonly Condition[]): boolean =>
  conditions.every((condition) =>
    attributes.some(([key, value]) => `${type}.${key}` === condition.tag && meets(value, condition)),
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

/** Whether each condition is met by some value: a subscription looks at all events together. Source: libs/pubsub/query */
export const tagsMeet = (tags: Tags, conditions: readonly Condition[]): boolean =>
  conditions.every(
    (condition) => Object.hasOwn(tags, condition.tag) && tags[condition.tag]!.some((value) => meets(value, condition)),
  )
