import { bech32 } from '@scure/base'
import type { ChainError } from '../base/index.js'
import { plainError } from './plain-error.js'

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const MAX_LENGTH = 1023

const refuse = (text: string): ChainError => plainError(`decoding bech32 failed: ${text}`)

/** Source: cosmos-sdk types/bech32 `ConvertAndEncode`. */
export const encodeBech32 = (prefix: string, bytes: Uint8Array): string =>
  bech32.encode(prefix, bech32.toWords(bytes), false)

/**
 * Checks in the order of the Go code, so that the same problem is named first.
 * @throws ChainError undefined/1 with Go's text, `decoding bech32 failed: …`
 * Source: cosmos-sdk types/bech32 `DecodeAndConvert`, cosmos/btcutil v1.0.5 bech32.
 */
export function decodeBech32(text: string): { readonly prefix: string; readonly bytes: Uint8Array } {
  const length = Buffer.byteLength(text)
  if (length > MAX_LENGTH || length < 8) throw refuse(`invalid bech32 string length ${length}`)
  const lower = normalize(text)
  const separator = lower.lastIndexOf('1')
  if (separator < 1 || separator + 7 > lower.length) throw refuse(`invalid separator index ${separator}`)
  const prefix = lower.slice(0, separator)
  const words = Array.from(lower.slice(separator + 1), (character) => {
    const word = CHARSET.indexOf(character)
    if (word < 0) throw refuse(`invalid character not part of charset: ${character.charCodeAt(0)}`)
    return word
  })
  const values = words.slice(0, -6)
  const expected = bech32.encode(prefix, values, false).slice(-6)
  const actual = lower.slice(-6)
  if (actual !== expected) throw refuse(`invalid checksum (expected ${expected} got ${actual})`)
  const bytes = bech32.fromWordsUnsafe(values)
  if (!bytes) throw refuse('invalid incomplete group')
  return { prefix, bytes: new Uint8Array(bytes) }
}

/** The text in lower case. */
function normalize(text: string): string {
  let hasLower = false
  let hasUpper = false
  for (const byte of Buffer.from(text)) {
    if (byte < 33 || byte > 126) throw refuse(`invalid character in string: '${String.fromCharCode(byte)}'`)
    hasLower ||= byte >= 97 && byte <= 122
    hasUpper ||= byte >= 65 && byte <= 90
    if (hasLower && hasUpper) throw refuse('string not all lowercase or all uppercase')
  }
  return text.toLowerCase()
}
