import { z } from 'zod'
import { FixtureError, jsonPointer, parsedBy, type Reach } from '../base/index.js'
import { action, placeIssues, variable, type Action, type ActionInput, type Json } from '../sandbox/internal.js'
import { mapFields, type MapField } from './fields.js'
import { substitute, type Lookup } from './variables.js'

/** An action as a file holds it, with its defaults: JSON in which each field is a value or a variable. */
export type WrittenAction = { readonly [member: string]: Json } & { readonly action: Action['action'] }

const accepts = (schema: z.core.$ZodType, value: unknown): boolean => z.safeParse(schema, value).success

/** Longer than a text with a maximum length may be. */
const ANY_VARIABLE = `\${${'x'.repeat(10_000)}}`

const orVariable: MapField = (field) => {
  if (accepts(field, ANY_VARIABLE)) return field
  const { id, description } = z.globalRegistry.get(field) ?? {}
  const either = z.union([field, variable])
  return id === undefined && description !== undefined ? either.describe(description) : either
}

/** Whether a field of an action in a file is a variable. */
export const isVariable = (value: unknown): boolean => accepts(variable, value)

const withVariables = mapFields(action, {
  field: orVariable,
  isChecked: (value) => !Object.values(value).some(isVariable),
  prefix: 'Written',
}) as z.ZodType

/** Whole numbers as in a file: decimal texts. */
function inJson(value: unknown): Json {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map(inJson)
  if (typeof value !== 'object' || value === null) return value as Json
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, inJson(member)] as const])),
  )
}

/** An action in a file. */
export const actionInFile = withVariables.transform((value) => inJson(value) as WrittenAction) as unknown as z.ZodType<
  WrittenAction,
  ActionInput | WrittenAction
>

const DECIMAL = /^-?(0|[1-9][0-9]*)$/
const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
])

/** How values of variables become what a field takes, by the type of the field: outcomes have whole numbers as texts, and other files have them as numbers. */
const OF_TEXT: { readonly [Type in string]?: (value: unknown) => unknown } = {
  number: (value) => (typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value),
  boolean: (value) => BOOLEANS.get(value) ?? value,
  literal: (value) => BOOLEANS.get(value) ?? value,
  string: (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
}

const ofValues = mapFields(action, {
  field: (field) => {
    const convert = OF_TEXT[field._zod.def.type]
    return convert === undefined ? field : z.preprocess(convert, field)
  },
  isChecked: () => true,
  prefix: 'Given',
}) as z.ZodType<Action>

/** The chain whose names an action can use without a prefix. */
const chainOf = (written: WrittenAction): Json =>
  written.action === 'repeat' ? chainOf(written['do'] as WrittenAction) : (written['chain'] ?? 'neutron')

/** An action whose variables have been replaced, and what its names stand for. */
export interface PreparedAction {
  readonly action: Action
  readonly lookup: Lookup
}

/**
 * The action with its variables replaced.
 * @param lookupOn what names stand for in an action on a chain @param path of the action in its file
 * @throws FixtureError with the place of an unknown or unsuitable name
 */
export function prepareAction(
  written: WrittenAction,
  lookupOn: (chain: string) => Lookup,
  reach: Reach,
  path: readonly (string | number)[],
): PreparedAction {
  // The name of the chain itself can be one that a step has saved.
  const chain = substitute(chainOf(written), lookupOn('neutron'), reach, [...path, 'chain'])
  const lookup = lookupOn(typeof chain === 'string' ? chain : '')
  const parsed = parsedBy(ofValues, substitute(written, lookup, reach, path))
  if (parsed.success) return { action: parsed.data, lookup }
  const [issue] = placeIssues(parsed.error)
  throw new FixtureError({
    file: reach.file,
    pointer: `${jsonPointer(path)}${issue?.pointer ?? ''}`,
    message: issue?.message ?? 'not an action',
  })
}
