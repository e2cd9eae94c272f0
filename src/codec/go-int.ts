import { plainError } from './plain-error.js'
import type { Coin } from './coins.js'

/** Most bits of an amount. Source: cosmossdk.io/math `MaxBitLen`. */
const MAX_BITS = 256
/** Most bits of a decimal. Source: cosmossdk.io/math `maxDecBitLen`. */
const MAX_DECIMAL_BITS = 315

const FORMS: readonly (readonly [form: RegExp, prefix: string])[] = [
  [/^0[xX]((?:_?[0-9a-fA-F])+)$/, '0x'],
  [/^0[bB]((?:_?[01])+)$/, '0b'],
  [/^0[oO]?((?:_?[0-7])+)$/, '0o'],
  [/^([1-9](?:_?\d)*|0)$/, ''],
]

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
  const negative = text.startsWith('-')
  const digits = negative || text.startsWith('+') ? text.slice(1) : text
  for (const [form, prefix] of FORMS) {
    const match = form.exec(digits)
    if (match === null) continue
    const size = BigInt(prefix + match[1]!.replaceAll('_', ''))
    const bits = size === 0n ? 0 : size.toString(2).length
    if (bits > max) throw plainError(tooLarge(bits))
    return negative ? -size : size
  }
  throw plainError(`math/big: cannot unmarshal ${JSON.stringify(text)} into a *big.Int`)
}

/** A coin as generated protobuf code has it, its amount a text. */
export interface CoinText {
  readonly denom: string
  readonly amount: string
}

/** @throws ChainError undefined/1, as {@link decodeInt} */
export const decodeCoin = ({ denom, amount }: CoinText): Coin => ({ denom, amount: decodeInt(amount) })

export const encodeCoin = ({ denom, amount }: Coin): CoinText => ({ denom, amount: amount.toString() })
