import { fromUtf8, toUtf8 } from '../../../base/bytes.js'
import { GoJsonError } from '../../../codec/go-json/index.js'

/** Nanoseconds of each unit. */
const UNITS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
}

/** Source: go1.24 time/format.go `quote`. */
const quoted = (text: string): string =>
  `"${Array.from(toUtf8(text), (byte) => {
    const character = String.fromCharCode(byte)
    if (byte < 0x20 || byte >= 0x80) return `\\x${byte.toString(16).padStart(2, '0')}`
    return character === '"' || character === '\\' ? `\\${character}` : character
  }).join('')}"`

/**
 * A span of time in nanoseconds: a number, or a text such as `1h2m3.5s`. @throws GoJsonError with Go's text
 * Source: ibc-apps packet-forward-middleware v10 types/forward.go `Duration`, go1.24 time.ParseDuration
 */
export function duration(raw: Uint8Array): bigint {
  const value: unknown = JSON.parse(fromUtf8(raw))
  if (typeof value === 'number') return BigInt(Math.trunc(value))
  if (typeof value !== 'string') throw new GoJsonError('invalid duration')
  const fault = (what: string): GoJsonError => new GoJsonError(`time: ${what}duration ${quoted(value)}`)
  const [, sign, rest] = /^([-+]?)(.*)$/s.exec(value)!
  if (rest === '0') return 0n
  if (rest === '') throw fault('invalid ')
  let total = 0
  for (let left = rest!; left !== '';) {
    const [, number] = /^(\d+\.?\d*|\.\d+)/.exec(left) ?? []
    if (number === undefined) throw fault('invalid ')
    const [unit] = /^[^\d.]*/.exec(left.slice(number.length))!
    if (unit === '') throw fault('missing unit in ')
    const size = Object.hasOwn(UNITS, unit) ? UNITS[unit]! : undefined
    if (size === undefined) throw fault(`unknown unit ${quoted(unit)} in `)
    total += Number(number) * size
    left = left.slice(number.length + unit.length)
  }
  if (total >= 2 ** 63) throw fault('invalid ')
  return BigInt(Math.trunc(total)) * (sign === '-' ? -1n : 1n)
}
