/** RLP of parts that are encoded already, for what is encoded all the time: nodes of tries. Source: Ethereum yellow paper, appendix B. */

/** The encoding of no bytes. */
export const RLP_NOTHING = Uint8Array.of(0x80)

/** The encoding of a string of bytes. */
export function rlpBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 1 && bytes[0]! < 0x80) return bytes
  return withHead(0x80, bytes.length, [bytes])
}

/** The encoding of a list of things that are encoded. */
export function rlpList(items: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const item of items) length += item.length
  return withHead(0xc0, length, items)
}

function withHead(offset: number, length: number, parts: readonly Uint8Array[]): Uint8Array {
  const digits = length < 56 ? 0 : length < 0x100 ? 1 : length < 0x1_0000 ? 2 : length < 0x100_0000 ? 3 : 4
  const encoded = new Uint8Array(1 + digits + length)
  encoded[0] = digits === 0 ? offset + length : offset + 55 + digits
  for (let digit = 1, rest = length; digit <= digits; digit++, rest >>>= 8) encoded[1 + digits - digit] = rest & 0xff
  let at = 1 + digits
  for (const part of parts) {
    encoded.set(part, at)
    at += part.length
  }
  return encoded
}
