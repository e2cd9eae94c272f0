import { jsonText } from '../../base/index.js'
import type { Json } from '../../sandbox/internal.js'

/** A member of a JSON value in which two builds differ; undefined: one of them does not have it. */
export interface MemberDifference {
  readonly path: readonly (string | number)[]
  readonly old: Json | undefined
  readonly now: Json | undefined
}

/** The maximum number of members that are reported of one value. */
const MAX_MEMBERS = 6

/** The members in which two values differ, the deepest ones that do. */
export function memberDifferences(old: Json, now: Json): readonly MemberDifference[] {
  const found: MemberDifference[] = []
  const walk = (a: Json | undefined, b: Json | undefined, path: MemberDifference['path']): void => {
    if (found.length >= MAX_MEMBERS || jsonText(a ?? null) === jsonText(b ?? null)) return
    const [one, other] = [membersOf(a), membersOf(b)]
    if (one === undefined || other === undefined || Array.isArray(a) !== Array.isArray(b)) {
      found.push({ path, old: a, now: b })
      return
    }
    for (const name of new Set([...one.keys(), ...other.keys()])) walk(one.get(name), other.get(name), [...path, name])
    // The same members in another order.
    if (found.length === 0) found.push({ path, old: a, now: b })
  }
  walk(old, now, [])
  return found
}

/** The members of an object or a list; entries of a list of attributes have their key as name. */
function membersOf(value: Json | undefined): ReadonlyMap<string | number, Json> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value)) return new Map(Object.entries(value as Readonly<Record<string, Json>>))
  const list = value as readonly Json[]
  const keys = list.map(keyOfAttribute)
  const areNamed = keys.every((key) => key !== undefined) && new Set(keys).size === keys.length
  return new Map(list.map((item, i) => [areNamed ? keys[i]! : i, item]))
}

function keyOfAttribute(value: Json): string | undefined {
  const { key, value: text } = (value ?? {}) as { readonly key?: Json; readonly value?: Json }
  return typeof key === 'string' && typeof text === 'string' ? key : undefined
}
