import { SudoboxError, UsageError } from '../errors.js'
import { MARK, MAX_TEXTS, SHORT_TEXT, type GraphScope, type SavedClass } from './classes.js'

/** Reads what a {@link GraphWriter} has written, value by value, in the same order. */
export class GraphReader {
  readonly objects: object[] = []
  readonly texts: string[] = []
  /** Each a list of names, as JSON. */
  readonly shapes: string[] = []
  readonly #names: (readonly string[])[] = []
  readonly #classes: ReadonlyMap<string, SavedClass>
  readonly #known: ReadonlyMap<string, object>
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0

  constructor({ classes, known }: GraphScope) {
    this.#classes = new Map(classes.map((saved) => [saved.name, saved]))
    this.#known = known
  }

  /** The next value. @throws UsageError for bytes that no writer has written in this scope */
  read(bytes: Uint8Array): unknown {
    try {
      return this.#read(bytes)
    } catch (cause) {
      throw cause instanceof SudoboxError ? cause : damaged(String(cause), cause)
    }
  }

  #read(bytes: Uint8Array): unknown {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#at = 0
    for (let mark = this.#byte(); mark !== MARK.end; mark = this.#byte()) this.objects.push(this.#record(mark))
    const value = this.#value()
    if (this.#at !== this.#bytes.length) throw damaged(`${this.#bytes.length - this.#at} bytes too many`)
    return value
  }

  #record(mark: number): object {
    switch (mark) {
      case MARK.array:
        return Array.from({ length: this.#count() }, () => this.#value())
      case MARK.set:
        return new Set(Array.from({ length: this.#count() }, () => this.#value()))
      case MARK.map:
        return new Map(Array.from({ length: this.#count() }, () => [this.#value(), this.#value()] as const))
      case MARK.bytes:
        return Uint8Array.from(this.#take(this.#length()))
      case MARK.instance: {
        const name = this.#value()
        const saved = this.#classes.get(String(name))
        if (saved === undefined) throw damaged(`there is no class ${JSON.stringify(name)}`)
        return saved.read(this.#record(this.#byte()) as never)
      }
      case MARK.object:
        this.shapes.push(this.#text())
        this.#names.push(JSON.parse(this.shapes.at(-1)!) as string[])
        return this.#object(this.#names.at(-1)!)
      case MARK.sameShape:
        return this.#object(this.#names[this.#length()] ?? missing('a shape'))
      default:
        throw damaged(`a record begins with ${mark}`)
    }
  }

  #object(names: readonly string[]): object {
    const object: Record<string, unknown> = {}
    for (const name of names) {
      const value = this.#value()
      if (name === '__proto__')
        Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true })
      else object[name] = value
    }
    return object
  }

  #value(): unknown {
    const mark = this.#byte()
    switch (mark) {
      case MARK.undefined:
        return undefined
      case MARK.null:
        return null
      case MARK.false:
        return false
      case MARK.true:
        return true
      case MARK.integer:
        return this.#length()
      case MARK.negative:
        return -this.#length()
      case MARK.double:
        return this.#take(8).readDoubleLE()
      case MARK.bigint:
        return bigintOf(this.#text())
      case MARK.text: {
        const text = this.#text()
        if (text.length <= SHORT_TEXT && this.texts.length < MAX_TEXTS) this.texts.push(text)
        return text
      }
      case MARK.sameText:
        return this.texts[this.#length()] ?? missing('a text')
      case MARK.reference:
        return this.objects[this.#length()] ?? missing('an object')
      case MARK.known:
        return this.#known.get(String(this.#value())) ?? missing('an object of the reader')
      default:
        throw damaged(`a value begins with ${mark}`)
    }
  }

  #text(): string {
    const header = this.#length()
    const length = Math.floor(header / 2)
    return header % 2 === 0 ? this.#take(length).toString('latin1') : this.#take(length * 2).toString('utf16le')
  }

  /** A number of values. Each takes a byte at least, so that a damaged number cannot ask for more memory than the bytes have. */
  #count(): number {
    const count = this.#length()
    if (count > this.#bytes.length - this.#at) throw damaged('the end is missing')
    return count
  }

  #length(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#byte()
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      if (scale > Number.MAX_SAFE_INTEGER) throw damaged('a number is too long')
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++]
    if (byte === undefined) throw damaged('the end is missing')
    return byte
  }

  #take(length: number): Buffer {
    if (length > this.#bytes.length - this.#at) throw damaged('the end is missing')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
}

const bigintOf = (hex: string): bigint => (hex.startsWith('-') ? -BigInt(`0x${hex.slice(1)}`) : BigInt(`0x${hex}`))

const damaged = (why: string, cause?: unknown): UsageError =>
  new UsageError(`not a saved state: ${why}`, cause === undefined ? {} : { cause })

function missing(what: string): never {
  throw damaged(`${what} is missing`)
}
