import { toUtf8, UsageError } from '../base/index.js'

declare const form: unique symbol

/**
 * Internal form of a store key: a string with one character (U+0000 to U+00FF) per byte, so that JavaScript's string order
 * is byte order and keys can be compared, sliced and joined at the speed of strings. Build it only with the functions here.
 */
export type Key = string & { readonly [form]: 'store key' }

export const EMPTY_KEY = '' as Key

export function keyOf(bytes: Uint8Array): Key {
  return Buffer.prototype.latin1Slice.call(bytes, 0, bytes.length) as Key
}

/** The key of an ASCII string. @throws UsageError on any other character, which would be truncated silently. */
export function asciiKey(text: string): Key {
  // oxlint-disable-next-line no-control-regex
  if (!/^[\u0000-\u007f]*$/.test(text))
    throw new UsageError(`store keys are made of ASCII text or bytes, not of ${JSON.stringify(text)}`)
  return text as Key
}

/** The key of a string's UTF-8 bytes. */
export const textKey = (text: string): Key =>
  Buffer.byteLength(text) === text.length ? (text as Key) : keyOf(toUtf8(text))

/** The key of one byte. */
export const byteKey = (byte: number): Key => String.fromCharCode(byte) as Key

/** One byte of length, then the bytes. Source: cosmos-sdk types/address `MustLengthPrefix`. */
export const lengthPrefixed = (bytes: Uint8Array): Key => joinKeys(byteKey(bytes.length), keyOf(bytes))

export function keyBytes(key: Key): Uint8Array {
  const bytes = new Uint8Array(key.length)
  Buffer.prototype.latin1Write.call(bytes, key, 0, key.length)
  return bytes
}

export function joinKeys(...parts: readonly Key[]): Key {
  return parts.join('') as Key
}

/** 8 bytes, big endian. */
export function uint64Key(value: bigint): Key {
  const [high, low] = [Number((value >> 32n) & 0xffffffffn), Number(value & 0xffffffffn)]
  return (uint32Text(high) + uint32Text(low)) as Key
}

const uint32Text = (value: number): string =>
  String.fromCharCode(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff)

/** First key after all keys that start with the prefix; undefined (no end) when the prefix is empty or all FF. Source: store/types `PrefixEndBytes`. */
export function prefixEnd(prefix: Key): Key | undefined {
  let length = prefix.length
  while (length > 0 && prefix.charCodeAt(length - 1) === 0xff) length--
  if (length === 0) return undefined
  return (prefix.slice(0, length - 1) + String.fromCharCode(prefix.charCodeAt(length - 1) + 1)) as Key
}
