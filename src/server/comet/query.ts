import type { Event } from '../../chain/events.js'
import { RpcFailure } from './failure.js'

/**
 * The language of searches and subscriptions: `tm.event='Tx' AND transfer.amount EXISTS AND tx.height > 5`.
 * Source: cometbft v0.38 libs/pubsub/query.
 */
export type Operator = '=' | '<' | '<=' | '>' | '>=' | 'CONTAINS' | 'EXISTS'

export interface Condition {
  readonly tag: string
  readonly operator: Operator
  /** Text as it was written, without quotes; '' for EXISTS. */
  readonly value: string
  readonly numeric: boolean
}

const TOKEN = /\s*(?:(<=|>=|=|<|>)|'([^']*)'|([A-Za-z0-9_.\-+:/~%*@]+)|$)/y

/** @throws RpcFailure when the text is no query */
export function parseQuery(text: string): readonly Condition[] {
  const tokens = tokenize(text)
  const conditions: Condition[] = []
  let at = 0
  const fail = (expected: string): never => {
    const got = tokens[at]
    throw new RpcFailure(
      `failed to parse query: offset ${got?.offset ?? text.length}: got ${got ? JSON.stringify(got.text) : 'EOF'}, wanted ${expected}`,
    )
  }
  do {
    const tag = tokens[at]
    if (tag?.kind !== 'word') return fail('tag')
    const operator = tokens[++at]?.text
    if (operator === 'EXISTS') conditions.push({ tag: tag.text, operator, value: '', numeric: false })
    else {
      if (!isOperator(operator)) return fail('operator')
      at++
      if (tokens[at]?.kind === 'word' && /^(?:TIME|DATE)$/.test(tokens[at]!.text)) at++
      const value = tokens[at]
      if (value === undefined || value.kind === 'operator') return fail('value')
      const numeric = value.kind === 'word' && /^-?[0-9]+(?:\.[0-9]+)?$/.test(value.text)
      conditions.push({ tag: tag.text, operator, value: value.text, numeric })
    }
    at++
  } while (tokens[at]?.text === 'AND' && ++at)
  if (at < tokens.length) fail('AND or EOF')
  return conditions
}

const isOperator = (text: string | undefined): text is Operator =>
  text !== undefined && ['=', '<', '<=', '>', '>=', 'CONTAINS'].includes(text)

interface Token {
  readonly kind: 'operator' | 'text' | 'word'
  readonly text: string
  readonly offset: number
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length;) {
    const offset = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (match === null) throw new RpcFailure(`failed to parse query: offset ${offset}: invalid input`)
    const [, operator, quoted, word] = match
    if (operator !== undefined) tokens.push({ kind: 'operator', text: operator, offset })
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted, offset })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, offset })
  }
  return tokens
}

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
