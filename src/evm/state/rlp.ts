/** RLP of parts that are already encoded, for the hot path: nodes of tries. Source: Ethereum yellow paper, appendix B. */

/** The encoding of no bytes. */
export const RLP_NOTHING = Uint8Array.of(0x80)

/** The encoding of a string of bytes. */
export function rlpBytes(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  if (length === 1 && bytes[0]! < 0x80) return bytes
  const at = rlpHeadLength(length)
  const encoded = new Uint8Array(at + length)
  writeHead(encoded, 0x80, length)
  encoded.set(bytes, at)
  return encoded
}

/** The encoding of a list of things that are encoded. */
export function rlpList(items: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const item of items) length += item.length
  return writeRlpList(new Uint8Array(rlpHeadLength(length) + length), length, items)
}

/** The length of the prefix for content of that length. */
export const rlpHeadLength = (length: number): number =>
  length < 56 ? 1 : length < 0x100 ? 2 : length < 0x1_0000 ? 3 : length < 0x100_0000 ? 4 : 5

/** The same, written into a given array. @param length of all items together @returns the part that was written */
export function writeRlpList(into: Uint8Array, length: number, items: readonly Uint8Array[]): Uint8Array {
  let at = writeHead(into, 0xc0, length)
  for (const item of items) {
    into.set(item, at)
    at += item.length
  }
  return into.subarray(0, at)
}

function writeHead(into: Uint8Array, offset: number, length: number): number {
  const size = rlpHeadLength(length)
  into[0] = size === 1 ? offset + length : offset + 54 + size
  for (let at = size - 1, rest = length; at > 0; at--, rest >>>= 8) into[at] = rest & 0xff
  return size
}
