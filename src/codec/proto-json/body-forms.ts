import { goQuote } from '../go-quote.js'
import { ChainError, UsageError } from '../../base/index.js'
import { decimalFromString } from '../decimals.js'
import { intFromJson } from '../go-int.js'
import { parseRfc3339 } from '../time.js'

/** Texts of a body that Go types read, with their errors. */

const problem = (text: string): UsageError => new UsageError(text)

/** Runs a reader of Go; its error becomes one of the body. */
function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof ChainError ? problem(error.log) : error
  }
}

/** A decimal as a whole number of 10^-18. */
export const bodyDecimal = (text: string): bigint => reading(() => decimalFromString(text))

export const bodyInteger = (text: string): bigint => reading(() => intFromJson(text))

/** Nanoseconds since 1970. */
export function bodyTime(text: string): bigint {
  try {
    return parseRfc3339(text)
  } catch {
    throw problem(
      `bad Timestamp, should be RFC 3339 encoded: parsing time ${goQuote(text)} as "2006-01-02T15:04:05.999999999Z07:00": cannot parse ${goQuote(text)} as "2006"`,
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
  const invalid = () => problem(`bad Duration: time: invalid duration ${goQuote(text)}`)
  if (bare === '0') return 0n
  if (bare === '') throw invalid()
  let total = 0n
  for (let rest = bare; rest !== '';) {
    const [part, whole = '', fraction = '', unit = ''] = /^(\d*)(?:\.(\d*))?([^\d.]*)/.exec(rest)!
    if (whole === '' && fraction === '') throw invalid()
    if (unit === '') throw problem(`bad Duration: time: missing unit in duration ${goQuote(text)}`)
    const size = Object.hasOwn(UNITS, unit) ? UNITS[unit]! : undefined
    if (size === undefined)
      throw problem(`bad Duration: time: unknown unit ${goQuote(unit)} in duration ${goQuote(text)}`)
    total += BigInt(whole || '0') * size + (BigInt(fraction || '0') * size) / 10n ** BigInt(fraction.length)
    if (total >= 1n << 63n) throw invalid()
    rest = rest.slice(part.length)
  }
  return text.startsWith('-') ? -total : total
}
