import * as fc from 'fast-check'
import type { Surroundings } from './surroundings.js'
import type { SchemaNode } from './node.js'
import { own } from '../base/index.js'

/** The range of each format, up to 2^53 - 1, above which JSON numbers are not exact. */
const INTEGER_FORMATS: Readonly<Record<string, readonly [min: number, max: number]>> = {
  uint8: [0, 2 ** 8 - 1],
  uint16: [0, 2 ** 16 - 1],
  uint32: [0, 2 ** 32 - 1],
  uint64: [0, Number.MAX_SAFE_INTEGER],
  uint: [0, Number.MAX_SAFE_INTEGER],
  uint128: [0, Number.MAX_SAFE_INTEGER],
  int8: [-(2 ** 7), 2 ** 7 - 1],
  int16: [-(2 ** 15), 2 ** 15 - 1],
  int32: [-(2 ** 31), 2 ** 31 - 1],
}

const ANY = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const

/** Integers for a schema: small ones, ids and amounts from the dictionary, times and heights around the last block, edge cases. */
export function integers(node: SchemaNode, name: string, around: Surroundings): fc.Arbitrary<number> {
  const [low, high] = own(INTEGER_FORMATS, node.format ?? '') ?? ANY
  const min = Math.ceil(Math.max(low, node.minimum ?? low))
  const max = Math.floor(Math.min(high, node.maximum ?? high))
  if (max <= min) return fc.constant(min)
  const fits = (value: number): boolean => Number.isInteger(value) && value >= min && value <= max
  const seen = [...new Set([...seenNumbers(around), ...moments(name, around), ...durations(name)])].filter(fits)
  const small = Math.max(min, 0)
  return fc.oneof(
    { arbitrary: fc.integer({ min: small, max: Math.min(max, small + 5) }), weight: 5 },
    { arbitrary: fc.integer({ min: small, max: Math.min(max, small + 200) }), weight: 2 },
    { arbitrary: fc.constantFrom(min, max, max - 1), weight: 1 },
    { arbitrary: fc.integer({ min, max }), weight: 1 },
    ...(seen.length > 0 ? [{ arbitrary: fc.constantFrom(...seen), weight: 5 }] : []),
  )
}

function seenNumbers({ words, numbers }: Surroundings): readonly number[] {
  const counted = words.map((word) =>
    typeof word === 'number' ? word : typeof word === 'string' && /^[0-9]{1,15}$/.test(word) ? Number(word) : -1,
  )
  return [...counted.filter((value) => value >= 0), ...numbers.map(Number)]
}

const SECONDS = [60, 600, 3600, 86_400] as const

/** Seconds that something lasts, for a field that is named after a span of time. */
export const durations = (name: string): readonly number[] =>
  /timeout|seconds|duration|period|interval|delay|(^|_)secs?(_|$)/.test(name) ? SECONDS : []

/** Heights, or Unix times in seconds, around the last block. */
function moments(name: string, { time, height }: Surroundings): readonly number[] {
  const at = (now: number, steps: readonly number[]): readonly number[] => steps.map((step) => now + step)
  if (height !== undefined && /height/.test(name)) return at(Number(height), [-1, 0, 1, 2, 100])
  if (time !== undefined && /time|expir|deadline|until|(^|_)(at|end|start)$/.test(name))
    return at(Number(time / 1_000_000_000n), [-3600, -1, 0, 1, 60, 3600, 86_400])
  return []
}
