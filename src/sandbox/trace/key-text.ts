import { toHex } from '../../base/bytes.js'
import { keyBytes, type Key } from '../../store/key.js'

const PRINTABLE = /^[ -~]+$/

/**
 * A key of a contract's storage for people. Keys of cw-storage-plus lose the lengths of their parts: `balances/neutron1…`, `failures/7`;
 * parts that are not text are shown as numbers where possible, and as hex otherwise. Source: cw-storage-plus `namespaced_prefix`, `Map::key`.
 */
export function keyText(key: Key): string {
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
  return parts.map(partText).join('/')
}

/** Numbers are big-endian and of 1, 2, 4, 8 or 16 bytes; large ones are more likely something else. */
function partText(part: string): string {
  if (part === '' || PRINTABLE.test(part)) return part
  const hex = toHex(keyBytes(part as Key))
  if (![1, 2, 4, 8, 16].includes(part.length)) return `0x${hex}`
  const number = BigInt(`0x${hex}`)
  return number < 2n ** 53n ? String(number) : `0x${hex}`
}
