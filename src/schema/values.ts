import * as fc from 'fast-check'
import { lazy } from './arbitraries/lazy.js'
import type { Json } from '../sandbox/internal.js'
import type { Surroundings } from './surroundings.js'
import { integers } from './integers.js'
import type { MessageSchema, SchemaNode, TypeName } from './node.js'
import { choices, flat, heightsOf } from './resolve.js'
import { DEFINED_TEXTS, textOf, type Place } from './texts.js'
import { own } from '../base/index.js'

/** From this depth on, only the smallest values are generated, so that recursive schemas end. */
const DEEP = 7

/** The place of a node in the value. */
interface Way extends Place {
  readonly depth: number
}

/** Creates arbitraries for the nodes of one schema. */
export class Values {
  readonly #schema: MessageSchema
  readonly #around: Surroundings

  constructor(schema: MessageSchema, around: Surroundings) {
    this.#schema = schema
    this.#around = around
  }

  /** Values of a node that is the message or one of its variants. */
  of(node: SchemaNode, depth = 0): fc.Arbitrary<Json> {
    return this.#value(node, { name: '', description: '', siblings: [], messages: this.#messages(depth), depth })
  }

  isInhabited(node: SchemaNode): boolean {
    return heightsOf(this.#schema).of(node) < Infinity
  }

  /** The messages to put into a `Binary`: the given ones, and those of the contract itself, which it may send to itself. */
  #messages(depth: number): fc.Arbitrary<Json> | undefined {
    const { messages = [] } = this.#around
    const given = messages.length > 0 ? [{ arbitrary: fc.constantFrom(...messages), weight: 3 }] : []
    const own = this.isInhabited(this.#schema.root)
      ? [{ arbitrary: lazy(() => this.of(this.#schema.root, depth + DEEP / 2)), weight: 1 }]
      : []
    if (depth >= DEEP || given.length + own.length === 0) return undefined
    return fc.oneof(...given, ...own)
  }

  #value(node: SchemaNode, way: Way): fc.Arbitrary<Json> {
    const text = definedText(node)
    const description = node.description ?? way.description
    const here = description === way.description ? way : { ...way, description }
    const defined = text === undefined ? undefined : own(DEFINED_TEXTS, text)
    const value = defined === undefined ? this.#plain(node, here) : defined(this.#around, here)
    const { fallback } = node
    if (fallback === undefined) return value
    return fc.oneof({ arbitrary: value, weight: 3 }, { arbitrary: fc.constant(fallback), weight: 1 })
  }

  #plain(node: SchemaNode, way: Way): fc.Arbitrary<Json> {
    const whole = flat(this.#schema, node)
    if (whole.oneOf !== undefined) return this.#choice(whole, way)
    if (whole.values !== undefined) return fc.constantFrom(...whole.values)
    const types = whole.types ?? guessedTypes(whole)
    const single = types.map((type) => ({ arbitrary: this.#typed(whole, type, way), weight: type === 'null' ? 1 : 3 }))
    return single.length === 1 ? single[0]!.arbitrary : fc.oneof(...single)
  }

  #choice(node: SchemaNode, way: Way): fc.Arbitrary<Json> {
    const heights = heightsOf(this.#schema)
    const all = choices(this.#schema, node)
      .map((one) => ({ one, height: heights.of(one) }))
      .filter(({ height }) => height < Infinity)
    const lowest = Math.min(...all.map(({ height }) => height))
    const kept = way.depth >= DEEP ? all.filter(({ height }) => height === lowest) : all
    return fc.oneof(
      ...kept.map(({ one }) => ({
        arbitrary: lazy(() => this.#value(one, { ...way, depth: way.depth + 1 })),
        weight: one.types?.length === 1 && one.types[0] === 'null' ? 1 : 3,
      })),
    )
  }

  #typed(node: SchemaNode, type: TypeName, way: Way): fc.Arbitrary<Json> {
    const { name } = way
    const of: Readonly<Record<TypeName, () => fc.Arbitrary<Json>>> = {
      null: () => fc.constant(null),
      boolean: () => fc.boolean(),
      integer: () => integers(node, name, this.#around),
      number: () =>
        fc.oneof(
          integers(node, name, this.#around),
          fc.double({ ...range(node), noNaN: true, noDefaultInfinity: true }),
        ),
      string: () => this.#text(node, way),
      array: () => this.#array(node, way),
      object: () => this.#object(node, way),
    }
    return of[type]()
  }

  #text(node: SchemaNode, way: Way): fc.Arbitrary<string> {
    const { pattern, minLength = 0, maxLength = Infinity } = node
    const free = textOf(this.#around, way)
    if (pattern === undefined && minLength === 0 && maxLength === Infinity) return free
    // JSON Schema counts code points, not UTF-16 units.
    const fits = (text: string): boolean => {
      const { length } = Array.from(text)
      return length >= minLength && length <= maxLength && (pattern?.test(text) ?? true)
    }
    const made =
      pattern === undefined
        ? fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 20), unit: 'grapheme-ascii' })
        : fc.stringMatching(pattern).filter(fits)
    return fc.tuple(free, made).map(([given, other]) => (fits(given) ? given : other))
  }

  #array(node: SchemaNode, way: Way): fc.Arbitrary<Json[]> {
    const { tuple = [], items, minItems = 0, maxItems = Infinity, uniqueItems = false } = node
    const deeper = { ...way, depth: way.depth + 1 }
    const start = tuple.map((one) => lazy(() => this.#value(one, deeper)))
    const minLength = Math.max(0, minItems - start.length)
    const room = way.depth >= DEEP || !this.isInhabited(items ?? {}) ? 0 : Math.max(1, 3 - Math.floor(way.depth / 2))
    const most = items === undefined && tuple.length > 0 ? minLength : minLength + room
    const maxLength = Math.max(0, Math.min(most, maxItems - start.length))
    const item = lazy(() => this.#value(items ?? {}, deeper))
    const rest = uniqueItems
      ? fc.uniqueArray(item, { minLength, maxLength, selector: (value) => JSON.stringify(value) })
      : fc.array(item, { minLength, maxLength })
    return start.length === 0 ? rest : fc.tuple(fc.tuple(...start), rest).map(([first, more]) => [...first, ...more])
  }

  #object(node: SchemaNode, way: Way): fc.Arbitrary<Json> {
    const { properties = {}, required = [], additional } = node
    const names = [...new Set([...Object.keys(properties), ...required])]
    const siblings = (names.length > 1 || way.name === '' ? names : [way.name, ...names]).map(inSnakeCase)
    const present = names.filter(
      (name) => required.includes(name) || (way.depth < DEEP && this.isInhabited(own(properties, name) ?? {})),
    )
    const model = Object.fromEntries(
      present.map((name) => [
        name,
        lazy(() =>
          this.#value(own(properties, name) ?? additional ?? {}, {
            ...way,
            name: inSnakeCase(name),
            description: '',
            siblings: [...siblings, ...(way.name === '' ? [] : [way.name])],
            depth: way.depth + 1,
          }),
        ),
      ]),
    )
    const named = fc.record<Record<string, Json>>(model, { requiredKeys: [...required], noNullPrototype: true })
    if (additional === undefined || names.length > 0 || !this.isInhabited(additional) || way.depth >= DEEP) return named
    // A map, whose keys are often addresses.
    const key = textOf(this.#around, { ...way, name: 'address' })
    const value = lazy(() => this.#value(additional, { ...way, depth: way.depth + 1 }))
    return fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true })
  }
}

/** The string type of cosmwasm-std that a node references, directly or as the only part of `allOf`, which is how it gets a description. */
function definedText({ ref, allOf }: SchemaNode): string | undefined {
  const name = ref ?? (allOf?.length === 1 ? allOf[0]!.ref : undefined)
  return name !== undefined && Object.hasOwn(DEFINED_TEXTS, name) ? name : undefined
}

/** Names in Solidity have capitals, and lines around them: `sourceChannel`, `channel_`. */
const inSnakeCase = (name: string): string =>
  /[A-Z]|^_|_$/.test(name)
    ? name
        .replaceAll(/(?<=[a-z0-9])[A-Z]/g, (capital) => `_${capital}`)
        .replaceAll(/^_+|_+$/g, '')
        .toLowerCase()
    : name

const guessedTypes = ({ properties, items, tuple }: SchemaNode): readonly TypeName[] =>
  properties !== undefined
    ? ['object']
    : items !== undefined || tuple !== undefined
      ? ['array']
      : ['null', 'boolean', 'integer', 'string']

const range = ({ minimum, maximum }: SchemaNode): { min?: number; max?: number } => ({
  ...(minimum !== undefined && { min: minimum }),
  ...(maximum !== undefined && { max: maximum }),
})
