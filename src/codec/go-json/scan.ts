/**
 * The grammar check of Go's `encoding/json`: `json.Valid` and the texts of its `SyntaxError`.
 * Source: go1.24 encoding/json/scanner.go.
 */

const MAX_DEPTH = 10_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const CLOSING = { object: 0x7d, array: 0x5d } as const

const isSpace = (c: number): boolean => c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09
const isDigit = (c: number): boolean => c >= 0x30 && c <= 0x39
const isHex = (c: number): boolean => isDigit(c) || (c >= 0x61 && c <= 0x66) || (c >= 0x41 && c <= 0x46)

class SyntaxError extends Error {}

const NAMED: Readonly<Record<number, string>> = {
  0x07: '\\a',
  0x08: '\\b',
  0x09: '\\t',
  0x0a: '\\n',
  0x0b: '\\v',
  0x0c: '\\f',
  0x0d: '\\r',
  0x27: "\\'",
  0x5c: '\\\\',
}

/** A byte as Go's error texts quote it: treated as the rune with that number. */
function quoteByte(c: number): string {
  if (NAMED[c] !== undefined) return `'${NAMED[c]}'`
  if (c < 0x20 || c === 0x7f) return `'\\x${c.toString(16).padStart(2, '0')}'`
  if ((c >= 0x80 && c < 0xa1) || c === 0xad) return `'\\u00${c.toString(16)}'`
  return `'${String.fromCharCode(c)}'`
}

class JsonScanner {
  readonly #data: Uint8Array
  #at = 0

  constructor(data: Uint8Array) {
    this.#data = data
  }

  /** One value and nothing after it. Open containers are kept in a list, so depth does not use the engine's stack. */
  document(): void {
    const open: ('object' | 'array')[] = []
    this.#space()
    for (;;) {
      const entered = this.#valueOrOpening()
      if (entered !== undefined) {
        open.push(entered)
        if (open.length > MAX_DEPTH) throw new SyntaxError('exceeded max depth')
        this.#space()
        if (this.#data[this.#at] !== CLOSING[entered]) {
          if (entered === 'object') this.#key()
          continue
        }
        this.#at++
        open.pop()
      }
      if (!this.#nextMember(open)) return
    }
  }

  /** After a value: closes finished containers and moves to the next value; false at the end of the document. */
  #nextMember(open: ('object' | 'array')[]): boolean {
    for (;;) {
      this.#space()
      const container = open.at(-1)
      if (container === undefined) {
        if (this.#at < this.#data.length) this.#fail('after top-level value')
        return false
      }
      const c = this.#data[this.#at]
      if (c === COMMA) {
        this.#at++
        this.#space()
        if (container === 'object') this.#key()
        return true
      }
      if (c !== CLOSING[container])
        this.#fail(container === 'object' ? 'after object key:value pair' : 'after array element')
      this.#at++
      open.pop()
    }
  }

  #fail(context: string): never {
    const c = this.#data[this.#at]
    if (c === undefined) throw new SyntaxError('unexpected end of JSON input')
    throw new SyntaxError(`invalid character ${quoteByte(c)} ${context}`)
  }

  #space(): void {
    for (let c = this.#data[this.#at]; c !== undefined && isSpace(c); c = this.#data[this.#at]) this.#at++
  }

  #valueOrOpening(): 'object' | 'array' | undefined {
    const c = this.#data[this.#at]
    if (c === 0x7b || c === 0x5b) {
      this.#at++
      return c === 0x7b ? 'object' : 'array'
    }
    if (c === QUOTE) this.#string()
    else if (c === 0x2d || (c !== undefined && isDigit(c))) this.#number()
    else if (c === 0x74) this.#literal('true')
    else if (c === 0x66) this.#literal('false')
    else if (c === 0x6e) this.#literal('null')
    else this.#fail('looking for beginning of value')
    return undefined
  }

  #key(): void {
    if (this.#data[this.#at] !== QUOTE) this.#fail('looking for beginning of object key string')
    this.#string()
    this.#space()
    if (this.#data[this.#at] !== 0x3a) this.#fail('after object key')
    this.#at++
    this.#space()
  }

  #string(): void {
    for (this.#at++; ; this.#at++) {
      const c = this.#data[this.#at]
      if (c === undefined) this.#fail('in string literal')
      if (c === QUOTE) break
      if (c < 0x20) this.#fail('in string literal')
      if (c === BACKSLASH) this.#escape()
    }
    this.#at++
  }

  #escape(): void {
    this.#at++
    const c = this.#data[this.#at]
    if (c === undefined || !'bfnrt\\/"u'.includes(String.fromCharCode(c))) this.#fail('in string escape code')
    if (c !== 0x75) return
    for (let i = 0; i < 4; i++) {
      this.#at++
      const digit = this.#data[this.#at]
      if (digit === undefined || !isHex(digit)) this.#fail('in \\u hexadecimal character escape')
    }
  }

  #digits(context: string): void {
    const first = this.#data[this.#at]
    if (first === undefined || !isDigit(first)) this.#fail(context)
    for (let c = this.#data[this.#at]; c !== undefined && isDigit(c); c = this.#data[this.#at]) this.#at++
  }

  #number(): void {
    if (this.#data[this.#at] === 0x2d) this.#at++
    if (this.#data[this.#at] === 0x30) this.#at++
    else this.#digits('in numeric literal')
    if (this.#data[this.#at] === 0x2e) {
      this.#at++
      this.#digits('after decimal point in numeric literal')
    }
    const e = this.#data[this.#at]
    if (e === 0x65 || e === 0x45) {
      this.#at++
      const sign = this.#data[this.#at]
      if (sign === 0x2b || sign === 0x2d) this.#at++
      this.#digits('in exponent of numeric literal')
    }
  }

  #literal(word: 'true' | 'false' | 'null'): void {
    for (let i = 1; i < word.length; i++) {
      this.#at++
      if (this.#data[this.#at] !== word.charCodeAt(i))
        this.#fail(`in literal ${word} (expecting ${quoteByte(word.charCodeAt(i))})`)
    }
    this.#at++
  }
}

/** The text of Go's syntax error, or undefined when the bytes are one JSON value. */
export function jsonSyntaxError(data: Uint8Array): string | undefined {
  try {
    new JsonScanner(data).document()
    return undefined
  } catch (error) {
    if (error instanceof SyntaxError) return error.message
    throw error
  }
}

/** Go's `json.Valid`. */
export const isValidJson = (data: Uint8Array): boolean => jsonSyntaxError(data) === undefined
