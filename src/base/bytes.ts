import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { UsageError } from './errors.js'

export { concatBytes }

const utf8 = new TextEncoder()
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const toUtf8 = (text: string): Uint8Array => utf8.encode(text)

/** Text of well-formed UTF-8; throws a `TypeError` when it is not. */
export const fromUtf8 = (bytes: Uint8Array): string => strictUtf8.decode(bytes)

/** Lower-case hex without prefix. */
export const toHex = (bytes: Uint8Array): string => hex.hexSlice.call(bytes, 0, bytes.length)
const hex = Buffer.prototype as Buffer & { hexSlice(this: Uint8Array, start: number, end: number): string }

/** @throws UsageError when the text is not hex of whole bytes. */
export function fromHex(text: string): Uint8Array {
  try {
    return hexToBytes(text)
  } catch (cause) {
    throw new UsageError(`not a hex string: ${text.slice(0, 80)}`, { cause })
  }
}

/** Standard base64 with padding, as Go's `base64.StdEncoding` writes it. */
export const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

/** Strict standard base64: padding and alphabet as Go's `base64.StdEncoding` demands. @throws UsageError otherwise. */
export function fromBase64(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64')
  // Node skips characters outside the alphabet, so fewer bytes come out, and also accepts the URL alphabet.
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const strict = text.length % 4 === 0 && bytes.length === (text.length / 4) * 3 - padding
  if (!strict || Buffer.byteLength(text) !== text.length || text.includes('-') || text.includes('_'))
    throw new UsageError(`not a base64 string: ${text.slice(0, 80)}`)
  return bytes.length === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0
}

/** Byte order, as Go's `bytes.Compare`. */
export const compareBytes = (a: Uint8Array, b: Uint8Array): number => Buffer.compare(a, b)
