import type { Json } from '../base/json-value.js'
import { UsageError } from '../base/index.js'
import { parseInteger, type Coin } from '../codec/index.js'

/** A place in a genesis state, for reading it and for naming it in errors. */
export class GenesisReader {
  readonly #value: Json | undefined
  readonly #path: string

  constructor(value: Json | undefined, path: string) {
    this.#value = value
    this.#path = path
  }

  /** A member; absent ones are read as their type's default. @throws UsageError when this is not an object */
  at(name: string): GenesisReader {
    const value = this.#value ?? {}
    if (typeof value !== 'object' || Array.isArray(value)) throw this.#wrong('an object')
    return new GenesisReader((value as { readonly [name: string]: Json })[name], `${this.#path}/${name}`)
  }
  get isAbsent(): boolean {
    return this.#value === undefined || this.#value === null
  }
  get raw(): Json | undefined {
    return this.#value
  }
  /** All members of an object that is a map, with their names. @throws UsageError when this is not an object */
  members(): (readonly [name: string, value: GenesisReader])[] {
    const value = this.#value ?? {}
    if (typeof value !== 'object' || Array.isArray(value)) throw this.#wrong('an object')
    return Object.keys(value).map((name) => [name, this.at(name)])
  }
  list(): GenesisReader[] {
    const value = this.#value ?? []
    if (!Array.isArray(value)) throw this.#wrong('a list')
    return (value as readonly Json[]).map((item, i) => new GenesisReader(item, `${this.#path}/${i}`))
  }
  string(): string {
    const value = this.#value ?? ''
    if (typeof value !== 'string') throw this.#wrong('a string')
    return value
  }
  boolean(): boolean {
    const value = this.#value ?? false
    if (typeof value !== 'boolean') throw this.#wrong('true or false')
    return value
  }
  /** A number, or a string as protobuf JSON writes 64-bit numbers. */
  integer(): bigint {
    const value = this.#value ?? '0'
    if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
    if (typeof value !== 'string') throw this.#wrong('a whole number as text')
    try {
      return parseInteger(value)
    } catch (cause) {
      throw this.#wrong('a whole number as text', cause)
    }
  }
  /** A text with a parser of its own. @throws UsageError that names the place */
  parsed<T>(parse: (text: string) => T): T {
    const text = this.string()
    return this.check(() => parse(text))
  }
  /** @throws UsageError that names the place, for whatever the check throws */
  check<T>(check: () => T): T {
    try {
      return check()
    } catch (cause) {
      throw this.error((cause as Error).message, cause)
    }
  }
  coins(): Coin[] {
    return this.list().map((coin) => ({ denom: coin.at('denom').string(), amount: coin.at('amount').integer() }))
  }
  error(text: string, cause?: unknown): UsageError {
    return new UsageError(`genesis ${this.#path}: ${text}`, cause === undefined ? {} : { cause })
  }

  #wrong(expected: string, cause?: unknown): UsageError {
    return this.error(`expected ${expected}, got ${JSON.stringify(this.#value)?.slice(0, 80)}`, cause)
  }
}
