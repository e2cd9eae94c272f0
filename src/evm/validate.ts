import type { Hex } from './hex.js'

/**
 * Reads a JSON value as a T, or throws a {@link Mismatch}. Validators compose; `path` names the place within the argument,
 * `''` for the argument itself.
 */
export interface Validator<T> {
  (value: unknown, path: string): T
  /** What go-ethereum calls the type. */
  readonly go?: string
}

/** An invalid value: where, and why. */
export class Mismatch extends Error {
  readonly path: string
  readonly reason: string
  /** The expected type, as go-ethereum calls it; undefined if its error has another form. */
  readonly type: string | undefined
  /** The struct that it is in, as go-ethereum calls it. */
  struct: string | undefined

  constructor(path: string, reason: string, type?: string) {
    super(reason)
    this.path = path
    this.reason = reason
    this.type = type
  }

  /** The error as go-ethereum prints it. Source of the form: Go encoding/json `UnmarshalTypeError`. */
  get inGo(): string {
    if (this.type === undefined) return this.reason
    const field = this.path.replace(/\[\d+\]/g, '').replace(/^\./, '')
    const place = this.struct === undefined || field === '' ? 'value' : `struct field ${this.struct}.${field}`
    return `json: cannot unmarshal ${this.reason} into Go ${place} of type ${this.type}`
  }
}

/** A value of the wrong JSON type. */
class WrongKind extends Mismatch {}

/** Why a value was refused, without its place. */
export const reasonOf = (mismatch: Mismatch): string =>
  mismatch instanceof WrongKind
    ? `json: cannot unmarshal ${mismatch.reason} into Go value of type ${mismatch.type}`
    : mismatch.reason

/** Go's names of JSON types. */
const kindOf = (value: unknown): string =>
  value === null || value === undefined
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'boolean'
        ? 'bool'
        : typeof value

/** The most elements of a list in an argument. */
const MAX_ELEMENTS = 100_000

const typed = <T>(go: string, read: (value: unknown, path: string) => T): Validator<T> => Object.assign(read, { go })

const hexText = (go: string): Validator<string> =>
  typed(go, (value, path) => {
    if (typeof value !== 'string') throw new WrongKind(path, 'non-string', go)
    if (!/^0x/i.test(value)) throw new Mismatch(path, 'hex string without 0x prefix', go)
    if (!/^0x[0-9a-f]*$/i.test(value)) throw new Mismatch(path, 'invalid hex string', go)
    return value.toLowerCase()
  })

const bytesText = (go: string, length?: number): Validator<Hex> => {
  const read = hexText(go)
  return typed(go, (value, path) => {
    // As in go-ethereum, an empty string means no bytes.
    const text = value === '' ? '0x' : read(value, path)
    if (text.length % 2 === 1) throw new Mismatch(path, 'hex string of odd length', go)
    if (length !== undefined && text.length !== 2 + 2 * length)
      throw new Mismatch(path, `hex string has length ${text.length - 2}, want ${2 * length} for ${go}`)
    return text as Hex
  })
}

/** Bytes of any length. Lower case. */
export const data = bytesText('hexutil.Bytes')
export const address = bytesText('common.Address', 20)
export const hash32 = bytesText('common.Hash', 32)

/** A number in hex without leading zeros. */
export const quantity = quantityUpTo(256, '*hexutil.Big')
/** A quantity below 2^64. */
export const uint64 = quantityUpTo(64, 'hexutil.Uint64')
/** A quantity below 2^64, as indices are. */
export const uint = quantityUpTo(64, 'hexutil.Uint')

function quantityUpTo(bits: number, go: string): Validator<bigint> {
  const read = hexText(go)
  return typed(go, (value, path) => {
    const text = read(value, path)
    if (text === '0x') throw new Mismatch(path, 'hex string "0x"', go)
    if (text.length > 3 && text[2] === '0') throw new Mismatch(path, 'hex number with leading zero digits', go)
    if ((text.length - 2) * 4 > bits) throw new Mismatch(path, `hex number > ${bits} bits`, go)
    return BigInt(text)
  })
}

const NUMERIC = 'math.HexOrDecimal256'
const numericText = hexText(NUMERIC)

/** A number as JSON or as hex, with or without leading zeros, as clients send it to control methods. */
export const numeric: Validator<bigint> = typed(NUMERIC, (value, path) => {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new Mismatch(path, `${value} is not a whole number of 0 or more`)
    return BigInt(value)
  }
  if (typeof value !== 'string') throw new WrongKind(path, kindOf(value), NUMERIC)
  if (/^\d{1,77}$/.test(value)) return BigInt(value)
  const text = numericText(value, path)
  if (text === '0x' || text.length > 66) throw new Mismatch(path, 'not a number of 1 to 32 bytes')
  return BigInt(text)
})

