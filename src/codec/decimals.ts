import { UsageError } from '../base/errors.js'

/** Digits behind the point of the SDK's decimals, which are whole numbers of 10^-18. Source: cosmossdk.io/math `LegacyPrecision`. */
export const DECIMAL_PLACES = 18
export const DECIMAL_ONE = 10n ** 18n

/**
 * `1.5` as 1500000000000000000.
 * @throws UsageError for what is no decimal, or has more than 18 places
 */
export function parseDecimal(text: string): bigint {
  const parts = /^(-?)(\d{1,80})(?:\.(\d{1,18}))?$/.exec(text)
  if (parts === null)
    throw new UsageError(`not a decimal with at most ${DECIMAL_PLACES} places: ${JSON.stringify(text.slice(0, 100))}`)
  const size = BigInt(parts[2]! + (parts[3] ?? '').padEnd(DECIMAL_PLACES, '0'))
  return parts[1] === '-' ? -size : size
}

/** With all 18 places, as `LegacyDec.String` prints it. */
export function decimalText(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(DECIMAL_PLACES + 1, '0')
  const point = digits.length - DECIMAL_PLACES
  return `${value < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** The next whole number, of a decimal that is not negative. */
export const decimalCeil = (value: bigint): bigint => (value + DECIMAL_ONE - 1n) / DECIMAL_ONE
