import { UsageError } from '../../base/errors.js'
import { parseRfc3339 } from '../time.js'

/** Texts of a body that Go types read, with their errors. */

const problem = (text: string): UsageError => new UsageError(text)

const DECIMAL_PLACES = 18

/** A decimal as a whole number of 10^-18. Source: cosmossdk.io/math v1.5.3 dec.go `LegacyNewDecFromStr` */
export function bodyDecimal(text: string): bigint {
  if (text === '') throw problem('decimal string cannot be empty')
  const [sign, size] = text.startsWith('-') ? ['-', text.slice(1)] : ['', text]
  if (size === '') throw problem('decimal string cannot be empty')
  const [whole = '', fraction, ...more] = size.split('.')
  if (more.length > 0) throw problem('invalid decimal string')
  if (fraction !== undefined && (fraction === '' || whole === '')) throw problem('invalid decimal length')
  const places = fraction?.length ?? 0
  if (places > DECIMAL_PLACES)
    throw problem(
      `value '${text}' exceeds max precision by ${DECIMAL_PLACES - places} decimal places: max precision ${DECIMAL_PLACES}`,
    )
  const digits = whole + (fraction ?? '') + '0'.repeat(DECIMAL_PLACES - places)
  if (!/^[-+]?\d+$/.test(digits)) throw problem(`failed to set decimal string with base 10: ${digits}`)
  return BigInt(sign + BigInt(digits).toString())
}

/** Decimal, or with a prefix for its base; an underscore may separate digits. Source: math/big `Int.UnmarshalText` */
export function bodyInteger(text: string): bigint {
  const parts = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9]\d*)$/.exec(
    text.replaceAll(/(?<=\w)_(?=\w)/g, ''),
  )
  if (parts === null) throw problem(`math/big: cannot unmarshal ${JSON.stringify(text)} into a *big.Int`)
  const digits = parts[2]!.replace(/^0(?=[0-7])/, '0o')
  return parts[1] === '-' ? -BigInt(digits) : BigInt(digits)
}

/** Nanoseconds since 1970. */
export function bodyTime(text: string): bigint {
  try {
    return parseRfc3339(text)
  } catch {
    throw problem(
      `bad Timestamp, should be RFC 3339 encoded: parsing time ${JSON.stringify(text)} as "2006-01-02T15:04:05.999999999Z07:00": cannot parse ${JSON.stringify(text)} as "2006"`,
    )
  }
}

const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  '\u00b5s': 1_000n,
  '\u03bcs': 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
}

/** Nanoseconds. Source: Go `time.ParseDuration` */
export function bodyDuration(text: string): bigint {
  const bare = text.replace(/^[-+]/, '')
  const invalid = () => problem(`bad Duration: time: invalid duration ${JSON.stringify(text)}`)
  if (bare === '0') return 0n
  if (bare === '') throw invalid()
  let total = 0n
  for (let rest = bare; rest !== '';) {
    const [part, whole = '', fraction = '', unit = ''] = /^(\d*)(?:\.(\d*))?([^\d.]*)/.exec(rest)!
    if (whole === '' && fraction === '') throw invalid()
    if (unit === '') throw problem(`bad Duration: time: missing unit in duration ${JSON.stringify(text)}`)
    const size = Object.hasOwn(UNITS, unit) ? UNITS[unit]! : undefined
    if (size === undefined)
      throw problem(`bad Duration: time: unknown unit ${JSON.stringify(unit)} in duration ${JSON.stringify(text)}`)
    total += BigInt(whole || '0') * size + (BigInt(fraction || '0') * size) / 10n ** BigInt(fraction.length)
    if (total >= 1n << 63n) throw invalid()
    rest = rest.slice(part.length)
  }
  return text.startsWith('-') ? -total : total
}
