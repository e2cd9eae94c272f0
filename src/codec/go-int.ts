import type { Coin } from './coins.js'
import { goQuote } from './go-quote.js'
import { plainError } from './plain-error.js'

/** Most bits of an amount. Source: cosmossdk.io/math `MaxBitLen`. */
const MAX_BITS = 256
/** Most bits of a decimal. Source: cosmossdk.io/math `maxDecBitLen`. */
const MAX_DECIMAL_BITS = 315

const FORMS: readonly (readonly [form: RegExp, prefix: string])[] = [
  [/^0[xX]((?:_?[0-9a-fA-F])+)$/, '0x'],
  [/^0[bB]((?:_?[01])+)$/, '0b'],
  [/^0[oO]?((?:_?[0-7])+)$/, '0o'],
  [/^([1-9](?:_?[0-9])*|0)$/, ''],
]

/** An integer in one of Go's notations: `12`, `0x1f`, `0b1`, `017`, `0o17`, `1_000`, each with a sign. Undefined for any other text. Source: Go's `big.Int.SetString` with base 0. */
function bigInt(text: string): bigint | undefined {
  const negative = text.startsWith('-')
  const digits = negative || text.startsWith('+') ? text.slice(1) : text
  for (const [form, prefix] of FORMS) {
    const match = form.exec(digits)
    if (match === null) continue
    const size = BigInt(prefix + match[1]!.replaceAll('_', ''))
    return negative ? -size : size
  }
  return undefined
}

const bitsOf = (value: bigint): number => (value === 0n ? 0 : (value < 0n ? -value : value).toString(2).length)

/** Whether a `math.Int` can hold it. */
export const fitsInt = (value: bigint): boolean => bitsOf(value) <= MAX_BITS

/**
 * An amount as contracts write it in their messages, in any notation of {@link decodeInt}; undefined when it is none, or has more than 256 bits.
 * Source: cosmossdk.io/math `NewIntFromString`.
 */
export function intFromString(text: string): bigint | undefined {
  const value = bigInt(text)
  return value !== undefined && fitsInt(value) ? value : undefined
}

/**
 * An integer as encoded in protobuf: Go's `big.Int.UnmarshalText`, which also takes `0x1f`, `0b1`, `017` and `1_000`.
 * An absent one ('') counts as 0.
 * @throws ChainError undefined/1 with Go's text
 * Source: cosmossdk.io/math `Int.Unmarshal`.
 */
export const decodeInt = (text: string): bigint =>
  decoded(text, MAX_BITS, (bits) => `integer out of range; got: ${bits}, max: ${MAX_BITS}`)

/**
 * A decimal as encoded in protobuf: a whole number of 10^-18, in the same forms.
 * @throws ChainError undefined/1 with Go's text
 * Source: cosmossdk.io/math `LegacyDec.Unmarshal`.
 */
export const decodeDecimal = (text: string): bigint =>
  decoded(text, MAX_DECIMAL_BITS, (bits) => `decimal out of range; got: ${bits}, max: ${MAX_DECIMAL_BITS}`)

function decoded(text: string, max: number, tooLarge: (bits: number) => string): bigint {
  if (text === '') return 0n
  const value = unmarshalText(text)
  const bits = bitsOf(value)
  if (bits > max) throw plainError(tooLarge(bits))
  return value
}

/** Source: Go's `big.Int.UnmarshalText`. */
function unmarshalText(text: string): bigint {
  const value = bigInt(text)
  if (value === undefined) throw plainError(`math/big: cannot unmarshal ${goQuote(text)} into a *big.Int`)
  return value
}

/**
 * An integer as JSON has it, between quotes: unlike in protobuf, '' is an error.
 * @throws ChainError undefined/1 with Go's text
 * Source: cosmossdk.io/math `Int.UnmarshalJSON`.
 */
export function intFromJson(text: string): bigint {
  const value = unmarshalText(text)
  if (!fitsInt(value)) throw plainError(`integer out of range: ${text}`)
  return value
}

/** A coin as generated protobuf code has it, its amount a text. */
export interface CoinText {
  readonly denom: string
  readonly amount: string
}

/** @throws ChainError undefined/1, as {@link decodeInt} */
export const decodeCoin = ({ denom, amount }: CoinText): Coin => ({ denom, amount: decodeInt(amount) })

export const encodeCoin = ({ denom, amount }: Coin): CoinText => ({ denom, amount: amount.toString() })
