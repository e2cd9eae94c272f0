import type { Json } from '../../sandbox/internal.js'

/** Fields with values that are too small for anything to work with them, and larger ones. */
const SMALL: readonly { readonly name: RegExp; readonly below: number; readonly instead: number }[] = [
  // With a timeout of fewer seconds, a packet often times out before it is delivered.
  { name: /timeout/i, below: 600, instead: 3600 },
  // No message fits into less gas.
  { name: /(^|_)gas(_limit)?$/i, below: 200_000, instead: 1_000_000 },
]

/** A message with an hour in each field that is named after a timeout and has a short one, and with enough gas in those that limit it. */
export function withLargerLimits(value: Json, name = ''): Json {
  if (typeof value === 'number') return larger(BigInt(Math.trunc(value)), name) ?? value
  if (typeof value === 'string') {
    const instead = /^\d+$/.test(value) ? larger(BigInt(value), name) : undefined
    return instead === undefined ? value : String(instead)
  }
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withLargerLimits(item, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withLargerLimits(member, key)]))
}

const larger = (value: bigint, name: string): number | undefined =>
  SMALL.find((one) => one.name.test(name) && value < BigInt(one.below))?.instead
