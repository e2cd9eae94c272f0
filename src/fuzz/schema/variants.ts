import type * as fc from 'fast-check'
import { lazy } from '../arbitraries/lazy.js'
import type { Json } from '../../sandbox/index.js'
import type { Surroundings } from '../surroundings.js'
import type { MessageSchema, SchemaNode } from './node.js'
import { choices, flat } from './resolve.js'
import { Values } from './values.js'

/** One kind of message. */
export interface MessageVariant {
  /** Of the Rust enum's variant in snake case, as JSON has it; of a message that is no enum, `message`. */
  readonly name: string
  /** Whole messages, `{ deposit: { … } }`. */
  readonly value: fc.Arbitrary<Json>
}

/**
 * The kinds of messages that an entry point takes, each with an arbitrary of valid ones. It costs little until one is drawn.
 *
 * @example
 * const { execute } = readContractSchema(json, 'schema/cw20_base.json')
 * const transfer = variantsOf(execute, around).find(({ name }) => name === 'transfer')
 * fc.sample(transfer.value, 1) // [{ transfer: { amount: '18446744073709551616', recipient: 'neutron1…' } }]
 */
export function variantsOf(schema: MessageSchema, around: Surroundings): readonly MessageVariant[] {
  const values = new Values(schema, around)
  return namedNodes(schema)
    .filter(({ node }) => values.isInhabited(node))
    .map(({ name, node }) => ({ name, value: lazy(() => values.of(node)) }))
}

/** The names of the kinds of messages. */
export const variantNames = (schema: MessageSchema): readonly string[] => namedNodes(schema).map(({ name }) => name)

interface NamedNode {
  readonly name: string
  readonly node: SchemaNode
}

/** What the message of an entry point is called that takes one kind alone. */
export const NO_ENUM = 'message'
const known = new WeakMap<MessageSchema, readonly NamedNode[]>()

function namedNodes(schema: MessageSchema): readonly NamedNode[] {
  let nodes = known.get(schema)
  if (nodes === undefined) known.set(schema, (nodes = split(schema, schema.root)))
  return nodes
}

/** An enum has objects with one member and plain texts; enums within it (`serde(untagged)`, `flatten`) count as its own. */
function split(schema: MessageSchema, node: SchemaNode, ofEnum = false): readonly NamedNode[] {
  const whole = flat(schema, node)
  if (whole.oneOf !== undefined) return choices(schema, whole).flatMap((one) => split(schema, one, true))
  if (whole.values !== undefined)
    return whole.values.map((value) => ({
      name: typeof value === 'string' ? value : NO_ENUM,
      node: { values: [value] },
    }))
  const [name, ...others] = Object.keys(whole.properties ?? {})
  return [{ name: ofEnum && name !== undefined && others.length === 0 ? name : NO_ENUM, node: whole }]
}
