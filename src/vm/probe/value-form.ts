import type { Json } from '../../base/json-value.js'
import { pascal } from '../../base/index.js'
import { fieldsAmong } from './optional-fields.js'
import type { ValueParser, Verdict } from './verdict.js'

/** The schema of a value, and one value that the parser accepts. */
export interface Form {
  readonly schema: Readonly<Record<string, Json>>
  readonly example: Json
}

/** A name that no contract uses. */
const NO_NAME = '?'

/** The depth to which values are probed; below it, anything is allowed. */
const MAX_DEPTH = 12
/** Enough for every known contract; after so many calls, anything is allowed. */
const MAX_QUESTIONS = 20_000

const ANYTHING: Form = { schema: {}, example: {} }

/** String types, each with an example. The first accepted example decides; only a plain string accepts `NO_NAME`. */
const TEXTS: readonly { readonly text: string; readonly definition?: string }[] = [
  { text: NO_NAME },
  { text: '0.5', definition: 'Decimal' },
  { text: '1', definition: 'Uint64' },
  { text: '', definition: 'Binary' },
  { text: '00'.repeat(32), definition: 'HexBinary' },
]

/** Number types in strings, each with a value that is too large for the next narrower type. */
const WIDER: readonly { readonly definition: string; readonly text: string }[] = [
  { definition: 'Uint512', text: String(2n ** 256n) },
  { definition: 'Uint256', text: String(2n ** 128n) },
  { definition: 'Uint128', text: String(2n ** 64n) },
]

const INTEGERS: readonly { readonly format: string; readonly above: string }[] = [
  { format: '8', above: '256' },
  { format: '16', above: '65536' },
  { format: '32', above: '4294967296' },
]

/** Probes a contract's parser for the form of a value. */
export class FormFinder {
  readonly definitions: Record<string, Json> = {}
  readonly #parser: ValueParser
  readonly #isOver: () => boolean
  /** Enums that were found, by their variants, since an enum may contain itself. */
  readonly #enums = new Map<string, { readonly name: string; example: Json }>()

  /** @param isOver whether the time is over: everything else may then be anything */
  constructor(parser: ValueParser, isOver: () => boolean = () => false) {
    this.#parser = parser
    this.#isOver = isOver
  }

  /** @param before the message up to the beginning of the value @param called the name of the value */
  form(before: string, called: string, depth = 0): Form {
    if (depth > MAX_DEPTH || this.#parser.asked > MAX_QUESTIONS || this.#isOver()) return ANYTHING
    const object = this.#ask(`${before}{"${NO_NAME}":0`)
    // A value that can be an object, a number or a list is `serde(untagged)` or any JSON, and is not probed further.
    if (object.kind === 'accepted' && this.#takes(`${before}0`) && this.#takes(`${before}[]`)) return ANYTHING
    const form = this.#known(object, before, called, depth) ?? this.#text(before) ?? this.#plain(before, called, depth)
    return form === undefined ? ANYTHING : this.#takes(`${before}null`) ? orNull(form) : form
  }

  #ask(beginning: string): Verdict {
    return this.#parser.ask(beginning)
  }

  #takes(beginning: string): boolean {
    return this.#ask(beginning).kind === 'accepted'
  }

  /** The form of a value that can be an object. */
  #known(verdict: Verdict, before: string, called: string, depth: number): Form | undefined {
    if (verdict.kind === 'unknown variant') return this.#enum(verdict.names, before, called, depth)
    if (verdict.kind === 'unknown field') return this.#struct(verdict.names, before, depth)
    const empty = this.#ask(`${before}{}`)
    if (empty.kind === 'missing field') return this.#openStruct(before, depth)
    if (empty.kind !== 'accepted') return undefined
    return ['[]', '""'].every((value) => this.#takes(`${before}{"${NO_NAME}":${value}`))
      ? this.#openStruct(before, depth)
      : this.#map(before, called, depth)
  }

