/** Bytes of pairs of digits, up to what is no such pair. Source: go-ethereum common `Hex2Bytes`. */
export const lenientHex = (digits: string): Uint8Array =>
  Uint8Array.from(Buffer.from(/^(?:[0-9a-f]{2})*/i.exec(digits)![0], 'hex'))

/** The bytes of a text in hexadecimal, up to the first letter that is no digit, with or without `0x`. Source: go-ethereum common `FromHex`. */
export function lenientBytes(text: string): Uint8Array {
  const digits = text.replace(/^0[xX]/, '')
  return lenientHex(digits.length % 2 === 1 ? `0${digits}` : digits)
}

/** The last bytes of it, with zeros in front. Source: `HexToAddress`, `HexToHash`. */
export function lenientFixed(text: string, length: number): Uint8Array {
  const bytes = lenientBytes(text).subarray(-length)
  const fixed = new Uint8Array(length)
  fixed.set(bytes, length - bytes.length)
  return fixed
}
