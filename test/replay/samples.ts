import { z } from 'zod'
import type { Json } from '../../src/sandbox/internal.js'

type Schema = z.core.$ZodType

/** Values of fields, one of which fits each of them. */
const LEAVES: readonly Json[] = [
  '/a.B',
  'hub',
  '5',
  1,
  true,
  '',
  'AQ==',
  '5untrn',
  'BTC/USD',
  'ab'.repeat(32),
  '0x00ff',
  [],
]

const fits = (schema: Schema, value: unknown): boolean => z.safeParse(schema, value).success

/** The first of several values that a schema takes. */
function fitting(schema: Schema, values: readonly Json[]): Json {
  const found = values.find((value) => fits(schema, value))
  if (found === undefined) throw new Error(`no sample fits a schema of type ${schema._zod.def.type}`)
  return found
}

/** An object with all members that it needs and one more, where a schema asks for it with another sample of one of the others. */
function withMember(schema: Schema, needed: object, name: string, value: Json, others: readonly object[]): Json {
  const one = { ...needed, [name]: value }
  return fitting(schema, [one, ...others.map((other) => ({ ...needed, ...other, [name]: value }))] as Json[])
}

/** Values of a schema in which every field occurs at least once. */
export function samplesOf(schema: Schema): readonly Json[] {
  const def = schema._zod.def
  switch (def.type) {
    case 'object': {
      const members = Object.entries((def as z.core.$ZodObjectDef).shape).map(
        ([name, field]) => [name, samplesOf(field), field] as const,
      )
      const first = (rows: typeof members): object =>
        Object.fromEntries(rows.map(([name, [sample]]) => [name, sample!]))
      const others = members.flatMap(([name, samples]) => samples.map((sample) => ({ [name]: sample })))
      const needed = first(members.filter(([, , field]) => !fits(field, undefined)))
      return members.length === 0
        ? [{}]
        : members.flatMap(([name, samples]) =>
            samples.map((sample) => withMember(schema, needed, name, sample, others)),
          )
    }
    case 'array':
      return samplesOf((def as z.core.$ZodArrayDef).element).map((sample) => [sample])
    case 'record':
      return samplesOf((def as z.core.$ZodRecordDef).valueType).map((sample) => ({ member: sample }))
    case 'union':
      return (def as z.core.$ZodUnionDef).options.flatMap(samplesOf)
    case 'optional':
    case 'default':
    case 'prefault':
      return samplesOf((def as z.core.$ZodOptionalDef).innerType)
    case 'enum':
      return [Object.values((def as z.core.$ZodEnumDef).entries)[0]!]
    case 'literal':
      return [(def as z.core.$ZodLiteralDef<string | boolean>).values[0]!]
    default:
      return [fitting(schema, LEAVES)]
  }
}

/** The paths of all values in a value. */
export function pathsIn(
  value: Json,
  path: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  const below = Array.isArray(value)
    ? (value as readonly Json[]).flatMap((item, at) => pathsIn(item, [...path, at]))
    : Object.entries(value as { readonly [name: string]: Json }).flatMap(([name, item]) =>
        pathsIn(item, [...path, name]),
      )
  return [path, ...below]
}

/** The value with another one in one place. */
export function withValue(value: Json, [head, ...path]: readonly (string | number)[], to: Json): Json {
  if (head === undefined) return to
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item, at) => (at === head ? withValue(item, path, to) : item))
  const members = value as { readonly [name: string]: Json }
  return { ...members, [head]: withValue(members[head]!, path, to) }
}
