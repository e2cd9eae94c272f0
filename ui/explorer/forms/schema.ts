import { exactText, isMarkedNumber } from '../../../src/pages/exact-json.js'
import type { Json } from '../../../src/explorer/model.js'

/** A JSON schema as cosmwasm-schema writes it; other keywords are ignored. */
export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema | readonly Schema[]
  readonly default?: Json
  readonly definitions?: Readonly<Record<string, Schema>>
  readonly $defs?: Readonly<Record<string, Schema>>
}

/** What a form shows for a part of a schema. */
export type Form =
  | { readonly kind: 'text' | 'integer' | 'number' | 'boolean' | 'json' | 'null' }
  | { readonly kind: 'binary' }
  | { readonly kind: 'choice'; readonly values: readonly Json[] }
  | { readonly kind: 'optional'; readonly of: Schema }
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | { readonly kind: 'map'; readonly of: Schema }
  | { readonly kind: 'list'; readonly of: Schema }
  | { readonly kind: 'tuple'; readonly of: readonly Schema[] }
  | { readonly kind: 'variants'; readonly variants: readonly Variant[] }

export interface Member {
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
}

export interface Variant {
  readonly name: string
  readonly description: string | undefined
  /** Undefined: the variant is its name alone. */
  readonly payload: Schema | undefined
  /** If it is not a Rust enum: the whole value. */
  readonly whole?: Schema
}

/** The message of an entry point with its definitions; undefined where the schema has none. */
export function messageSchema(contract: Json | undefined, entry: string): Schema | undefined {
  if (typeof contract !== 'object' || contract === null || !(entry in contract)) return undefined
  const schema = (contract as { readonly [name: string]: Json })[entry]
  return typeof schema === 'object' && schema !== null ? (schema as Schema) : undefined
}

/** Looks up references. @param root has the definitions */
function resolved(schema: Schema, root: Schema): Schema {
  let one = schema
  for (let i = 0; i < 20; i++) {
    const { $ref, allOf, ...rest } = one
    const [only] = allOf ?? []
    if ($ref !== undefined) {
      const name = $ref.split('/').at(-1)!
      const found = $ref === '#' ? root : (root.definitions?.[name] ?? root.$defs?.[name])
      if (found === undefined) return {}
      one = { ...found, ...(rest.description !== undefined && { description: rest.description }), title: name }
    } else if (allOf?.length === 1 && only !== undefined) one = { ...only, ...rest }
    else return one
  }
  return {}
}

const isNull = (schema: Schema): boolean => schema.type === 'null'

/** Types of cosmwasm-std, whose descriptions are for Rust programmers. */
const STANDARD = /^(?:Uint|Int|Decimal|SignedDecimal)\d*$|^(?:Binary|HexBinary|Addr|Timestamp)$/
const MAX_HINT_LENGTH = 240

/** A short description of a field from the schema. */
export function hintOf(given: Schema, root: Schema): string | undefined {
  const own = given.description
  const { title = '', description = own } = resolved(given, root)
  const text = STANDARD.test(title) ? own : description
  const first = text?.split(/\n\s*\n|\n?#+ /)[0]?.trim()
  return first !== undefined && first.length > MAX_HINT_LENGTH ? `${first.slice(0, MAX_HINT_LENGTH)}…` : first
}

/** What to show for a schema. */
export function formOf(given: Schema, root: Schema): Form {
  const schema = resolved(given, root)
  const { type, properties, items, additionalProperties } = schema
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  const choices = schema.oneOf ?? schema.anyOf
  if (choices !== undefined) {
    const others = choices.filter((one) => !isNull(one))
    if (others.length < choices.length && others.length === 1) return { kind: 'optional', of: others[0]! }
    const variants = others.flatMap((one) => variantsOf(one, root))
    return variants.length === 0 ? { kind: 'json' } : { kind: 'variants', variants }
  }
  if (values !== undefined) return { kind: 'choice', values }
  if (Array.isArray(type)) {
    const others = (type as readonly string[]).filter((one) => one !== 'null')
    if (others.length === 1 && others.length < type.length)
      return { kind: 'optional', of: { ...schema, type: others[0]! } }
    return { kind: 'json' }
  }
  switch (type) {
    case 'string':
      return { kind: schema.title === 'Binary' ? 'binary' : 'text' }
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return { kind: type }
    case 'array':
      if (Array.isArray(items)) return { kind: 'tuple', of: items as readonly Schema[] }
      return { kind: 'list', of: (items as Schema | undefined) ?? {} }
    case 'object':
      if (properties !== undefined || additionalProperties === false || additionalProperties === undefined)
        return { kind: 'object', members: membersOf(schema) }
      return { kind: 'map', of: typeof additionalProperties === 'object' ? additionalProperties : {} }
    default:
      return { kind: 'json' }
  }
}

const membersOf = ({ properties = {}, required = [] }: Schema): readonly Member[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) }))

