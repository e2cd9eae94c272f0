import { plainError } from '../../../chain/index.js'
import { numberOfBytes } from './rlp.js'

/** What is wrong with bytes, in the words of go-ethereum's `rlp` package. Source: go-ethereum rlp/decode.go. */
const REASONS = {
  end: 'rlp: end of list',
  string: 'rlp: expected String or Byte',
  list: 'rlp: expected List',
  integer: 'rlp: non-canonical integer format',
  size: 'rlp: non-canonical size information',
  element: 'rlp: element is larger than containing list',
  value: 'rlp: value size exceeds available input length',
  more: 'rlp: input contains more than one value',
  overflow: 'rlp: uint overflow',
  tooLarge: 'rlp: value too large for uint256',
  left: 'rlp: call of ListEnd not positioned at EOL',
  eof: 'unexpected EOF',
} as const

/** The reasons that name the type that was read. Source: `wrapStreamError`. */
const OF_TYPES: Readonly<Partial<Record<keyof typeof REASONS, string>>> = {
  integer: 'non-canonical integer (leading zero bytes)',
  size: 'non-canonical size information',
  list: 'expected input list',
  string: 'expected input string or byte',
  overflow: 'input string too long',
  left: 'input list has too many elements',
}

class Fault extends Error {
  readonly reason: keyof typeof REASONS

  constructor(reason: keyof typeof REASONS) {
    super(REASONS[reason])
    this.reason = reason
  }
}

/** One of a type, within others. Source: `decodeError`. */
class TypedFault extends Error {
  readonly text: string
  readonly type: string
  readonly path: string

  constructor(text: string, type: string, path = '') {
    super(`rlp: ${text} for ${type}${path === '' ? '' : `, decoding into ${path}`}`)
    this.text = text
    this.type = type
    this.path = path
  }

  within(path: string): TypedFault {
    return new TypedFault(this.text, this.type, path + this.path)
  }
}

const isEnd = (error: unknown): boolean => error instanceof Fault && error.reason === 'end'

/** Runs a step whose faults are those of a type. */
function typed<T>(type: string, step: () => T): T {
  try {
    return step()
  } catch (error) {
    const text = error instanceof Fault ? OF_TYPES[error.reason] : undefined
    throw text === undefined ? error : new TypedFault(text, type)
  }
}

/** Runs a step that reads a part of something. */
function within<T>(path: string, step: () => T): T {
  try {
    return step()
  } catch (error) {
    throw error instanceof TypedFault ? error.within(path) : error
  }
}

type Kind = 'byte' | 'string' | 'list'
interface Head {
  readonly kind: Kind
  /** How many bytes follow; none for a byte. */
  readonly size: bigint
  /** The value of a byte. */
  readonly byte: number
}

