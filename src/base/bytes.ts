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
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text))
    throw new UsageError(`not a base64 string: ${text.slice(0, 80)}`)
  return new Uint8Array(Buffer.from(text, 'base64'))
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0
}

/** Order of bytes as Go's `bytes.Compare`. */
export const compareBytes = (a: Uint8Array, b: Uint8Array): number => Buffer.compare(a, b)
