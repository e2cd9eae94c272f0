import { UsageError } from '../errors.js'
import { jsonPointer } from '../json-pointer.js'
import { isLiteral } from '../literal.js'
import { own } from '../members.js'
import { knownNames, unknownMember } from '../names/unknown-member.js'
import type { Shape } from './shape.js'
import { ARGUMENTS, TYPES } from './table.js'

/** A public function, as `Class.method` or by its name. */
export type FunctionName = keyof typeof ARGUMENTS

export const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(ARGUMENTS, name)

/** A member that no alternative knows together with the others, and what those that got furthest know there. */
interface Unknown {
  readonly path: readonly PropertyKey[]
  /** Names of all members that are given there. */
  readonly given: readonly string[]
  readonly alternatives: readonly (readonly string[])[]
}

type Part = Exclude<Shape, null | string | { readonly anyOf: readonly Shape[] }>

const partsOf = (shape: Shape): readonly Part[] => {
  if (shape === null) return []
  if (typeof shape === 'string') return partsOf(TYPES[shape] ?? null)
  return 'anyOf' in shape ? shape.anyOf.flatMap(partsOf) : [shape]
}

/** Whether a value fits a shape; undefined if the shape says nothing about values of its kind. Runs at each call, so it notes no places. */
function fits(shape: Shape, value: unknown): boolean | undefined {
  if (shape === null || typeof value !== 'object' || value === null) return true
  if (typeof shape === 'string') return fits(TYPES[shape] ?? null, value)
  if ('anyOf' in shape) {
    let found: boolean | undefined
    for (const one of shape.anyOf) {
      const fit = fits(one, value)
      if (fit === true) return true
      found ??= fit
    }
    return found
  }
  if ('items' in shape)
    return Array.isArray(value) ? value.every((item) => fits(shape.items, item) !== false) : undefined
  if (Array.isArray(value) || !isLiteral(value)) return undefined
  for (const name of Object.keys(value)) {
    const member = own(shape.members, name)
    const of = member === undefined ? shape.values : member
    if (of === undefined || fits(of, (value as Readonly<Record<string, unknown>>)[name]) === false) return false
  }
  return true
}

/** The first member of a value that its shape does not have. */
function unknownIn(shape: Shape, value: unknown, path: readonly PropertyKey[]): Unknown | undefined {
  if (shape === null || typeof value !== 'object' || value === null) return undefined
  const parts = partsOf(shape)
  if (Array.isArray(value)) {
    const items = parts.flatMap((part) => ('items' in part ? [part.items] : []))
    if (items.length === 0) return undefined
    return first(value.entries(), ([at, item]) => unknownIn({ anyOf: items }, item, [...path, at]))
  }
  if (!isLiteral(value)) return undefined
  const found: Unknown[] = []
  for (const part of parts) {
    if (!('members' in part)) continue
    const unknown = first(Object.entries(value), ([name, member]) => {
      const at = [...path, name]
      const of = own(part.members, name)
      if (of !== undefined) return unknownIn(of, member, at)
      if (part.values !== undefined) return unknownIn(part.values, member, at)
      return { path: at, given: Object.keys(value), alternatives: [Object.keys(part.members)] }
    })
    if (unknown === undefined) return undefined
    found.push(unknown)
  }
  return furthest(found)
}

function first<T>(all: Iterable<T>, find: (one: T) => Unknown | undefined): Unknown | undefined {
  for (const one of all) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

/** What the alternatives that got furthest say together. */
function furthest(found: readonly Unknown[]): Unknown | undefined {
  const depth = Math.max(...found.map(({ path }) => path.length))
  const [one, ...others] = found.filter(({ path }) => path.length === depth)
  return one && { ...one, alternatives: [one, ...others].flatMap(({ alternatives }) => alternatives) }
}

const shapesOf: Readonly<Record<string, readonly Shape[]>> = ARGUMENTS

/**
 * Refuses members of arguments that a public function does not know: an option with a typing error would be ignored otherwise.
 * @throws UsageError with the closest name, and all known ones
 */
export function refuseUnknown(name: FunctionName, args: readonly unknown[]): void {
  for (const [at, shape] of shapesOf[name]!.entries()) {
    if (fits(shape, args[at]) !== false) continue
    const found = unknownIn(shape, args[at], [])
    if (found !== undefined) throw unknownArgument(name, found)
  }
}

function unknownArgument(name: FunctionName, { path, given, alternatives }: Unknown): UsageError {
  const known = [...new Set(alternatives.flat())]
  const above = jsonPointer(path.slice(0, -1))
  const place = `${name.replace(/^\w+\./, '')}()${above === '' ? '' : ` at ${above}`}`
  const unknown = [String(path.at(-1)), ...given].find((one) => !known.includes(one))
  if (unknown !== undefined)
    return new UsageError(`${place}: ${unknownMember(unknown, known)}`, { details: [`known: ${knownNames(known)}`] })
  return new UsageError(`${place}: ${knownNames(given)} do not belong together`, {
    details: alternatives.map((names) => `right: ${knownNames(names)}`),
  })
}
