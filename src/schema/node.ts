import type { Json } from '../sandbox/internal.js'

export const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const
export type TypeName = (typeof TYPES)[number]

/** A validated JSON schema, with the keywords that `cosmwasm-schema` writes. */
export interface SchemaNode {
  /** Any type when left out. */
  readonly types?: readonly TypeName[]
  /** The allowed values, from `enum` or `const`. No value matches an empty list. */
  readonly values?: readonly Json[]
  /** The name of a definition; '#' is the message itself. */
  readonly ref?: string
  readonly allOf?: readonly SchemaNode[]
  /** `oneOf` and `anyOf`, between which a generator makes no difference. */
  readonly oneOf?: readonly SchemaNode[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: readonly string[]
  /** The schema of members that are not in `properties`; anything when left out. */
  readonly additional?: SchemaNode
  readonly items?: SchemaNode
  /** The schemas of the first items. */
  readonly tuple?: readonly SchemaNode[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: RegExp
  readonly fallback?: Json
  readonly title?: string
  readonly description?: string
}

/** The schema of the messages of one entry point. */
export interface MessageSchema {
  readonly root: SchemaNode
  readonly definitions: ReadonlyMap<string, SchemaNode>
}

/** No value matches it. */
export const NOTHING: SchemaNode = { values: [] }
export const ANYTHING: SchemaNode = {}
