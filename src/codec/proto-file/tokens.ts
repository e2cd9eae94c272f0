import { UsageError } from '../../base/index.js'

/** A token of a protobuf file. */
interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'sign' | 'end'
  /** The token; of a string, what is between its quotes, unescaped. */
  readonly text: string
  readonly line: number
}

const TOKEN =
  /(?<space>\s+|\/\/[^\n]*|\/\*[^]*?\*\/)|(?<name>[A-Za-z_]\w*)|(?<number>\d[\w.]*)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<sign>(?!\/\*)[^\s\w"'])/y

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

const unquoted = (text: string): string =>
  text.slice(1, -1).replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter)

/** Reads a protobuf file token by token. */
export class Tokens {
  readonly #tokens: readonly Token[]
  #at = 0

  /** @throws UsageError that names the line */
  constructor(text: string) {
    const tokens: Token[] = []
    const pattern = new RegExp(TOKEN)
    let line = 1
    while (pattern.lastIndex < text.length) {
      const found = pattern.exec(text)?.groups
      if (found === undefined) throw problem(line, 'a string or a comment that is not closed')
      const { space, name, number, string, sign } = found
      if (name !== undefined) tokens.push({ kind: 'name', text: name, line })
      else if (number !== undefined) tokens.push({ kind: 'number', text: number, line })
      else if (string !== undefined) tokens.push({ kind: 'string', text: unquoted(string), line })
      else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, line })
      else line += (space ?? '').split('\n').length - 1
    }
    this.#tokens = [...tokens, { kind: 'end', text: 'the end of the file', line }]
  }

  get #next(): Token {
    return this.#tokens[this.#at]!
  }

  /** Whether the next token is this one. */
  is(text: string): boolean {
    return this.#next.text === text && this.#next.kind !== 'string'
  }

  /** Takes the next token if it is this one. */
  takes(text: string): boolean {
    const is = this.is(text)
    if (is) this.#at++
    return is
  }

  /** @throws UsageError if the next token is another one */
  take(text: string): void {
    if (!this.takes(text)) throw this.error(`expected: ${text}`)
  }

  get ended(): boolean {
    return this.#next.kind === 'end'
  }

  name(): string {
    return this.#take('name')
  }

  /** Such as `cosmos.base.v1beta1.Coin`, with a leading dot or without. */
  path(): string {
    let path = this.takes('.') ? '.' : ''
    do path += this.name()
    while (this.takes('.') && (path += '.'))
    return path
  }

  /** A number without a sign. */
  number(): number {
    const number = Number(this.#take('number'))
    if (!Number.isSafeInteger(number)) throw this.error('expected: a whole number')
    return number
  }

  /** Adjacent strings are joined. */
  string(): string {
    let text = this.#take('string')
    while (this.#next.kind === 'string') text += this.#take('string')
    return text
  }

  /** A value of an option that is not a message: a string, a number, a name. */
  scalar(): string {
    if (this.#next.kind === 'string') return this.string()
    const sign = this.takes('-') ? '-' : ''
    return sign + (this.#next.kind === 'number' ? this.#take('number') : this.name())
  }

  /** Skips all up to and with the next semicolon. */
  skipStatement(): void {
    while (!this.takes(';')) {
      if (this.ended) throw this.error('expected: ;')
      this.#at++
    }
  }

  error(expected: string): UsageError {
    const { text, line } = this.#next
    return problem(line, `unexpected ${JSON.stringify(text)}`, expected)
  }

  #take(kind: Token['kind']): string {
    const { kind: is, text } = this.#next
    if (is !== kind) throw this.error(`expected: a ${kind}`)
    this.#at++
    return text
  }
}

const problem = (line: number, what: string, ...details: readonly string[]): UsageError =>
  new UsageError(`line ${line} of a protobuf file: ${what}`, { details })
