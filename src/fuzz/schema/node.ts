import type { Json } from '../../sandbox/index.js'

export const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const
export type TypeName = (typeof TYPES)[number]

/** A JSON schema as far as `cosmwasm-schema` writes it, read and checked. */
export interface SchemaNode {
  /** Any when left out. */
  readonly types?: readonly TypeName[]
  /** The only values there are; `const` is one. An empty list is what nothing fits. */
  readonly values?: readonly Json[]
  /** Name of a definition; '#' is the message itself. */
  readonly ref?: string
  readonly allOf?: readonly SchemaNode[]
  /** `oneOf` and `anyOf`, which are the same to who makes a value. */
  readonly oneOf?: readonly SchemaNode[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: readonly string[]
  /** What members that are not named may be; anything when left out. */
  readonly additional?: SchemaNode
  readonly items?: SchemaNode
  /** The first items, each of its own kind. */
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

/** Messages of one entry point. */
export interface MessageSchema {
  readonly root: SchemaNode
  readonly definitions: ReadonlyMap<string, SchemaNode>
}

/** What fits nothing. */
export const NOTHING: SchemaNode = { values: [] }
export const ANYTHING: SchemaNode = {}