/** A storage slot: up to 32 bytes of hex, with any number of digits. */
export const slot: Validator<bigint> = typed('string', (value, path) => {
  const text = string(value, path)
  const digits = text.replace(/^0x/i, '')
  if (!/^[0-9a-f]*$/i.test(digits))
    throw new Mismatch(path, `invalid hex in storage key: ${JSON.stringify(text.slice(0, 100))}`)
  if (digits.length > 64)
    throw new Mismatch(path, `storage key too long (want at most 32 bytes): ${JSON.stringify(text.slice(0, 100))}`)
  return BigInt(`0x${digits === '' ? '0' : digits}`)
})

const ofKind = <T>(go: string, is: (value: unknown) => value is T): Validator<T> =>
  typed(go, (value, path) => {
    if (!is(value)) throw new WrongKind(path, kindOf(value), go)
    return value
  })

export const boolean = ofKind('bool', (value) => typeof value === 'boolean')
export const string = ofKind('string', (value) => typeof value === 'string')
export const number = ofKind('float64', (value) => typeof value === 'number')

/** A whole number as JSON, also a negative one. */
export const integer: Validator<number> = typed('int', (value, path) => {
  if (typeof value !== 'number') throw new WrongKind(path, kindOf(value), 'int')
  if (!Number.isSafeInteger(value)) throw new WrongKind(path, `number ${value}`, 'int')
  return value
})

/** Any value, passed on unchanged. */
export const any: Validator<unknown> = (value) => value

/** A list of values of one type. @param go go-ethereum's name of the list, if it has one */
export const array = <T>(element: Validator<T>, most = MAX_ELEMENTS, go = `[]${element.go ?? ANY}`): Validator<T[]> =>
  typed(go, (value, path) => {
    if (!Array.isArray(value)) throw new WrongKind(path, kindOf(value), go)
    if (value.length > most) throw new Mismatch(path, `too many elements: ${value.length}, want at most ${most}`)
    return value.map((one, index) => element(one, `${path}[${index}]`))
  })

/** Null and missing values are undefined. */
export const maybe = <T>(inner: Validator<T>): Validator<T | undefined> =>
  typed(inner.go ?? ANY, (value, path) => (value === undefined || value === null ? undefined : inner(value, path)))

export const oneOf = <const T extends string>(...values: readonly T[]): Validator<T> =>
  typed('string', (value, path) => {
    const found = values.find((one) => one === value)
    if (found === undefined) throw new Mismatch(path, `want one of ${values.join(', ')}`)
    return found
  })

type Shape = Readonly<Record<string, Validator<unknown>>>
type Shaped<S extends Shape> = { readonly [K in keyof S]: ReturnType<S[K]> }

/** Go's name of a type that can be anything. */
const ANY = 'interface {}'

/** An object with these members; others are ignored, as in Go. @param go go-ethereum's name of the type, with its package */
export const object = <S extends Shape>(shape: S, go = `map[string]${ANY}`): Validator<Shaped<S>> => {
  const members = Object.entries(shape)
  const struct = go.startsWith('map[') ? undefined : go.slice(go.indexOf('.') + 1)
  return typed(go, (value, path) => {
    const given = plain(value, path, go)
    const read: Record<string, unknown> = {}
    for (const [name, validator] of members) read[name] = member(validator, given, name, path, struct)
    return read as Shaped<S>
  })
}

function member(validator: Validator<unknown>, given: object, name: string, path: string, struct: string | undefined) {
  const value = own(given, name)
  try {
    return validator(value, join(path, name))
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error
    if (value === undefined || value === null)
      throw new Mismatch(path, `missing required field '${name}'${struct === undefined ? '' : ` for ${struct}`}`)
    // The outermost that has a name.
    error.struct = struct ?? error.struct
    throw error
  }
}

/** An object whose members all have one type. */
export const record = <K extends string, T>(
  key: Validator<K>,
  element: Validator<T>,
): Validator<Readonly<Record<K, T>>> => {
  const go = `map[${key.go ?? 'string'}]${element.go ?? ANY}`
  return typed(go, (value, path) => {
    const entries = Object.entries(plain(value, path, go))
    if (entries.length > MAX_ELEMENTS) throw new Mismatch(path, `too many members: ${entries.length}`)
    return Object.fromEntries(
      entries.map(([name, one]) => [key(name, join(path, name)), element(one, join(path, name))]),
    ) as Record<K, T>
  })
}

function plain(value: unknown, path: string, go: string): object {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new WrongKind(path, kindOf(value), go)
  return value
}

const own = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined

const join = (path: string, name: string): string => (path === '' ? name.slice(0, 80) : `${path}.${name.slice(0, 80)}`)
