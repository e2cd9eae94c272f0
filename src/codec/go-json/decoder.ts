import { SudoboxError } from '../../base/index.js'
import { wellFormed } from './encode.js'

/** An error of Go's `encoding/json`, with Go's text. */
export class GoJsonError extends SudoboxError {
  readonly code: string = 'JSON'
}

/** Go's `UnmarshalTypeError`: its text names the struct and the path that led there, which grow as the error propagates. */
export class TypeMismatch extends GoJsonError {
  readonly value: string
  readonly type: string
  readonly struct: string
  readonly field: string

  constructor(value: string, type: string, struct = '', field = '') {
    const target =
      struct === '' && field === '' ? `Go value of type ${type}` : `Go struct field ${struct}.${field} of type ${type}`
    super(`json: cannot unmarshal ${value} into ${target}`)
    this.value = value
    this.type = type
    this.struct = struct
    this.field = field
  }
}

export type Kind = 'object' | 'array' | 'string' | 'number' | 'bool' | 'null'

const KINDS: Readonly<Record<number, Kind>> = {
  0x7b: 'object',
  0x5b: 'array',
  0x22: 'string',
  0x74: 'bool',
  0x66: 'bool',
  0x6e: 'null',
}

const isSpace = (c: number | undefined): boolean => c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const one = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** UTF-8 to text, each invalid byte becoming one U+FFFD. Source: Go's `utf8.DecodeRune`. */
export function goText(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    let text = ''
    for (let at = 0; at < bytes.length;) {
      const lead = bytes[at]!
      const size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
      try {
        text += one.decode(bytes.subarray(at, at + size))
        at += size
      } catch {
        text += '\ufffd'
        at++
      }
    }
    return text
  }
}

/**
 * Walks a document that the grammar check accepted, and keeps what Go's decoder keeps: the first type mismatch and its place.
 * Source: go1.24 encoding/json/decode.go `decodeState`.
 */
export class GoJsonDecoder {
  readonly #data: Uint8Array
  #at = 0
  #saved: GoJsonError | undefined
  #struct = ''
  #path: string[] = []

  constructor(data: Uint8Array) {
    this.#data = data
    this.#space()
  }

  get saved(): GoJsonError | undefined {
    return this.#saved
  }

  kind(): Kind {
    return KINDS[this.#data[this.#at]!] ?? 'number'
  }

  /** Keeps the first error that does not stop the decoder. */
  save(error: GoJsonError): void {
    this.#saved ??= this.inContext(error)
  }

  /** Records that a value of this kind does not fit the type, and skips it. */
  mismatch(type: string): void {
    this.save(new TypeMismatch(this.kind(), type))
    this.skip()
  }

  inContext(error: GoJsonError): GoJsonError {
    if (!(error instanceof TypeMismatch) || this.#path.length === 0) return error
    const field = error.field === '' ? this.#path : [...this.#path, error.field]
    return new TypeMismatch(error.value, error.type, this.#struct, field.join('.'))
  }

  /** Visits the members of an object, positioned at each value, which `visit` must read or skip. */
  object(visit: (name: string) => void): void {
    this.#step()
    for (let more = this.#data[this.#at] !== 0x7d; more;) {
      const name = this.string()
      this.#step()
      visit(name)
      more = this.#data[this.#at] === 0x2c
      if (more) this.#step()
    }
    this.#step()
  }

  array(visit: () => void): void {
    this.#step()
    for (let more = this.#data[this.#at] !== 0x5d; more;) {
      visit()
      more = this.#data[this.#at] === 0x2c
      if (more) this.#step()
    }
    this.#step()
  }

  /** Runs `read` for a struct field. A thrown error leaves the path unchanged, as in Go. */
  field(struct: string, name: string, read: () => void): void {
    const outer = this.#struct
    this.#struct = struct
    this.#path.push(name)
    read()
    this.#path.pop()
    this.#struct = outer
  }

  string(): string {
    const start = this.#at + 1
    let escaped = false
    let end = start
    for (let c = this.#data[end]; c !== 0x22; c = this.#data[++end])
      if (c === 0x5c) {
        escaped = true
        end++
      }
    this.#at = end
    this.#step()
    const text = goText(this.#data.subarray(start, end))
    return escaped ? wellFormed(JSON.parse(`"${text}"`) as string) : text
  }

  /** The characters of a number, `true`, `false` or `null`. */
  literal(): string {
    const start = this.#at
    for (let c = this.#data[this.#at]; c !== undefined && !isSpace(c) && c !== 0x2c && c !== 0x5d && c !== 0x7d;)
      c = this.#data[++this.#at]
    const text = Buffer.prototype.latin1Slice.call(this.#data, start, this.#at)
    this.#space()
    return text
  }

  /** The raw bytes of the next value. */
  raw(): Uint8Array {
    const start = this.#at
    let depth = 0
    do {
      const c = this.#data[this.#at]
      if (c === 0x22) {
        for (let s = this.#data[++this.#at]; s !== 0x22; s = this.#data[++this.#at]) if (s === 0x5c) this.#at++
        this.#at++
      } else if (c === 0x7b || c === 0x5b) {
        depth++
        this.#at++
      } else if (c === 0x7d || c === 0x5d) {
        depth--
        this.#at++
      } else if (depth > 0 && (c === 0x2c || c === 0x3a || isSpace(c))) this.#at++
      else {
        for (let s = this.#data[this.#at]; s !== undefined && !isSpace(s) && s !== 0x2c && s !== 0x5d && s !== 0x7d;)
          s = this.#data[++this.#at]
      }
    } while (depth > 0)
    const bytes = this.#data.subarray(start, this.#at)
    this.#space()
    return bytes
  }

  skip(): void {
    this.raw()
  }

  #step(): void {
    this.#at++
    this.#space()
  }

  #space(): void {
    while (isSpace(this.#data[this.#at])) this.#at++
  }
}
