import { NOTHING, type MessageSchema, type SchemaNode } from './node.js'
import { own } from '../base/index.js'

/** The intersection of two schemas. If they contradict each other, no value matches it. */
function merge(a: SchemaNode, b: SchemaNode): SchemaNode {
  const types = both(a.types, b.types, (x, y) => x.filter((type) => y.includes(type)))
  const values = both(a.values, b.values, (x, y) => {
    const texts = y.map((value) => JSON.stringify(value))
    return x.filter((value) => texts.includes(JSON.stringify(value)))
  })
  if (types?.length === 0) return NOTHING
  return {
    ...a,
    ...b,
    ...(types && { types }),
    ...(values && { values }),
    ...(a.properties && b.properties && { properties: mergedMembers(a.properties, b.properties) }),
    ...(a.required && b.required && { required: [...new Set([...a.required, ...b.required])] }),
    ...(a.oneOf && b.oneOf && { oneOf: a.oneOf.flatMap((one) => b.oneOf!.map((other) => merge(one, other))) }),
    ...(a.allOf && b.allOf && { allOf: [...a.allOf, ...b.allOf] }),
  }
}

const both = <T>(a: T | undefined, b: T | undefined, meet: (a: T, b: T) => T): T | undefined =>
  a === undefined ? b : b === undefined ? a : meet(a, b)

function mergedMembers(
  a: Readonly<Record<string, SchemaNode>>,
  b: Readonly<Record<string, SchemaNode>>,
): Record<string, SchemaNode> {
  const members = new Map(Object.entries(a))
  for (const [name, node] of Object.entries(b)) {
    const before = members.get(name)
    members.set(name, before ? merge(before, node) : node)
  }
  return Object.fromEntries(members)
}

/** The definition behind a reference. */
const target = ({ root, definitions }: MessageSchema, ref: string): SchemaNode =>
  ref === '#' ? root : definitions.get(ref)!

/** Resolves `$ref` and `allOf` at the top of a node. The node's own title and description take precedence over those of the definition. */
export function flat(schema: MessageSchema, node: SchemaNode, seen: readonly string[] = []): SchemaNode {
  const { ref, allOf, ...rest } = node
  if (ref === undefined && allOf === undefined) return node
  if (ref !== undefined && seen.includes(ref)) return NOTHING
  const parts = [
    ...(ref === undefined ? [] : [flat(schema, target(schema, ref), [...seen, ref])]),
    ...(allOf ?? []).map((one) => flat(schema, one, seen)),
  ]
  return [...parts, rest].reduce(merge)
}

/** The choices of a node, each merged with the node's own constraints; the node itself if it has none. */
export function choices(schema: MessageSchema, node: SchemaNode): readonly SchemaNode[] {
  const { oneOf, ...base } = flat(schema, node)
  if (oneOf === undefined) return [base]
  const { title: _, description: __, fallback: ___, ...constraints } = base
  return oneOf.map((one) => (Object.keys(constraints).length === 0 ? one : merge(constraints, flat(schema, one))))
}

/** The nesting depth of the smallest value of each node, by which recursion in a schema ends. Infinity: no value matches. */
export class Heights {
  readonly #definitions = new Map<string, number>()

  constructor(schema: MessageSchema) {
    for (let changed = true; changed;) {
      changed = false
      for (const name of ['#', ...schema.definitions.keys()]) {
        const height = this.of(target(schema, name))
        if (height >= (this.#definitions.get(name) ?? Infinity)) continue
        this.#definitions.set(name, height)
        changed = true
      }
    }
  }

  of(node: SchemaNode): number {
    if (node.values !== undefined) return node.values.length === 0 ? Infinity : 1
    const parts = [
      ...(node.ref === undefined ? [] : [this.#definitions.get(node.ref) ?? Infinity]),
      ...(node.allOf ?? []).map((one) => this.of(one)),
      ...(node.oneOf === undefined ? [] : [Math.min(Infinity, ...node.oneOf.map((one) => this.of(one)))]),
      ...(node.required ?? []).map((name) => 1 + this.of(own(node.properties ?? {}, name) ?? {})),
      ...(node.tuple ?? []).map((one) => 1 + this.of(one)),
      ...(node.items !== undefined && (node.minItems ?? 0) > (node.tuple?.length ?? 0)
        ? [1 + this.of(node.items)]
        : []),
    ]
    return Math.max(1, ...parts)
  }
}

const heights = new WeakMap<MessageSchema, Heights>()

/** The heights of a schema, computed once. */
export function heightsOf(schema: MessageSchema): Heights {
  let known = heights.get(schema)
  if (known === undefined) heights.set(schema, (known = new Heights(schema)))
  return known
}
