import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { UsageError } from './errors.js'

export { concatBytes }

/** No bytes: an empty value, or an absent one where protobuf does not tell them apart. */
export const NO_BYTES: Uint8Array = new Uint8Array(0)

const utf8 = new TextEncoder()
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const SURROGATE = /\p{Surrogate}/u

/** UTF-8, or the bytes that {@link textOf} read. */
export const toUtf8 = (text: string): Uint8Array => (SURROGATE.test(text) ? withBytes(text) : utf8.encode(text))

const withBytes = (text: string): Uint8Array =>
  concatBytes(
    ...Array.from(text, (character) => {
      const byte = character.charCodeAt(0) - FIRST_BYTE
      return character.length === 1 && byte >= 0x80 && byte <= 0xff ? Uint8Array.of(byte) : utf8.encode(character)
    }),
  )

/** A byte that is not UTF-8 stands in a text as this plus itself: the lone surrogates U+DC80 to U+DCFF. */
const FIRST_BYTE = 0xdc00

/** The text of bytes that need not be UTF-8, as Go's strings: {@link toUtf8} gives the same bytes again. */
export function textOf(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return [...runes(bytes)].join('')
  }
}

/** Characters, and bytes that begin none. Source: Go's `utf8.DecodeRune` */
function* runes(bytes: Uint8Array): Generator<string> {
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at]!
    const size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    const rune = decoded(bytes.subarray(at, at + size))
    yield rune ?? String.fromCharCode(FIRST_BYTE + lead)
    at += rune === undefined ? 1 : size
  }
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Bytes of a text in UTF-8, or as {@link textOf} read them. */
export const byteLength = (text: string): number =>
  SURROGATE.test(text) ? withBytes(text).length : Buffer.byteLength(text)

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
