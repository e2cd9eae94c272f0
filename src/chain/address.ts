import { LRUCache } from 'lru-cache'
import { ChainError, concatBytes } from '../base/index.js'
import { decodeBech32, encodeBech32, isBlank, plainError } from '../codec/index.js'
import { isEthAddress, parseEthAddress, sha256 } from '../crypto/index.js'
import { keyOf } from '../store/index.js'
import { rethrowing } from './errors.js'
import type { Release } from './release.js'
import { ErrInvalidAddress, ErrLogic, ErrUnknownAddress } from './sdk-errors.js'

/** Longest address in bytes. Source: cosmos-sdk types/address `MaxAddrLen`. */
const MAX_ADDRESS_LENGTH = 255

/** Recently converted addresses, in both directions: messages and events use the same few addresses. */
const MAX = 8192
const texts = new LRUCache<string, string>({ max: MAX })
const addresses = new LRUCache<string, { readonly prefix: string; readonly bytes: Uint8Array }>({ max: MAX })

function remembered<T extends {}>(known: LRUCache<string, T>, id: string, make: () => T): T {
  let value = known.get(id)
  if (value === undefined) known.set(id, (value = make()))
  return value
}

/** Bech32 text of an address; '' for an empty one. Source: cosmos-sdk codec/address `BytesToString`, types `AccAddress.String`. */
export const addressText = (prefix: string, bytes: Uint8Array): string =>
  bytes.length === 0 ? '' : remembered(texts, `${prefix}1${keyOf(bytes)}`, () => encodeBech32(prefix, bytes))

function decode(text: string, refuse: (prefix: string) => Error, expected: string): Uint8Array {
  if (isBlank(text)) throw plainError('empty address string is not allowed')
  const { prefix, bytes } = remembered(addresses, text, () => decodeBech32(text))
  if (prefix !== expected) throw refuse(prefix)
  if (bytes.length === 0) throw ErrUnknownAddress.error('addresses cannot be empty')
  if (bytes.length > MAX_ADDRESS_LENGTH)
    throw ErrUnknownAddress.error(`address max length is ${MAX_ADDRESS_LENGTH}, got ${bytes.length}`)
  return bytes
}

/** Whose addresses are read: a context has both. */
export interface AddressReader {
  readonly prefix: string
  readonly release: Pick<Release, 'readsEthAddresses'>
}

/**
 * Parses an address as keepers do.
 * @throws ChainError with Go's text
 * Source: cosmos-sdk codec/address/bech32_codec.go `StringToBytes`.
 */
export const parseAddress = ({ prefix, release }: AddressReader, text: string): Uint8Array =>
  release.readsEthAddresses ? parseEither(prefix, text) : parseBech32(prefix, text)

const parseBech32 = (prefix: string, text: string): Uint8Array =>
  decode(text, (got) => ErrLogic.error(`hrp does not match bech32 prefix: expected '${prefix}' got '${got}'`), prefix)

/** Source: cosmos/evm v0.7.3 encoding/address/address_codec.go `StringToBytes`. */
function parseEither(prefix: string, text: string): Uint8Array {
  if (isBlank(text)) throw ErrInvalidAddress.error('empty address string is not allowed')
  if (isEthAddress(text)) return parseEthAddress(text)
  if (!isBech32(text)) throw ErrUnknownAddress.error(`unknown address format: ${text}`)
  return parseBech32(prefix, text)
}

/** Whether a text is bech32 of any prefix. */
export function isBech32(text: string): boolean {
  try {
    decodeBech32(text)
    return true
  } catch (error) {
    if (error instanceof ChainError) return false
    throw error
  }
}

export function isAddress(reader: AddressReader, text: string): boolean {
  try {
    parseAddress(reader, text)
    return true
  } catch (error) {
    if (error instanceof ChainError) return false
    throw error
  }
}

/** {@link parseAddress} of a party to a message. @param role of it, such as `voter` @throws ChainError sdk/7 with the parser's text in it */
export const parseParty = (reader: AddressReader, role: string, text: string): Uint8Array =>
  rethrowing(
    (error) => ErrInvalidAddress.error(`invalid ${role} address: ${error.log}`),
    () => parseAddress(reader, text),
  )

/**
 * Reads an address as older code does (`ValidateBasic` of messages); only the text for a wrong prefix differs from {@link parseAddress}.
 * Source: cosmos-sdk types/address.go `AccAddressFromBech32`.
 */
export const parseAccAddress = (prefix: string, text: string): Uint8Array =>
  decode(text, (got) => plainError(`invalid Bech32 prefix; expected ${prefix}, got ${got}`), prefix)

/** Prefix of validator operator addresses. Source: cosmos-sdk types `Config.SetBech32PrefixForValidator`. */
const operatorPrefix = (prefix: string): string => `${prefix}valoper`

/** Bech32 text of a validator's operator. @param prefix of accounts */
export const operatorText = (prefix: string, bytes: Uint8Array): string => addressText(operatorPrefix(prefix), bytes)
/** Parses an operator's address like {@link parseAddress}. */
export const parseOperator = ({ prefix, release }: AddressReader, text: string): Uint8Array =>
  parseAddress({ prefix: operatorPrefix(prefix), release }, text)
/** Parses the address of a validator's key like {@link parseAddress}. */
export const parseConsensus = ({ prefix, release }: AddressReader, text: string): Uint8Array =>
  parseAddress({ prefix: `${prefix}valcons`, release }, text)
/** Parses a validator's address like {@link parseAccAddress}. Source: cosmos-sdk types/address.go `ValAddressFromBech32`. */
export const parseValAddress = (prefix: string, text: string): Uint8Array =>
  parseAccAddress(operatorPrefix(prefix), text)

/** An address without a private key, 32 bytes. Source: cosmos-sdk types/address/hash.go `Hash`. */
export const addressHash = (type: Uint8Array, key: Uint8Array): Uint8Array => sha256(concatBytes(sha256(type), key))