/** Reads items one after another. Source: go-ethereum rlp/decode.go `Stream`. */
class Stream {
  readonly #bytes: Uint8Array
  #at = 0
  /** How much is left of each list that is open. Like Go's numbers, these wrap. */
  readonly #lists: bigint[] = []
  #head: Head | undefined

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  /** The kind of the next item. @throws Fault */
  head(): Head {
    if (this.#head !== undefined) return this.#head
    // The limit is that before the head is read, as in Go.
    const limit = this.#lists.at(-1)
    if (limit === 0n) throw new Fault('end')
    const head = this.#readHead()
    if (limit !== undefined && head.size > limit) throw new Fault('element')
    if (head.size > this.#left) throw new Fault('value')
    return (this.#head = head)
  }

  get #left(): bigint {
    return BigInt(this.#bytes.length - this.#at)
  }

  #readHead(): Head {
    const first = this.take(1n)[0]!
    if (first < 0x80) return { kind: 'byte', size: 0n, byte: first }
    const kind = first < 0xc0 ? 'string' : 'list'
    const short = first - (kind === 'list' ? 0xc0 : 0x80)
    if (short < 56) return { kind, size: BigInt(short), byte: 0 }
    const size = this.#readNumber(BigInt(short - 55))
    if (size < 56n) throw new Fault('size')
    return { kind, size, byte: 0 }
  }

  #readNumber(size: bigint): bigint {
    const digits = this.take(size)
    if (size > 1n && digits[0] === 0) throw new Fault('size')
    return numberOfBytes(digits)
  }

  /** The next bytes, whatever they are. @throws Fault */
  take(size: bigint): Uint8Array {
    this.skip()
    const limit = this.#lists.at(-1)
    if (limit !== undefined) {
      if (size > limit) throw new Fault('element')
      this.#lists[this.#lists.length - 1] = limit - size
    }
    if (size > this.#left) throw new Fault('value')
    return this.#bytes.subarray(this.#at, (this.#at += Number(size)))
  }

  /** Goes on to the next item: this one has been read. */
  skip(): void {
    this.#head = undefined
  }

  begin(): void {
    const { kind, size } = this.head()
    if (kind !== 'list') throw new Fault('list')
    const outer = this.#lists.at(-1)
    if (outer !== undefined) this.#lists[this.#lists.length - 1] = BigInt.asUintN(64, outer - size)
    this.#lists.push(size)
    this.skip()
  }

  end(): void {
    if (this.#lists.at(-1)! > 0n) throw new Fault('left')
    this.#lists.pop()
    this.skip()
  }

  string(): Uint8Array {
    const { kind, size, byte } = this.head()
    if (kind === 'list') throw new Fault('string')
    if (kind === 'byte') {
      this.skip()
      return Uint8Array.of(byte)
    }
    const bytes = this.take(size)
    if (size === 1n && bytes[0]! < 0x80) throw new Fault('size')
    return bytes
  }

  /** A number of so many bytes at most. */
  uint(most: number): bigint {
    const { kind, size, byte } = this.head()
    if (kind === 'list') throw new Fault('string')
    if (kind === 'byte') {
      if (byte === 0) throw new Fault('integer')
      this.skip()
      return BigInt(byte)
    }
    if (size > BigInt(most)) throw new Fault('overflow')
    const digits = this.take(size)
    if (size > 1n && digits[0] === 0) throw new Fault('integer')
    if (size === 1n && digits[0]! < 0x80) throw new Fault('size')
    return numberOfBytes(digits)
  }

  integer(): bigint {
    const digits = this.string()
    if (digits[0] === 0) throw new Fault('integer')
    return numberOfBytes(digits)
  }
}

/** How a type is read. @throws Fault, TypedFault */
export type Reader<T> = (stream: Stream) => T

/** `[]byte`. */
export const bytes: Reader<Uint8Array> = (stream) => typed('[]uint8', () => stream.string())
export const uint64: Reader<bigint> = (stream) => typed('uint64', () => stream.uint(8))
export const uint8: Reader<bigint> = (stream) => typed('uint8', () => stream.uint(1))
/** `*big.Int`. */
export const bigInt: Reader<bigint> = (stream) => typed('*big.Int', () => stream.integer())
/** `*uint256.Int`. */
export const uint256: Reader<bigint> = (stream) =>
  typed('*uint256.Int', () => {
    const { kind, size } = stream.head()
    if (kind === 'string' && size > 32n) throw new Fault('tooLarge')
    return stream.integer()
  })

/** An array of so many bytes. */
export const fixed =
  (type: string, length: number): Reader<Uint8Array> =>
  (stream) => {
    const { kind, size } = stream.head()
    if (kind === 'list') throw new TypedFault(OF_TYPES.string!, type)
    const has = kind === 'byte' ? 1n : size
    if (has > BigInt(length)) throw new TypedFault('input string too long', type)
    if (has < BigInt(length)) throw new TypedFault('input string too short', type)
    return typed(type, () => stream.string())
  }

/** A pointer that is nil for an empty string. @param type of what it points to */
export const optional =
  <T>(type: string, read: Reader<T>): Reader<T | undefined> =>
  (stream) => {
    const { kind, size } = typed(`*${type}`, () => stream.head())
    if (kind === 'byte' || size > 0n) return read(stream)
    if (kind === 'list') throw new TypedFault('wrong kind of empty value (got List, want String)', `*${type}`)
    stream.skip()
    return undefined
  }

export const slice =
  <T>(type: string, read: Reader<T>): Reader<readonly T[]> =>
  (stream) => {
    typed(type, () => stream.begin())
    const items: T[] = []
    try {
      for (;;) items.push(within(`[${items.length}]`, () => read(stream)))
    } catch (error) {
      if (!isEnd(error)) throw error
    }
    stream.end()
    return items
  }

/** A struct, with its fields in order. */
export const struct =
  <T extends object>(type: string, fields: { readonly [K in keyof T]: Reader<T[K]> }): Reader<T> =>
  (stream) => {
    typed(type, () => stream.begin())
    const value: Partial<T> = {}
    for (const name of Object.keys(fields) as (keyof T & string)[])
      try {
        value[name] = within(`.${name}`, () => fields[name](stream))
      } catch (error) {
        throw isEnd(error) ? new TypedFault('too few elements', type) : error
      }
    typed(type, () => stream.end())
    return value as T
  }

/** Reads the one item that the bytes are. @param type of it @throws ChainError undefined/1. Source: `DecodeBytes` */
export const readRlp = <T>(type: string, read: Reader<T>, from: Uint8Array): T =>
  inWords(type, () => {
    const stream = new Stream(from)
    const value = read(stream)
    if (!stream.isAtEnd) throw new Fault('more')
    return value
  })

/** What is wrong with the item as a whole has no path. */
function inWords<T>(type: string, step: () => T): T {
  try {
    return step()
  } catch (error) {
    if (error instanceof TypedFault) throw plainError((error.path === '' ? error : error.within(`(${type})`)).message)
    throw error instanceof Fault ? plainError(error.message) : error
  }
}

/** The kind of the first item of a list and, if that is a list, of the second. @throws ChainError undefined/1. Source: go-ethereum rlp/raw.go `SplitList`, `Split` */
export const firstKinds = (list: Uint8Array): { readonly first: Kind; readonly second?: Kind } =>
  inWords('', () => {
    const { kind, content } = split(list)
    if (kind !== 'list') throw new Fault('list')
    const one = split(content)
    return one.kind === 'list' ? { first: one.kind, second: split(one.rest).kind } : { first: one.kind }
  })

function split(from: Uint8Array): { readonly kind: Kind; readonly content: Uint8Array; readonly rest: Uint8Array } {
  const first = from[0]
  if (first === undefined) throw new Fault('eof')
  if (first < 0x80) return { kind: 'byte', content: from.subarray(0, 1), rest: from.subarray(1) }
  const kind = first < 0xc0 ? 'string' : 'list'
  const short = first - (kind === 'list' ? 0xc0 : 0x80)
  const digits = Math.max(0, short - 55)
  if (digits > from.length - 1) throw new Fault('eof')
  const size = digits === 0 ? BigInt(short) : numberOfBytes(from.subarray(1, 1 + digits))
  if (digits > 0 && (size < 56n || from[1] === 0)) throw new Fault('size')
  if (kind === 'string' && short === 1 && from.length > 1 && from[1]! < 0x80) throw new Fault('size')
  const start = 1 + digits
  if (size > BigInt(from.length - start)) throw new Fault('value')
  const end = start + Number(size)
  return { kind, content: from.subarray(start, end), rest: from.subarray(end) }
}
