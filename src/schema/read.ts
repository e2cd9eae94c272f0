import * as fc from 'fast-check'
import { FixtureError, isDeeperThan, jsonPointer, unescapedPart } from '../base/index.js'
import type { Json } from '../sandbox/internal.js'
import { ANYTHING, NOTHING, TYPES, type MessageSchema, type SchemaNode, type TypeName } from './node.js'

/** Keywords that `cosmwasm-schema` never writes. They restrict values, so ignoring one would generate invalid messages. */
const REFUSED =
  'if then else patternProperties propertyNames dependencies dependentSchemas dependentRequired contains multipleOf minProperties maxProperties unevaluatedProperties'.split(
    ' ',
  )

/** Levels of a schema: types of its parts are written and chosen once per level, and one that is written by a program has 20 or so. */
const DEEPEST = 100

type Raw = Readonly<Record<string, unknown>>

/** Reads the schema of one message, with its definitions. */
export class SchemaReader {
  readonly #where: string
  /** The place of each reference to a definition. */
  readonly #references = new Map<string, string>()

  /** @param where the file, for errors */
  constructor(where: string) {
    this.#where = where
  }

  /** @param at JSON pointer of the value @throws FixtureError for an invalid schema */
  message(value: unknown, at: string): MessageSchema {
    this.#references.clear()
    if (isDeeperThan(value, DEEPEST)) this.#fail(at, `nested deeper than ${DEEPEST}`)
    const root = this.node(value, at)
    const definitions = new Map<string, SchemaNode>()
    for (const key of ['definitions', '$defs'])
      for (const [name, node] of Object.entries(this.#object((value as Raw)[key] ?? {}, `${at}/${key}`)))
        definitions.set(name, this.node(node, pointer(at, key, name)))
    for (const [name, place] of this.#references)
      if (name !== '#' && !definitions.has(name)) this.#fail(place, `there is no definition "${name}"`)
    return { root, definitions }
  }

  node(value: unknown, at: string): SchemaNode {
    if (value === true) return ANYTHING
    if (value === false) return NOTHING
    const raw = this.#object(value, at)
    for (const keyword of REFUSED)
      if (raw[keyword] !== undefined)
        this.#fail(pointer(at, keyword), 'this keyword is not supported in a schema of messages')
    if (raw['not'] !== undefined) {
      const not = this.node(raw['not'], `${at}/not`)
      if (Object.keys(not).length > 0) this.#fail(`${at}/not`, 'this keyword is not supported in a schema of messages')
      return NOTHING
    }
    const choices = [...this.#list(raw, 'oneOf', at), ...this.#list(raw, 'anyOf', at)]
    const hasChoices = raw['oneOf'] !== undefined || raw['anyOf'] !== undefined
    return defined<SchemaNode>({
      ref: this.#reference(raw['$ref'], `${at}/$ref`),
      types: this.#types(raw, at),
      values: this.#values(raw, at),
      allOf: raw['allOf'] === undefined ? undefined : this.#list(raw, 'allOf', at),
      oneOf: hasChoices ? choices : undefined,
      properties: this.#members(raw['properties'], `${at}/properties`),
      required: this.#strings(raw['required'], `${at}/required`),
      additional: this.#maybe(raw['additionalProperties'], `${at}/additionalProperties`),
      ...this.#items(raw, at),
      minItems: this.#count(raw, 'minItems', at),
      maxItems: this.#count(raw, 'maxItems', at),
      uniqueItems: this.#of<boolean>(raw, 'uniqueItems', 'boolean', at),
      format: this.#of<string>(raw, 'format', 'string', at),
      minimum: this.#bound(raw, 'minimum', 'exclusiveMinimum', 1, at),
      maximum: this.#bound(raw, 'maximum', 'exclusiveMaximum', -1, at),
      minLength: this.#count(raw, 'minLength', at),
      maxLength: this.#count(raw, 'maxLength', at),
      pattern: this.#pattern(raw, at),
      fallback: raw['default'] as Json | undefined,
      title: this.#of<string>(raw, 'title', 'string', at),
      description: this.#of<string>(raw, 'description', 'string', at),
    })
  }

  #maybe(value: unknown, at: string): SchemaNode | undefined {
    return value === undefined ? undefined : this.node(value, at)
  }

  #object(value: unknown, at: string): Raw {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.#fail(at, `expected a schema, an object, got ${kindOf(value)}`)
    return value as Raw
  }

  #list(raw: Raw, key: string, at: string): readonly SchemaNode[] {
    const value = raw[key] ?? []
    if (!Array.isArray(value)) return this.#fail(pointer(at, key), `expected a list of schemas, got ${kindOf(value)}`)
    return value.map((one, i) => this.node(one, pointer(at, key, String(i))))
  }

  #members(value: unknown, at: string): Record<string, SchemaNode> | undefined {
    if (value === undefined) return undefined
    return Object.fromEntries(
      Object.entries(this.#object(value, at)).map(([name, node]) => [name, this.node(node, pointer(at, name))]),
    )
  }

  /** Tuples are `items` in draft 7 and `prefixItems` in draft 2020-12. */
  #items(raw: Raw, at: string): Pick<SchemaNode, 'items' | 'tuple'> {
    if (raw['prefixItems'] !== undefined)
      return defined({ tuple: this.#list(raw, 'prefixItems', at), items: this.#maybe(raw['items'], `${at}/items`) })
    if (Array.isArray(raw['items']))
      return defined({
        tuple: this.#list(raw, 'items', at),
        items: this.#maybe(raw['additionalItems'], `${at}/additionalItems`),
      })
    return defined({ items: this.#maybe(raw['items'], `${at}/items`) })
  }

  #types(raw: Raw, at: string): readonly TypeName[] | undefined {
    const value = raw['type']
    if (value === undefined) return undefined
    const list: readonly unknown[] = Array.isArray(value) ? value : [value]
    for (const type of list)
      if (!TYPES.includes(type as TypeName))
        this.#fail(`${at}/type`, `expected one of ${TYPES.join(', ')}, got ${JSON.stringify(type)}`)
    const types = list as readonly TypeName[]
    return raw['nullable'] === true && !types.includes('null') ? [...types, 'null'] : types
  }

  #values(raw: Raw, at: string): readonly Json[] | undefined {
    if (raw['const'] !== undefined) return [raw['const'] as Json]
    const value = raw['enum']
    if (value === undefined) return undefined
    if (!Array.isArray(value)) return this.#fail(`${at}/enum`, `expected a list of values, got ${kindOf(value)}`)
    return value as readonly Json[]
  }

  #strings(value: unknown, at: string): readonly string[] | undefined {
    if (value === undefined) return undefined
    if (!Array.isArray(value) || value.some((one) => typeof one !== 'string'))
      return this.#fail(at, 'expected a list of names')
    return value as readonly string[]
  }

  #count(raw: Raw, key: string, at: string): number | undefined {
    const value = raw[key]
    if (value !== undefined && !(Number.isInteger(value) && (value as number) >= 0))
      this.#fail(pointer(at, key), `expected a non-negative integer, got ${JSON.stringify(value)}`)
    return value as number | undefined
  }

