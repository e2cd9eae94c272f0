/**
 * Reads JSON into declared shapes as Rust's serde_json does, with its error texts and positions. Which of several errors is reported, and where,
 * depends on the order of reading. Source: serde_json 1.0 `de.rs`, `read.rs`, serde's derived `Deserialize`.
 */

/** An error with serde_json's text. */
export class SerdeError extends Error {
  /** Whether the text already says the line and column. */
  readonly placed: boolean

  constructor(text: string, placed: boolean) {
    super(text)
    this.placed = placed
  }
}

/** How a value of a type is read. */
export type Shape<T> = (reader: SerdeReader) => T

type Field = { readonly shape: Shape<unknown>; readonly optional?: boolean }
export type Fields = Readonly<Record<string, Field>>
/** A variant of an enum: of one value, or of named fields. */
export type Variant = { readonly value: Shape<unknown> } | { readonly fields: Fields }
/** A variant that was read. */
export interface Chosen {
  readonly name: string
  readonly content: unknown
}

const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d])
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y

export class SerdeReader {
  readonly #bytes: Uint8Array
  /** Each byte as a character. */
  readonly #text: string
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#text = Buffer.from(bytes).toString('latin1')
  }

  /** @throws SerdeError */
  static read<T>(bytes: Uint8Array, shape: Shape<T>): T {
    const reader = new SerdeReader(bytes)
    const value = shape(reader)
    if (reader.#blank() !== undefined) throw reader.#next('trailing characters')
    return value
  }

  /** Skips blanks and returns the character after them. */
  #blank(): string | undefined {
    while (BLANK.has(this.#bytes[this.#at]!)) this.#at++
    return this.#text[this.#at]
  }

  /** An error at the last character read. */
  #here(text: string, at = this.#at): SerdeError {
    const lines = this.#text.slice(0, at).split('\n')
    return new SerdeError(`${text} at line ${lines.length} column ${lines.at(-1)!.length}`, true)
  }
  /** An error at the next character. */
  #next = (text: string): SerdeError => this.#here(text, Math.min(this.#text.length, this.#at + 1))
  #place = (error: unknown): unknown =>
    error instanceof SerdeError && !error.placed ? this.#here(error.message) : error
  #placing<T>(step: () => T): T {
    try {
      return step()
    } catch (error) {
      throw this.#place(error)
    }
  }

  #value(): string {
    const next = this.#blank()
    if (next === undefined) throw this.#next('EOF while parsing a value')
    return next
  }

  /** An enum: one member that names the variant, with its content. @param type its name in Rust, for error texts */
  variant(type: string, variants: Readonly<Record<string, Variant>>): Chosen {
    const { name, bare } = this.#variantName(Object.keys(variants))
    const variant = variants[name]!
    if (bare) {
      const kind = 'value' in variant ? 'newtype' : 'struct'
      throw new SerdeError(`invalid type: unit variant, expected ${kind} variant`, false)
    }
    const content =
      'value' in variant ? variant.value(this) : this.record(variant.fields, `struct variant ${type}::${pascal(name)}`)
    this.#endVariant()
    return { name, content }
  }

  /** A variant without content: its bare name, or a member with `null`. */
  unit(names: readonly string[]): string {
    const { name, bare } = this.#variantName(names)
    if (bare) return name
    if (this.#value() !== 'n') throw this.#mismatch('unit')
    this.#word('null')
    this.#endVariant()
    return name
  }

  #variantName(names: readonly string[]): { readonly name: string; readonly bare: boolean } {
    const next = this.#value()
    const bare = next === '"'
    if (!bare) {
      if (next !== '{') throw this.#next('expected value')
      this.#at++
      const key = this.#blank()
      if (key === undefined) throw this.#next('EOF while parsing an object')
      if (key !== '"') throw this.#next(key === '}' ? 'expected value' : 'key must be a string')
    }
    const name = this.#string()
    if (!names.includes(name)) throw this.#here(`unknown variant \`${name}\`, expected ${oneOf(names)}`)
    if (!bare) this.#colon()
    return { name, bare }
  }

  #endVariant(): void {
    const end = this.#blank()
    if (end !== '}') throw this.#here(end === undefined ? 'EOF while parsing an object' : 'expected value')
    this.#at++
  }

  /** A struct: an object, or a list of its fields in order. @param what it is, for error texts */
  record(fields: Fields, what: string): Readonly<Record<string, unknown>> {
    const next = this.#value()
    if (next !== '{' && next !== '[') throw this.#mismatch(what)
    this.#at++
    const read = next === '{' ? () => this.#members(fields) : () => this.#elements(fields, what)
    const end = next === '{' ? () => this.#endObject() : () => this.#endList()
    let value: Readonly<Record<string, unknown>>
    try {
      value = read()
    } catch (error) {
      // Reading still goes on to the end; an error without a position gets the one after it.
      try {
        end()
      } catch {
        // The first error counts.
      }
      throw this.#place(error)
    }
    this.#placing(end)
    return value
  }

  #members(fields: Fields): Record<string, unknown> {
    const values: Record<string, unknown> = {}
    for (let first = true; this.#hasKey(first); first = false) {
      const name = this.#string()
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (field !== undefined && Object.hasOwn(values, name)) throw new SerdeError(`duplicate field \`${name}\``, false)
      this.#colon()
      if (field === undefined) this.#skip()
      else values[name] = this.#fieldValue(field)
    }
    for (const [name, { optional }] of Object.entries(fields))
      if (!Object.hasOwn(values, name) && optional !== true) throw new SerdeError(`missing field \`${name}\``, false)
    return values
  }

  #elements(fields: Fields, what: string): Record<string, unknown> {
    const values: Record<string, unknown> = {}
    const entries = Object.entries(fields)
    for (const [i, [name, field]] of entries.entries()) {
      if (!this.#hasElement(i === 0)) {
        const count = `${entries.length} element${entries.length === 1 ? '' : 's'}`
        throw new SerdeError(`invalid length ${i}, expected ${what} with ${count}`, false)
      }
      values[name] = this.#fieldValue(field)
    }
    return values
  }

  #fieldValue({ shape, optional }: Field): unknown {
    if (optional !== true || this.#blank() !== 'n') return shape(this)
    this.#word('null')
    return undefined
  }

  #hasKey(first: boolean): boolean {
    const next = this.#blank()
    if (next === undefined) throw this.#next('EOF while parsing an object')
    if (next === '}') return false
    if (first) {
      if (next !== '"') throw this.#next('key must be a string')
      return true
    }
    if (next !== ',') throw this.#next('expected `,` or `}`')
    this.#at++
    const key = this.#blank()
    if (key === '"') return true
    if (key === undefined) throw this.#next('EOF while parsing a value')
    throw this.#next(key === '}' ? 'trailing comma' : 'key must be a string')
  }

  #hasElement(first: boolean): boolean {
    const next = this.#blank()
    if (next === undefined) throw this.#next('EOF while parsing a list')
    if (next === ']') return false
    if (first) return true
    if (next !== ',') throw this.#next('expected `,` or `]`')
    this.#at++
    const element = this.#blank()
    if (element === undefined) throw this.#next('EOF while parsing a value')
    if (element === ']') throw this.#next('trailing comma')
    return true
  }

  #endObject(): void {
    const next = this.#blank()
    if (next === undefined) throw this.#next('EOF while parsing an object')
    if (next !== '}') throw this.#next(next === ',' ? 'trailing comma' : 'trailing characters')
    this.#at++
  }

  #endList(): void {
    const next = this.#blank()
    if (next === undefined) throw this.#next('EOF while parsing a list')
    if (next === ',') {
      this.#at++
      throw this.#next(this.#blank() === ']' ? 'trailing comma' : 'trailing characters')
    }
    if (next !== ']') throw this.#next('trailing characters')
    this.#at++
  }

  #colon(): void {
    const next = this.#blank()
    if (next === undefined) throw this.#next('EOF while parsing an object')
    if (next !== ':') throw this.#next('expected `:`')
    this.#at++
  }

  /** @param wanted what the type expects, for error texts @param check returns what is wrong with the text */
  string(wanted: string, check?: (text: string) => string | undefined): string {
    if (this.#value() !== '"') throw this.#mismatch(wanted)
    const text = this.#string()
    const problem = check?.(text)
    if (problem !== undefined) throw this.#here(problem)
    return text
  }

  boolean(): boolean {
    const next = this.#value()
    if (next !== 't' && next !== 'f') throw this.#mismatch('a boolean')
    this.#word(next === 't' ? 'true' : 'false')
    return next === 't'
  }

  /** @param bits of an unsigned integer */
  integer(bits: number): bigint {
    const next = this.#value()
    if (!/[-0-9]/.test(next)) throw this.#mismatch(`u${bits}`)
    const text = this.#number()
    if (!/^-?\d+$/.test(text) || BigInt(text) >= 1n << 64n || BigInt(text) < -(1n << 63n))
      throw this.#here(`invalid type: ${numberText(text)}, expected u${bits}`)
    const value = BigInt(text)
    if (value < 0n || value >= 1n << BigInt(bits))
      throw this.#here(`invalid value: integer \`${value}\`, expected u${bits}`)
    return value
  }

  /** What was found instead of the expected type. */
  #mismatch(wanted: string): SerdeError {
    const got = this.#unexpected()
    return got === undefined ? this.#next('expected value') : this.#here(`invalid type: ${got}, expected ${wanted}`)
  }

  #unexpected(): string | undefined {
    const next = this.#text[this.#at]
    if (next === 'n') return (this.#word('null'), 'null')
    if (next === 't') return (this.#word('true'), 'boolean `true`')
    if (next === 'f') return (this.#word('false'), 'boolean `false`')
    if (next === '"') return `string ${JSON.stringify(this.#string())}`
    if (next === '[') return 'sequence'
    if (next === '{') return 'map'
    return next !== undefined && /[-0-9]/.test(next) ? numberText(this.#number()) : undefined
  }

  #word(word: string): void {
    this.#at++
    for (const letter of word.slice(1)) {
      const next = this.#text[this.#at]
      if (next === undefined) throw this.#here('EOF while parsing a value')
      this.#at++
      if (next !== letter) throw this.#here('expected ident')
    }
  }

  #number(): string {
    NUMBER.lastIndex = this.#at
    const match = NUMBER.exec(this.#text)?.[0]
    if (match === undefined) {
      this.#at++
      throw this.#at === this.#text.length ? this.#here('EOF while parsing a value') : this.#next('invalid number')
    }
    this.#at += match.length
    if (!Number.isFinite(Number(match))) throw this.#here('number out of range')
    const next = this.#text[this.#at]
    if (/^-?0$/.test(match) && next !== undefined && /[0-9]/.test(next)) throw this.#next('invalid number')
    return match
  }

  #string(): string {
    this.#at++
    const start = this.#at
    for (;;) {
      const byte = this.#bytes[this.#at]
      if (byte === undefined) throw this.#here('EOF while parsing a string')
      if (byte === 0x22) break
      if (byte < 0x20) {
        this.#at++
        throw this.#here('control character (\\u0000-\\u001F) found while parsing a string')
      }
      this.#at++
      if (byte !== 0x5c) continue
      const escape = this.#text[this.#at]
      if (escape === undefined) throw this.#here('EOF while parsing a string')
      this.#at++
      if (!'"\\/bfnrtu'.includes(escape)) throw this.#here('invalid escape')
    }
    const raw = Buffer.from(this.#bytes.subarray(start, this.#at))
    const text = raw.toString('utf8')
    if (!Buffer.from(text).equals(raw)) throw this.#here('invalid unicode code point')
    this.#at++
    try {
      return JSON.parse(`"${text}"`) as string
    } catch {
      throw this.#here('invalid escape')
    }
  }

  /** Skips a value that is not needed, however deep. */
  #skip(): void {
    const open: string[] = []
    do {
      const next = this.#value()
      let first = next === '{' || next === '['
      if (first) {
        this.#at++
        open.push(next)
      } else if (this.#unexpected() === undefined) throw this.#next('expected value')
      while (open.length > 0 && !this.#goesOn(open.at(-1)!, first)) {
        this.#at++
        open.pop()
        first = false
      }
    } while (open.length > 0)
  }

  /** Whether an object or a list that is skipped has one more value. Error texts differ from those for values that are read. */
  #goesOn(frame: string, first: boolean): boolean {
    const [end, what] = frame === '[' ? [']', 'a list'] : ['}', 'an object']
    const next = this.#blank()
    if (next === undefined) throw this.#next(`EOF while parsing ${what}`)
    if (next === end) return false
    if (!first) {
      if (next !== ',') throw this.#next(`expected \`,\` or \`${end}\``)
      this.#at++
    }
    if (frame === '[') return true
    const key = this.#blank()
    if (key === undefined) throw this.#next('EOF while parsing an object')
    if (key !== '"') throw this.#next('key must be a string')
    this.#string()
    this.#colon()
    return true
  }
}

/** An enum under its name in Rust. */
export const enumOf =
  (type: string, variants: Readonly<Record<string, Variant>>): Shape<Chosen> =>
  (reader) =>
    reader.variant(type, variants)

const pascal = (name: string): string => name.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())

function oneOf(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``)
  return quoted.length > 2 ? `one of ${quoted.join(', ')}` : quoted.join(' or ')
}

/** A JSON number as Rust prints it: as an integer if it fits, otherwise as floating point. */
function numberText(text: string): string {
  if (/^-?\d+$/.test(text) && BigInt(text) < 1n << 64n && BigInt(text) >= -(1n << 63n)) return `integer \`${text}\``
  const value = Number(text)
  const size = Math.abs(value)
  const plain = size === 0 || (size >= 1e-5 && size < 1e16)
  const digits = plain ? String(value) : value.toExponential()
  return `floating point \`${plain && Number.isInteger(value) ? `${digits}.0` : digits}\``
}
