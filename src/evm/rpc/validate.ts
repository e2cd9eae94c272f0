import type { Hex } from '../hex.js'

/**
 * Reads a JSON value as a T, or throws a {@link Mismatch}. Validators compose; `path` names the place within the argument,
 * `''` for the argument itself.
 */
export type Validator<T> = (value: unknown, path: string) => T

/** A value that is not what was expected: where, and why. */
export class Mismatch extends Error {
  readonly path: string
  readonly reason: string

  constructor(path: string, reason: string) {
    super(reason)
    this.path = path
    this.reason = reason
  }
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const hexText =
  (what: string): Validator<string> =>
  (value, path) => {
    if (typeof value !== 'string') throw new Mismatch(path, `cannot read ${kindOf(value)} as ${what}`)
    if (!/^0x/i.test(value)) throw new Mismatch(path, 'hex string without 0x prefix')
    if (!/^0x[0-9a-f]*$/i.test(value)) throw new Mismatch(path, 'invalid hex string')
    return value.toLowerCase()
  }

const bytesText = (what: string, length?: number): Validator<Hex> => {
  const read = hexText(what)
  return (value, path) => {
    const text = read(value, path)
    if (text.length % 2 === 1) throw new Mismatch(path, 'hex string of odd length')
    if (length !== undefined && text.length !== 2 + 2 * length)
      throw new Mismatch(path, `hex string has length ${text.length - 2}, want ${2 * length} for ${what}`)
    return text as Hex
  }
}

/** Bytes of any length. Lower case. */
export const data = bytesText('data')
export const address = bytesText('an address', 20)
export const hash32 = bytesText('a 32-byte hash', 32)

/** A number in hex without leading zeros. */
export const quantity = quantityUpTo(256, 'a quantity')
/** A quantity below 2^64. */
export const uint64 = quantityUpTo(64, 'a 64-bit quantity')

function quantityUpTo(bits: number, what: string): Validator<bigint> {
  const read = hexText(what)
  return (value, path) => {
    const text = read(value, path)
    if (text === '0x') throw new Mismatch(path, 'hex string "0x"')
    if (text.length > 3 && text[2] === '0') throw new Mismatch(path, 'hex number with leading zero digits')
    if ((text.length - 2) * 4 > bits) throw new Mismatch(path, `hex number > ${bits} bits`)
    return BigInt(text)
  }
}

/** A number as JSON or as hex, with or without leading zeros: what test-control methods are sent. */
export const numeric: Validator<bigint> = (value, path) => {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new Mismatch(path, `${value} is not a whole number of 0 or more`)
    return BigInt(value)
  }
  if (typeof value === 'string' && /^\d{1,77}$/.test(value)) return BigInt(value)
  const text = hexText('a number')(value, path)
  if (text === '0x' || text.length > 66) throw new Mismatch(path, 'not a number of 1 to 32 bytes')
  return BigInt(text)
}

/** A slot of storage: up to 32 bytes of hex, of any number of digits. */
export const slot: Validator<bigint> = (value, path) => {
  if (typeof value !== 'string') throw new Mismatch(path, `cannot read ${kindOf(value)} as a storage key`)
  const digits = value.replace(/^0x/i, '')
  if (!/^[0-9a-f]*$/i.test(digits))
    throw new Mismatch(path, `invalid hex in storage key: ${JSON.stringify(value.slice(0, 100))}`)
  if (digits.length > 64)
    throw new Mismatch(path, `storage key too long (want at most 32 bytes): ${JSON.stringify(value.slice(0, 100))}`)
  return BigInt(`0x${digits === '' ? '0' : digits}`)
}

export const boolean: Validator<boolean> = (value, path) => {
  if (typeof value !== 'boolean') throw new Mismatch(path, `cannot read ${kindOf(value)} as a boolean`)
  return value
}

export const string: Validator<string> = (value, path) => {
  if (typeof value !== 'string') throw new Mismatch(path, `cannot read ${kindOf(value)} as a string`)
  return value
}

export const number: Validator<number> = (value, path) => {
  if (typeof value !== 'number') throw new Mismatch(path, `cannot read ${kindOf(value)} as a number`)
  return value
}

/** A whole number as JSON, also a negative one. */
export const integer: Validator<number> = (value, path) => {
  const read = number(value, path)
  if (!Number.isSafeInteger(read)) throw new Mismatch(path, `${read} is not a whole number`)
  return read
}

/** Anything: for what is handed on as it is. */
export const any: Validator<unknown> = (value) => value

/** The most elements that an argument's list may have. */
const MAX_ELEMENTS = 100_000

export const array =
  <T>(element: Validator<T>, most = MAX_ELEMENTS): Validator<T[]> =>
  (value, path) => {
    if (!Array.isArray(value)) throw new Mismatch(path, `cannot read ${kindOf(value)} as an array`)
    if (value.length > most) throw new Mismatch(path, `too many elements: ${value.length}, want at most ${most}`)
    return value.map((one, index) => element(one, `${path}[${index}]`))
  }

/** Null and what is not there are undefined. */
export const maybe =
  <T>(inner: Validator<T>): Validator<T | undefined> =>
  (value, path) =>
    value === undefined || value === null ? undefined : inner(value, path)

export const oneOf =
  <const T extends string>(...values: readonly T[]): Validator<T> =>
  (value, path) => {
    const found = values.find((one) => one === value)
    if (found === undefined) throw new Mismatch(path, `want one of ${values.join(', ')}`)
    return found
  }

type Shape = Readonly<Record<string, Validator<unknown>>>
type Shaped<S extends Shape> = { readonly [K in keyof S]: ReturnType<S[K]> }

/** An object with these members; others are passed over, as Go does. */
export const object = <S extends Shape>(shape: S): Validator<Shaped<S>> => {
  const members = Object.entries(shape)
  return (value, path) => {
    const given = plain(value, path)
    const read: Record<string, unknown> = {}
    for (const [name, validator] of members) read[name] = validator(own(given, name), join(path, name))
    return read as Shaped<S>
  }
}

/** An object whose members are all alike. */
export const record =
  <K extends string, T>(key: Validator<K>, element: Validator<T>): Validator<Readonly<Record<K, T>>> =>
  (value, path) => {
    const entries = Object.entries(plain(value, path))
    if (entries.length > MAX_ELEMENTS) throw new Mismatch(path, `too many members: ${entries.length}`)
    return Object.fromEntries(
      entries.map(([name, one]) => [key(name, join(path, name)), element(one, join(path, name))]),
    ) as Record<K, T>
  }

function plain(value: unknown, path: string): object {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Mismatch(path, `cannot read ${kindOf(value)} as an object`)
  return value
}

const own = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined

const join = (path: string, name: string): string => (path === '' ? name.slice(0, 80) : `${path}.${name.slice(0, 80)}`)
