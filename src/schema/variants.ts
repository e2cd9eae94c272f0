import type * as fc from 'fast-check'
import { lazy } from './arbitraries/lazy.js'
import type { Json } from '../sandbox/internal.js'
import type { Surroundings } from './surroundings.js'
import type { MessageSchema, SchemaNode } from './node.js'
import { choices, flat } from './resolve.js'
import { Values } from './values.js'

/** A variant of a message enum. */
export interface MessageVariant {
  /** The Rust variant in snake case, as in JSON; `message` if the message is not an enum. */
  readonly name: string
  /** Whole messages, `{ deposit: { … } }`. */
  readonly value: fc.Arbitrary<Json>
}

/**
 * The variants of an entry point's message, each with an arbitrary of valid messages, which is built when it first generates one.
 *
 * @example
 * const { execute } = readContractSchema(json, 'schema/cw20_base.json')
 * const transfer = variantsOf(execute!, around).find(({ name }) => name === 'transfer')!
 * fc.sample(transfer.value, 1) // [{ transfer: { amount: '18446744073709551616', recipient: 'neutron1…' } }]
 */
export function variantsOf(schema: MessageSchema, around: Surroundings): readonly MessageVariant[] {
  const values = new Values(schema, around)
  return namedNodes(schema)
    .filter(({ node }) => values.isInhabited(node))
    .map(({ name, node }) => ({ name, value: lazy(() => values.of(node)) }))
}

/** The names of a message's variants. */
export const variantNames = (schema: MessageSchema): readonly string[] => namedNodes(schema).map(({ name }) => name)

interface NamedNode {
  readonly name: string
  readonly node: SchemaNode
}

/** The name of a message that is not an enum. */
export const NO_ENUM = 'message'
const known = new WeakMap<MessageSchema, readonly NamedNode[]>()

function namedNodes(schema: MessageSchema): readonly NamedNode[] {
  let nodes = known.get(schema)
  if (nodes === undefined) known.set(schema, (nodes = split(schema, schema.root)))
  return nodes
}

/** A variant is a string, or an object with one member. Variants of nested enums (`serde(untagged)`, `flatten`) count as the enum's own. */
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
