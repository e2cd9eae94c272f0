import { toHex } from '../../base/index.js'
import { keyBytes, type Key } from '../../store/index.js'

const PRINTABLE = /^[ -~]+$/

/** One part of a key of cw-storage-plus. */
export interface KeyPart {
  readonly kind: 'text' | 'number' | 'hex'
  readonly text: string
}

/**
 * The parts of a key of a contract's storage: the name of an `Item`; the name of a `Map`, and each part of its key. Each part but the last has its
 * length in front. Source: cw-storage-plus `namespaced_prefix`, `Map::key`.
 */
export function keyParts(key: Key): readonly KeyPart[] {
  const parts: string[] = []
  let rest: string = key
  for (;;) {
    const length = rest.length < 2 ? 0 : rest.charCodeAt(0) * 256 + rest.charCodeAt(1)
    if (length === 0 || length > rest.length - 2) break
    const part = rest.slice(2, 2 + length)
    // The first part is the name of a map; a key that begins differently was not made by cw-storage-plus.
    if (parts.length === 0 && !PRINTABLE.test(part)) break
    parts.push(part)
    rest = rest.slice(2 + length)
  }
  if (rest !== '' || parts.length === 0) parts.push(rest)
  return parts.map(partOf)
}

/**
 * A key of a contract's storage for display. Keys of cw-storage-plus lose the lengths of their parts: `balances/neutron1…`, `failures/7`;
 * parts that are not text are shown as numbers where possible, and as hex otherwise.
 */
export const keyText = (key: Key): string =>
  keyParts(key)
    .map(({ text }) => text)
    .join('/')

/** Numbers are big-endian and of 1, 2, 4, 8 or 16 bytes; large ones are more likely something else. */
function partOf(part: string): KeyPart {
  if (part === '' || PRINTABLE.test(part)) return { kind: 'text', text: part }
  const hex = toHex(keyBytes(part as Key))
  const text = `0x${hex}`
  if (![1, 2, 4, 8, 16].includes(part.length)) return { kind: 'hex', text }
  const number = BigInt(text)
  if (number < LARGE) return { kind: 'number', text: String(number) }
  // Signed numbers have their highest bit turned around, so that they sort. Source: cw-storage-plus `int_key.rs`.
  const signed = number - 2n ** BigInt(part.length * 8 - 1)
  return part.length >= 8 && signed > -LARGE && signed < LARGE
    ? { kind: 'number', text: String(signed) }
    : { kind: 'hex', text }
}

const LARGE = 2n ** 53n
