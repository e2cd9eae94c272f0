import { toUtf8 } from '../../base/index.js'
import { GoJsonError, goText } from '../../codec/go-json/index.js'

/** Nanoseconds of each unit. */
const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1000n],
  ['µs', 1000n],
  ['μs', 1000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
])

/** Nanoseconds of the longest negative duration; the longest positive one is 1 shorter. */
const MAX = 1n << 63n
/** Source: go1.24 time/format.go `quote`. */
const quoted = (text: string): string =>
  `"${Array.from(toUtf8(text), (byte) => {
    const character = String.fromCharCode(byte)
    if (byte < 0x20 || byte >= 0x80) return `\\x${byte.toString(16).padStart(2, '0')}`
    return character === '"' || character === '\\' ? `\\${character}` : character
  }).join('')}"`

/**
 * A duration in nanoseconds: a number, or a text such as `1h2m3.5s`. @throws GoJsonError with Go's text
 * Source: ibc-apps packet-forward-middleware v10 types/forward.go `Duration`, go1.24 time.ParseDuration
 */
export function duration(raw: Uint8Array): bigint {
  const value: unknown = JSON.parse(goText(raw))
  if (typeof value === 'number') return truncated(value)
  if (typeof value !== 'string') throw new GoJsonError('invalid duration')
  const problem = (what: string): GoJsonError => new GoJsonError(`time: ${what}duration ${quoted(value)}`)
  const [, sign, rest = ''] = /^([-+]?)(.*)$/s.exec(value)!
  if (rest === '0') return 0n
  if (rest === '') throw problem('invalid ')
  let total = 0n
  for (let left = rest; left !== '';) {
    const [number, whole, fraction = ''] = /^(\d*)(?:\.(\d*))?/.exec(left)!
    if (!/\d/.test(number) || BigInt(whole!) > MAX) throw problem('invalid ')
    const [unit] = /^[^\d.]*/.exec(left.slice(number.length))!
    if (unit === '') throw problem('missing unit in ')
    const size = UNITS.get(unit)
    if (size === undefined) throw problem(`unknown unit ${quoted(unit)} in `)
    total += BigInt(whole!) * size + fractionOf(fraction, size)
    if (total > MAX) throw problem('invalid ')
    left = left.slice(number.length + unit.length)
  }
  if (sign === '-') return -total
  if (total === MAX) throw problem('invalid ')
  return total
}

/** The digits after the point: Go reads as many as fit into 63 bits and continues with floats. */
function fractionOf(digits: string, unit: bigint): bigint {
  const read = BigInt(digits.slice(0, 19)) <= MAX ? digits.slice(0, 19) : digits.slice(0, 18)
  return BigInt(Math.trunc(Number(read) * (Number(unit) / 10 ** read.length)))
}

/** A float as an int64; one that does not fit becomes the smallest int64, as on amd64. */
const truncated = (value: number): bigint => (value >= -(2 ** 63) && value < 2 ** 63 ? BigInt(Math.trunc(value)) : -MAX)
