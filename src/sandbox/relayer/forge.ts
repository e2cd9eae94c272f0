/** A copy of bytes with one bit changed, counted from the first and around the end. */
export function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const changed = bytes.slice()
  const at = bit % (bytes.length * 8)
  changed[at >> 3]! ^= 1 << (at & 7)
  return changed
}
