import type { Json } from '../../sandbox/internal.js'
import type { MessageSchema, SchemaNode } from '../../schema/index.js'

/** Orderings of channels, as cosmwasm-std names them. */
const UNORDERED = 'ORDER_UNORDERED'

/**
 * The message with unordered channels wherever its schema leaves the ordering open, as those are that a campaign opens itself: a packet that times out
 * closes an ordered channel, and with it all that could follow. The same message if that does not work.
 */
export async function withUnorderedChannels(
  message: Json,
  schema: MessageSchema,
  works: (one: Json) => Promise<boolean>,
): Promise<Json> {
  const unordered = unorderedIn(message, schema)
  return JSON.stringify(unordered) !== JSON.stringify(message) && (await works(unordered)) ? unordered : message
}

function unorderedIn(message: Json, { root, definitions }: MessageSchema): Json {
  /** A schema with those that it refers to and chooses from. */
  const all = (node: SchemaNode, deep = 0): readonly SchemaNode[] => {
    const referred = node.ref === undefined ? undefined : definitions.get(node.ref)
    const parts = [...(referred === undefined ? [] : [referred]), ...(node.allOf ?? []), ...(node.oneOf ?? [])]
    return deep > MAX_DEPTH ? [] : [node, ...parts.flatMap((part) => all(part, deep + 1))]
  }
  const filled = (node: SchemaNode, value: Json): Json => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const members = { ...(value as Readonly<Record<string, Json>>) }
    for (const { properties = {} } of all(node))
      for (const [name, property] of Object.entries(properties)) {
        const member = members[name]
        if (all(property).some(({ values }) => values?.includes(UNORDERED) === true)) members[name] = UNORDERED
        else if (member !== undefined) members[name] = filled(property, member)
      }
    return members
  }
  return filled(root, message)
}

/** Schemas may refer to themselves. */
const MAX_DEPTH = 8
