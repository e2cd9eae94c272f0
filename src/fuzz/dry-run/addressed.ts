import type { Json } from '../../sandbox/internal.js'
import type { Surroundings } from '../../schema/index.js'

/** Members with binary content, which is never an address. */
const BYTES = /^(msg|data|payload|proof)$/

/** The message with every string that is not a known name or a number replaced by an address. */
export function addressed(value: Json, around: Surroundings): Json {
  const [address] = around.addresses
  const { denoms, channels, words, contracts, addresses } = around
  const meant = new Set<Json>([...denoms, ...channels, ...words, ...contracts, ...addresses])
  const walk = (part: Json): Json => {
    if (typeof part === 'string') return meant.has(part) || /^\d+(\.\d+)?$/.test(part) ? part : address!
    if (Array.isArray(part)) return part.map((one: Json) => walk(one))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      Object.entries(part).map(([name, member]) => [name, BYTES.test(name) ? member : walk(member)]),
    )
  }
  return walk(value)
}
