import { UsageError } from '../base/index.js'
import { plainError } from './plain-error.js'

/** Digits after the decimal point of the SDK's decimals, which are whole numbers of 10^-18. Source: cosmossdk.io/math `LegacyPrecision`. */
const DECIMAL_PLACES = 18
export const DECIMAL_ONE = 10n ** 18n

/**
 * `1.5` as 1500000000000000000.
 * @throws UsageError for text that is not a decimal, or has more than 18 places
 */
export function parseDecimal(text: string): bigint {
  const parts = /^(-?)(\d{1,80})(?:\.(\d{1,18}))?$/.exec(text)
  if (parts === null)
    throw new UsageError(`not a decimal with at most ${DECIMAL_PLACES} places: ${JSON.stringify(text.slice(0, 100))}`)
  const size = BigInt(parts[2]! + (parts[3] ?? '').padEnd(DECIMAL_PLACES, '0'))
  return parts[1] === '-' ? -size : size
}

/** Decimals are smaller than this. Source: cosmossdk.io/math `upperLimit`. */
const DECIMAL_LIMIT = (1n << 256n) * DECIMAL_ONE

/**
 * `1.5` as 1500000000000000000, as Go reads a decimal: it may have a sign, `+` too, and zeros before it.
 * @throws ChainError undefined/1 with Go's text
 * Source: cosmossdk.io/math v1.5.3 `LegacyNewDecFromStr`.
 */
export function decimalFromString(text: string): bigint {
  const negative = text.startsWith('-')
  const size = negative ? text.slice(1) : text
  if (size === '') throw plainError('decimal string cannot be empty')
  const [whole = '', fraction, ...more] = size.split('.')
  if (more.length > 0) throw plainError('invalid decimal string')
  if (fraction !== undefined && (fraction === '' || whole === '')) throw plainError('invalid decimal length')
  const missing = DECIMAL_PLACES - Buffer.byteLength(fraction ?? '')
  if (missing < 0)
    throw plainError(
      `value '${size}' exceeds max precision by ${missing} decimal places: max precision ${DECIMAL_PLACES}`,
    )
  const digits = whole + (fraction ?? '') + '0'.repeat(missing)
  if (!/^[-+]?[0-9]+$/.test(digits)) throw plainError(`failed to set decimal string with base 10: ${digits}`)
  const value = negative ? -BigInt(digits) : BigInt(digits)
  if (value >= DECIMAL_LIMIT || value <= -DECIMAL_LIMIT) throw plainError('out of range: invalid decimal string')
  return value
}

/** With all 18 places, as `LegacyDec.String` prints it. */
export function decimalText(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(DECIMAL_PLACES + 1, '0')
  const point = digits.length - DECIMAL_PLACES
  return `${value < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Rounds up a decimal that is not negative. */
export const decimalCeil = (value: bigint): bigint => (value + DECIMAL_ONE - 1n) / DECIMAL_ONE

/** A whole number as a decimal. */
export const decimalOf = (whole: bigint): bigint => whole * DECIMAL_ONE

/** The whole part. Source: cosmossdk.io/math `LegacyDec.TruncateInt`. */
export const decimalTruncate = (value: bigint): bigint => value / DECIMAL_ONE

/** The nearest whole number, rounding half to even. Source: `LegacyDec.RoundInt`. */
export const decimalRound = (value: bigint): bigint => chopAndRound(value)

/** Source: `LegacyDec.Mul`. */
export const multiplyDecimals = (a: bigint, b: bigint): bigint => chopAndRound(a * b)
/** Source: `LegacyDec.MulTruncate`. */
export const multiplyTruncating = (a: bigint, b: bigint): bigint => (a * b) / DECIMAL_ONE
/** Source: `LegacyDec.Quo`. @param b not zero */
export const divideDecimals = (a: bigint, b: bigint): bigint => chopAndRound((a * DECIMAL_ONE * DECIMAL_ONE) / b)
/** Source: `LegacyDec.QuoTruncate`. @param b not zero */
export const divideTruncating = (a: bigint, b: bigint): bigint => (a * DECIMAL_ONE) / b

/** Removes 18 digits and rounds half to even. Source: `chopPrecisionAndRound`. */
function chopAndRound(value: bigint): bigint {
  if (value < 0n) return -chopAndRound(-value)
  const whole = value / DECIMAL_ONE
  const twice = (value % DECIMAL_ONE) * 2n
  if (twice === DECIMAL_ONE) return whole + (whole & 1n)
  return twice < DECIMAL_ONE ? whole : whole + 1n
}
