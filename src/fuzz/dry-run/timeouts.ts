import type { Json } from '../../sandbox/internal.js'

/** With a timeout of fewer seconds, a packet often times out before it is delivered. */
const SHORT = 600
const HOUR = 3600

/** A message with an hour in each field that is named after a timeout and has a short one. */
export function withLongTimeouts(value: Json, name = ''): Json {
  if (typeof value === 'number') return /timeout/i.test(name) && value < SHORT ? HOUR : value
  if (typeof value === 'string')
    return /timeout/i.test(name) && /^\d+$/.test(value) && BigInt(value) < SHORT ? String(HOUR) : value
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withLongTimeouts(item, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withLongTimeouts(member, key)]))
}
