import { z } from 'zod'

type Schema = z.core.$ZodType
/** What becomes of the schema of a field. */
export type MapField = (field: Schema) => Schema

const DISCRIMINATOR = 'action'

/** The schemas inside those that hold others. */
const INSIDE: { readonly [Type in string]?: (def: never, map: Mapping) => object } = {
  object: ({ shape, checks = [] }: z.core.$ZodObjectDef, map) => ({
    shape: Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [name, name === DISCRIMINATOR ? field : map.field(field)]),
    ),
    checks: checks.map(map.check),
  }),
  array: ({ element }: z.core.$ZodArrayDef, map) => ({ element: map.field(element) }),
  record: ({ valueType }: z.core.$ZodRecordDef, map) => ({ valueType: map.field(valueType) }),
  union: ({ options }: z.core.$ZodUnionDef, map) => ({ options: options.map(map.inside) }),
}

/** Schemas around that of a field. */
const AROUND: ReadonlySet<string> = new Set(['optional', 'default', 'prefault'])

interface Mapping {
  readonly field: MapField
  readonly inside: MapField
  readonly check: (check: z.core.$ZodCheck) => z.core.$ZodCheck
}

/** Options of {@link mapFields}. */
export interface FieldMapping {
  readonly field: MapField
  /** Whether the checks between the members of an object apply to it. */
  readonly isChecked: (value: object) => boolean
  /** What the names of the new schemas begin with. */
  readonly prefix: string
}

/**
 * A schema of actions in which every field has another schema: members of objects, elements of lists, values of records. The member that tells actions
 * apart stays.
 */
export function mapFields(schema: Schema, { field: mapField, isChecked, prefix }: FieldMapping): Schema {
  const done = new Map<Schema, Schema>()
  const check: Mapping['check'] = ({ _zod }) =>
    z.core._check((payload) => {
      if (isChecked(payload.value)) void _zod.check(payload)
    })
  const rebuilt = (from: Schema, changes: object): Schema => {
    const made = z.core.clone(from, { ...from._zod.def, ...changes })
    const { id, ...meta } = z.globalRegistry.get(from) ?? {}
    if (id !== undefined || Object.keys(meta).length > 0)
      z.globalRegistry.add(made, { ...meta, ...(id !== undefined && { id: `${prefix}${id}` }) })
    return made
  }
  const inside: MapField = (from) => {
    const known = done.get(from)
    if (known !== undefined) return known
    const changes = INSIDE[from._zod.def.type]?.(from._zod.def as never, { field, inside, check })
    const made = changes === undefined ? from : rebuilt(from, changes)
    done.set(from, made)
    return made
  }
  const field: MapField = (from) => {
    const { def } = from._zod
    return AROUND.has(def.type)
      ? rebuilt(from, { innerType: field((def as z.core.$ZodOptionalDef).innerType) })
      : mapField(inside(from))
  }
  return inside(schema)
}
