import { refuse } from '../errors.js'
import { own } from '../../base/index.js'

/** Milliseconds of Go's units of time. */
const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

const PART = /(\d+\.?\d*|\.\d+)([a-zµμ]*)/gy

/**
 * Milliseconds of a length of time as Go writes it: `1m30s`, `250ms`. Source: Go, time.ParseDuration.
 * @throws RpcError in Go's words for anything else
 */
export function milliseconds(text: string): number {
  const [, sign, rest] = /^([+-]?)(.*)$/s.exec(text)!
  if (rest === '0') return 0
  const quoted = JSON.stringify(text)
  const parts = [...rest!.matchAll(PART)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== rest)
    throw refuse(`time: invalid duration ${quoted}`)
  let sum = 0
  for (const [, number, unit] of parts) {
    if (unit === '') throw refuse(`time: missing unit in duration ${quoted}`)
    const size = own(UNITS, unit!)
    if (size === undefined) throw refuse(`time: unknown unit ${JSON.stringify(unit)} in duration ${quoted}`)
    sum += Number(number) * size
  }
  return sign === '-' ? -sum : sum
}