  /** An object with any names, but values of one type. */
  #map(before: string, called: string, depth: number): Form {
    const { schema } = this.form(`${before}{"${NO_NAME}":`, called, depth + 1)
    return { schema: { type: 'object', additionalProperties: schema }, example: {} }
  }

  #enum(names: readonly string[], before: string, called: string, depth: number): Form {
    const key = names.join()
    const known = this.#enums.get(key)
    if (known !== undefined) return { schema: { $ref: `#/definitions/${known.name}` }, example: known.example }
    if (names.length === 0) return { schema: { oneOf: [] }, example: null }
    const entry = { name: this.#free(pascal(called)), example: names[0]! as Json }
    this.#enums.set(key, entry)
    const texts = names.filter((name) => this.#takes(`${before}${JSON.stringify(name)}`))
    const objects = names
      .filter((name) => !texts.includes(name))
      .map((name) => ({ name, form: this.#payload(`${before}{${JSON.stringify(name)}:`, name, depth + 1) }))
    const oneOf = [
      ...(texts.length > 0 ? [{ type: 'string', enum: texts }] : []),
      ...objects.map(({ name, form }) => closed({ [name]: form.schema }, [name])),
    ]
    const [simplest] = [...texts, ...objects.map(({ name, form }) => ({ [name]: form.example }))].sort(
      (a, b) => JSON.stringify(a).length - JSON.stringify(b).length,
    )
    entry.example = simplest ?? null
    this.definitions[entry.name] = { oneOf }
    return { schema: { $ref: `#/definitions/${entry.name}` }, example: entry.example }
  }

  /** The payload of a variant. If it accepts anything, the variant has no fields. */
  #payload(before: string, name: string, depth: number): Form {
    const form = this.form(before, name, depth)
    return form === ANYTHING && this.#takes(`${before}{}`) ? { schema: closed({}, []), example: {} } : form
  }

  /** An unused name for a definition. */
  #free(name: string): string {
    const taken = new Set([...this.#enums.values()].map((one) => one.name))
    const names = [name, ...Array.from({ length: taken.size + 1 }, (_, i) => `${name}${i + 2}`)]
    return names.find((one) => !taken.has(one) && !TEXTS.some(({ definition }) => definition === one))!
  }

  /** A struct whose errors name all its fields: a field is required if leaving it out is an error. */
  #struct(names: readonly string[], before: string, depth: number): Form {
    const fields = new Map(
      names.map((name) => [name, this.form(`${before}{${JSON.stringify(name)}:`, name, depth + 1)]),
    )
    const required = names.filter((name) => {
      const others = [...fields].filter(([other]) => other !== name)
      const verdict = this.#ask(`${before}${JSON.stringify(examples(others))}`)
      return verdict.kind === 'missing field' && verdict.name === name
    })
    return {
      schema: closed(Object.fromEntries([...fields].map(([name, { schema }]) => [name, schema])), required),
      example: examples([...fields].filter(([name]) => required.includes(name))),
    }
  }

  /** A struct that ignores unknown fields. Its errors name the missing fields one by one; optional ones are found among the words of the contract. */
  #openStruct(before: string, depth: number): Form {
    const required = new Map<string, Form>()
    const field = (name: string): Form => this.form(`${before}{${JSON.stringify(name)}:`, name, depth + 1)
    for (;;) {
      const verdict = this.#ask(`${before}${JSON.stringify(examples([...required]))}`)
      if (verdict.kind !== 'missing field' || required.has(verdict.name)) break
      required.set(verdict.name, field(verdict.name))
    }
    const words = this.#parser.words.filter((word) => !required.has(word))
    const optional = fieldsAmong(words, before, { ask: (beginning) => this.#ask(beginning), unfit: this.#parser.unfit })
    const fields = [...required, ...optional.map((name) => [name, field(name)] as const)]
    return {
      schema: closed(Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])), [...required.keys()]),
      example: examples([...required]),
    }
  }

  #text(before: string): Form | undefined {
    const found = TEXTS.find(({ text }) => this.#takes(`${before}${JSON.stringify(text)}`))
    if (found === undefined) return undefined
    const { text } = found
    if (found.definition === undefined) return { schema: { type: 'string' }, example: 'text' }
    const definition = found.definition === 'Uint64' ? this.#numberText(before) : found.definition
    this.definitions[definition] = { type: 'string' }
    return { schema: { $ref: `#/definitions/${definition}` }, example: text }
  }

  #numberText(before: string): string {
    const { definition } = WIDER.find(({ text }) => this.#takes(`${before}"${text}"`)) ?? { definition: 'Uint64' }
    return this.#takes(`${before}"-1"`) ? definition.replace('Uint', 'Int') : definition
  }

  #plain(before: string, called: string, depth: number): Form | undefined {
    if (this.#takes(`${before}true`)) return { schema: { type: 'boolean' }, example: true }
    if (this.#takes(`${before}1`)) return this.#number(before)
    const list = this.#ask(`${before}[]`)
    if (list.kind === 'length') return this.#tuple(list.length, before, called, depth)
    if (list.kind !== 'accepted') return undefined
    return { schema: { type: 'array', items: this.form(`${before}[`, called, depth + 1).schema }, example: [] }
  }

  #number(before: string): Form {
    const signed = this.#takes(`${before}-1`)
    const bits = INTEGERS.find(({ above }) => !this.#takes(`${before}${above}`))?.format ?? '64'
    return {
      schema: { type: 'integer', format: `${signed ? '' : 'u'}int${bits}`, ...(!signed && { minimum: 0 }) },
      example: 1,
    }
  }

  #tuple(length: number, before: string, called: string, depth: number): Form {
    const parts: Form[] = []
    for (let i = 0; i < length; i++) {
      const first = parts.map(({ example }) => `${JSON.stringify(example)},`).join('')
      parts.push(this.form(`${before}[${first}`, called, depth + 1))
    }
    const items = parts.map(({ schema }) => schema)
    return {
      schema: { type: 'array', items, minItems: length, maxItems: length },
      example: parts.map(({ example }) => example),
    }
  }
}

const closed = (properties: Readonly<Record<string, Json>>, required: readonly string[]): Form['schema'] => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  properties,
  additionalProperties: false,
})

/** The form in which schemars writes an `Option`: `null` is one more type, or a choice next to a reference. */
const orNull = ({ schema }: Form): Form => ({
  schema:
    typeof schema['type'] === 'string'
      ? { ...schema, type: [schema['type'], 'null'] }
      : { anyOf: [schema, { type: 'null' }] },
  example: null,
})

const examples = (fields: readonly (readonly [string, Form])[]): Readonly<Record<string, Json>> =>
  Object.fromEntries(fields.map(([name, { example }]) => [name, example]))