/** The variants that a part of an enum stands for: one with a payload, names alone, or those of a nested enum. */
function variantsOf(given: Schema, root: Schema): readonly Variant[] {
  const schema = resolved(given, root)
  const { description } = given.description === undefined ? schema : given
  if (schema.enum !== undefined && schema.type === 'string')
    return schema.enum.map((name) => ({ name: plainText(name), description, payload: undefined }))
  const [[name, payload] = [undefined, undefined], ...more] = Object.entries(schema.properties ?? {})
  const isVariant = name !== undefined && more.length === 0 && schema.required?.[0] === name
  if (isVariant) return [{ name, description: description ?? resolved(payload, root).description, payload }]
  if (schema.oneOf !== undefined) return schema.oneOf.flatMap((one) => variantsOf(one, root))
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((one) => variantsOf(one, root))
  return [{ name: schema.title ?? String(schema.type ?? 'other'), description, payload: undefined, whole: schema }]
}

/** A value in a choice. */
export const plainText = (value: Json): string =>
  typeof value === 'string' && !isMarkedNumber(value) ? value : exactText(value)

/** The initial value of a field. */
export function emptyOf(given: Schema, root: Schema, depth = 0): Json {
  const schema = resolved(given, root)
  if (schema.default !== undefined) return schema.default
  if (depth > 8) return null
  const form = formOf(schema, root)
  switch (form.kind) {
    case 'text':
    case 'binary':
      return /^(?:Uint|Int|Decimal|SignedDecimal)\d*$/.test(schema.title ?? '') ? '0' : ''
    case 'integer':
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'choice':
      return form.values[0] ?? null
    case 'variants':
      return variantValue(form.variants[0]!, root, depth + 1)
    case 'object':
      return Object.fromEntries(
        form.members
          .filter(({ required }) => required)
          .map(({ name, schema: of }) => [name, emptyOf(of, root, depth + 1)]),
      )
    case 'map':
      return {}
    case 'list':
      return []
    case 'tuple':
      return form.of.map((one) => emptyOf(one, root, depth + 1))
    case 'json':
      return {}
    default:
      return null
  }
}

/** The initial value of a variant. */
export const variantValue = ({ name, payload, whole }: Variant, root: Schema, depth = 0): Json =>
  whole === undefined
    ? payload === undefined
      ? name
      : { [name]: emptyOf(payload, root, depth) }
    : emptyOf(whole, root, depth)

/** Whether a value is a message of the schema, whatever its fields are. */
export function fits(value: Json, schema: Schema): boolean {
  const form = formOf(schema, schema)
  if (form.kind === 'variants') return variantOf(value, form.variants) >= 0
  return form.kind !== 'object' || (typeof value === 'object' && value !== null && !Array.isArray(value))
}

/** A message without what was written into it. */
export function clearedOf(value: Json, schema: Schema): Json {
  const form = formOf(schema, schema)
  const variant = form.kind === 'variants' ? form.variants[variantOf(value, form.variants)] : undefined
  return variant === undefined ? emptyOf(schema, schema) : variantValue(variant, schema)
}

/** Which variant a value is. */
export function variantOf(value: Json, variants: readonly Variant[]): number {
  const name =
    typeof value === 'string' ? value : typeof value === 'object' && value !== null ? Object.keys(value)[0] : ''
  const at = variants.findIndex((one) => one.whole === undefined && one.name === name)
  return at >= 0 ? at : variants.findIndex((one) => one.whole !== undefined)
}
