/** RLP of parts that are already encoded, for the hot path: nodes of tries. Source: Ethereum yellow paper, appendix B. */

/** The encoding of a string of bytes. */
export function rlpBytes(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  if (length === 1 && bytes[0]! < 0x80) return bytes
  const at = rlpHeadLength(length)
  const encoded = new Uint8Array(at + length)
  writeRlpHead(encoded, 0x80, length)
  encoded.set(bytes, at)
  return encoded
}

/** The encoding of a list of things that are encoded. */
export function rlpList(items: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const item of items) length += item.length
  const into = new Uint8Array(rlpHeadLength(length) + length)
  let at = writeRlpHead(into, 0xc0, length)
  for (const item of items) {
    into.set(item, at)
    at += item.length
  }
  return into
}

/** The length of the prefix for content of that length. */
export const rlpHeadLength = (length: number): number =>
  length < 56 ? 1 : length < 0x100 ? 2 : length < 0x1_0000 ? 3 : length < 0x100_0000 ? 4 : 5

/** Writes the prefix of a list (0xc0) or a string (0x80) of that length. @returns how many bytes it has */
export function writeRlpHead(into: Uint8Array, offset: number, length: number): number {
  const size = rlpHeadLength(length)
  into[0] = size === 1 ? offset + length : offset + 54 + size
  for (let at = size - 1, rest = length; at > 0; at--, rest >>>= 8) into[at] = rest & 0xff
  return size
}
