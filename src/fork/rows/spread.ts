import type { Key } from '../../store/index.js'

/** Bytes after the common prefix that are counted as one number. */
const BYTES = 6

const commonLength = (one: string, other: string): number => {
  let length = 0
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length++
  return length
}

function numberAt(key: string, from: number): number {
  let value = 0
  for (let i = from; i < from + BYTES; i++) value = value * 256 + (i < key.length ? key.charCodeAt(i) : 0)
  return value
}

function bytesOf(value: number): string {
  let [text, rest] = ['', value]
  for (let i = 0; i < BYTES; i++) [text, rest] = [String.fromCharCode(rest % 256) + text, Math.floor(rest / 256)]
  return text
}

/** Keys between two others at about equal distances, whether they are hashes or count up: for several readings of a gap at once. */
export function spread(low: Key, high: string, count: number): readonly Key[] {
  const common = commonLength(low, high)
  const [first, last] = [numberAt(low, common), numberAt(high, common)]
  const keys = Array.from({ length: count }, (_, i) => {
    const value = first + Math.floor(((last - first) * (i + 1)) / (count + 1))
    return (low.slice(0, common) + bytesOf(value)) as Key
  })
  return [...new Set(keys)].filter((key) => key > low && key < high)
}

/** More bytes than a key has in practice. */
const HIGH = '\u00ff'.repeat(80)

/** A key just below another one, or one above all others. */
export function justBelow(key: Key | undefined): Key {
  if (key === undefined) return HIGH as Key
  const last = key.charCodeAt(key.length - 1)
  const rest = key.slice(0, -1)
  return (last === 0 ? rest : rest + String.fromCharCode(last - 1) + HIGH) as Key
}
