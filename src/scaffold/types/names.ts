import { pascal, type MessageSchema, type SchemaNode } from '../../fuzz/schema/index.js'

/** A title of a schema as the name of a type, as ts-codegen does it: `Nullable_Uint64` is `NullableUint64`. */
export function typeName(title: string): string {
  const name = pascal(title)
  return /^[A-Za-z]/.test(name) ? name : `Type${name}`
}

/** The names of types within one contract. Equal types share a name. */
export class TypeNames {
  /** `Record` is TypeScript's own. */
  readonly #texts = new Map([['Record', '']])

  /**
   * Takes a name for a type: the preferred one, or a longer one if that belongs to another type.
   * @param text tells types apart: equal types have equal texts
   */
  take(wanted: string, longer: string, text: string): { readonly name: string; readonly isNew: boolean } {
    const names = [wanted, longer, ...Array.from({ length: 1000 }, (_, i) => `${longer}${i + 2}`)]
    const name = names.find((one) => (this.#texts.get(one) ?? text) === text)!
    const isNew = !this.#texts.has(name)
    this.#texts.set(name, text)
    return { name, isNew }
  }
}

/** The definition with everything that it refers to, as a text: two definitions with the same name may differ in what they refer to. */
export function wholeText(schema: MessageSchema, node: SchemaNode): string {
  const reached = new Map<string, SchemaNode>()
  const visit = (one: SchemaNode): void => {
    for (const ref of references(one)) {
      const target = ref === '#' ? schema.root : schema.definitions.get(ref)
      if (target === undefined || reached.has(ref)) continue
      reached.set(ref, target)
      visit(target)
    }
  }
  visit(node)
  const parts = [node, [...reached].sort(([a], [b]) => (a < b ? -1 : 1))]
  return JSON.stringify(parts, (key, value: unknown) =>
    key === 'title' && typeof value === 'string' ? undefined : value,
  )
}

const references = (node: SchemaNode): readonly string[] => [
  ...(node.ref === undefined ? [] : [node.ref]),
  ...partsOf(node).flatMap(references),
]

const partsOf = (node: SchemaNode): readonly SchemaNode[] => [
  ...(node.allOf ?? []),
  ...(node.oneOf ?? []),
  ...Object.values(node.properties ?? {}),
  ...(node.additional === undefined ? [] : [node.additional]),
  ...(node.items === undefined ? [] : [node.items]),
  ...(node.tuple ?? []),
]
