import { pascal, UsageError } from '../../base/index.js'
import type { ContractSchema, MessageSchema, SchemaNode } from '../../schema/index.js'

/** The type name for a schema's title, as in ts-codegen: `NullableUint64` for `Nullable_Uint64`. */
export function typeName(title: string): string {
  const name = pascal(title)
  return /^[A-Za-z]/.test(name) ? name : `Type${name}`
}

/**
 * Contracts by the names of their types, in their order.
 * @throws UsageError for two contracts with the same name
 */
export function contractsByName<T extends ContractSchema>(contracts: readonly T[]): ReadonlyMap<string, T> {
  const named = new Map<string, T>()
  for (const one of contracts) {
    const name = typeName(one.contract)
    const other = named.get(name)
    if (other !== undefined)
      throw new UsageError(`two contracts are named ${name}: ${other.contract} and ${one.contract}`, {
        details: ['right: write them to two places'],
      })
    named.set(name, one)
  }
  return named
}

/** The names of types within one contract. Equal types share a name. */
export class TypeNames {
  /** `Record` is reserved for TypeScript's own type. */
  readonly #texts = new Map([['Record', '']])

  /**
   * Reserves a name for a type: the preferred one, or a longer one if that belongs to another type.
   * @param text identifies the type: equal types have equal texts
   */
  take(wanted: string, longer: string, text: string): { readonly name: string; readonly isNew: boolean } {
    const names = [wanted, longer, ...Array.from({ length: 1000 }, (_, i) => `${longer}${i + 2}`)]
    const name = names.find((one) => (this.#texts.get(one) ?? text) === text)!
    const isNew = !this.#texts.has(name)
    this.#texts.set(name, text)
    return { name, isNew }
  }
}

/** A definition with all definitions that it references, as text, because two equal definitions may reference different ones. */
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
