import { decodeBech32, encodeBech32, plainError } from '../codec/bech32.js'
import { keyOf } from '../store/key.js'
import { ErrLogic, ErrUnknownAddress } from './sdk-errors.js'

/** Longest address in bytes. Source: cosmos-sdk types/address `MaxAddrLen`. */
const MAX_ADDRESS_LENGTH = 255

/** Texts made lately, by prefix and bytes: every event names addresses, and the same few. */
const texts = new Map<string, string>()
const MOST_TEXTS = 4096

/** Bech32 text of an address; '' for an empty one. Source: cosmos-sdk codec/address `BytesToString`, types `AccAddress.String`. */
export function addressText(prefix: string, bytes: Uint8Array): string {
  if (bytes.length === 0) return ''
  const id = `${prefix}1${keyOf(bytes)}`
  let text = texts.get(id)
  if (text === undefined) {
    if (texts.size >= MOST_TEXTS) texts.clear()
    text = encodeBech32(prefix, bytes)
    texts.set(id, text)
  }
  return text
}

function decode(text: string, refuse: (prefix: string) => Error, expected: string): Uint8Array {
  if (text.trim() === '') throw plainError('empty address string is not allowed')
  const { prefix, bytes } = decodeBech32(text)
  if (prefix !== expected) throw refuse(prefix)
  if (bytes.length === 0) throw ErrUnknownAddress.error('addresses cannot be empty')
  if (bytes.length > MAX_ADDRESS_LENGTH)
    throw ErrUnknownAddress.error(`address max length is ${MAX_ADDRESS_LENGTH}, got ${bytes.length}`)
  return bytes
}

/**
 * Address of a text as keepers read it.
 * @throws ChainError with Go's text
 * Source: cosmos-sdk codec/address/bech32_codec.go `StringToBytes`.
 */
export const parseAddress = (prefix: string, text: string): Uint8Array =>
  decode(text, (got) => ErrLogic.error(`hrp does not match bech32 prefix: expected '${prefix}' got '${got}'`), prefix)

/**
 * The same as older code reads it (`ValidateBasic` of messages); only the text for a wrong prefix differs.
 * Source: cosmos-sdk types/address.go `AccAddressFromBech32`.
 */
export const parseAccAddress = (prefix: string, text: string): Uint8Array =>
  decode(text, (got) => plainError(`invalid Bech32 prefix; expected ${prefix}, got ${got}`), prefix)