  #of<T>(raw: Raw, key: string, type: 'string' | 'boolean' | 'number', at: string): T | undefined {
    const value = raw[key]
    if (value !== undefined && value !== null && typeof value !== type)
      this.#fail(pointer(at, key), `expected a ${type}, got ${kindOf(value)}`)
    return (value ?? undefined) as T | undefined
  }

  /** An exclusive bound becomes the next integer: contracts have no other numbers. */
  #bound(raw: Raw, key: string, exclusive: string, step: number, at: string): number | undefined {
    const value = this.#of<number>(raw, key, 'number', at)
    const excluded = this.#of<number>(raw, exclusive, 'number', at)
    return value ?? (excluded === undefined ? undefined : excluded + step)
  }

  #pattern(raw: Raw, at: string): RegExp | undefined {
    const value = this.#of<string>(raw, 'pattern', 'string', at)
    if (value === undefined) return undefined
    try {
      const pattern = new RegExp(value, 'u')
      fc.stringMatching(pattern)
      return pattern
    } catch (cause) {
      return this.#fail(`${at}/pattern`, 'no string can be generated for this pattern', cause)
    }
  }

  #reference(value: unknown, at: string): string | undefined {
    if (value === undefined) return undefined
    const name = typeof value === 'string' ? /^#(?:\/(?:definitions|\$defs)\/(.+))?$/.exec(value) : null
    if (name === null) return this.#fail(at, 'expected a reference such as "#/definitions/Coin"')
    const target = name[1] === undefined ? '#' : unescapedPart(decodeURIComponent(name[1]))
    this.#references.set(target, at)
    return target
  }

  #fail(at: string, message: string, cause?: unknown): never {
    throw new FixtureError({ file: this.#where, pointer: at, message, ...(cause !== undefined && { cause }) })
  }
}

const pointer = (at: string, ...names: readonly string[]): string => `${at}${jsonPointer(names)}`

export const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`

/** Without members that are undefined. */
const defined = <T extends object>(value: { [Name in keyof T]?: T[Name] | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T
