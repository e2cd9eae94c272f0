import { DEFAULT_GAS_LIMIT, type Json } from '../../sandbox/internal.js'

/** Fields with values with which nothing works, or packets hardly end, and better ones. */
const LIMITS: readonly {
  readonly name: RegExp
  readonly below: number
  readonly above: number
  readonly instead: number
}[] = [
  // With a timeout of fewer seconds, a packet often times out before it is delivered.
  { name: /timeout(?!.*(?:stamp|height))/i, below: 600, above: 30 * 86_400, instead: 3600 },
  // No message fits into less gas, and no transaction has more: a contract that leaves so much to another one leaves it everything.
  { name: /(^|_)gas(_limit)?$/i, below: 200_000, above: Number(DEFAULT_GAS_LIMIT) / 2, instead: 1_000_000 },
]

/** A message with an hour in each field that is named after a timeout and has a short or an endless one, and with enough gas, and not all of it, in those that limit it. */
export function withUsableLimits(value: Json, name = ''): Json {
  if (typeof value === 'number') return usable(BigInt(Math.trunc(value)), name) ?? value
  if (typeof value === 'string') {
    const instead = /^\d+$/.test(value) ? usable(BigInt(value), name) : undefined
    return instead === undefined ? value : String(instead)
  }
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withUsableLimits(item, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withUsableLimits(member, key)]))
}

const usable = (value: bigint, name: string): number | undefined =>
  LIMITS.find((one) => one.name.test(name) && (value < BigInt(one.below) || Number(value) > one.above))?.instead
