const PLACES = 18
const MAX = 1n << 315n

/** A price as Go reads a decimal, or Go's text for an invalid one. Source: cosmossdk.io/math v1.5.3 legacy_dec.go `LegacyNewDecFromStr`. */
export function minPriceOf(given: string): bigint | string {
  const isNegative = given.startsWith('-')
  const text = isNegative ? given.slice(1) : given
  if (text === '') return 'decimal string cannot be empty'
  const [whole = '', fraction, ...more] = text.split('.')
  if (more.length > 0) return 'invalid decimal string'
  if (fraction !== undefined && (fraction === '' || whole === '')) return 'invalid decimal length'
  const places = Buffer.byteLength(fraction ?? '')
  if (places > PLACES)
    return `value '${text}' exceeds max precision by ${PLACES - places} decimal places: max precision ${PLACES}`
  const digits = whole + (fraction ?? '') + '0'.repeat(PLACES - places)
  if (!/^[+-]?\d+$/.test(digits)) return `failed to set decimal string with base 10: ${digits}`
  const value = digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits.replace('+', ''))
  if (value >= MAX || value <= -MAX) return 'out of range: invalid decimal string'
  return isNegative ? -value : value
}
