import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { ed25519 as curve } from '@noble/curves/ed25519.js'
import { remember } from '../codec/index.js'
import { CryptoError } from './crypto-error.js'

/** The validity rules of ZIP 215, which the native VM's library (ed25519-zebra) follows, and which make single and batch verification agree. */
const OPTIONS = { zip215: true } as const

/** Source: cosmwasm-crypto `ed25519.rs`. @throws CryptoError when the signature is not 64 bytes or the key not 32 */
export function verifyEd25519(message: Uint8Array, signature: Uint8Array, pubkey: Uint8Array): boolean {
  checkFormats(signature, pubkey)
  return isValid(message, signature, pubkey)
}

/**
 * Node's own library is far faster and is tried first: what it accepts is valid under ZIP 215 too. What it rejects is
 * checked again, since its rules are stricter in edge cases.
 */
function isValid(message: Uint8Array, signature: Uint8Array, pubkey: Uint8Array): boolean {
  const key = keyObject(pubkey)
  if (key !== undefined && verify(null, message, key, signature)) return true
  return curve.verify(signature, message, pubkey, OPTIONS)
}

/** The beginning of a SubjectPublicKeyInfo of Ed25519; the 32 bytes of the key follow. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
/** Keys by their bytes as latin1. */
const KEYS = new LRUCache<string, { readonly key: KeyObject | undefined }>({ max: 1024 })

/** Undefined for bytes that the library does not accept as a key. */
function keyObject(pubkey: Uint8Array): KeyObject | undefined {
  const id = Buffer.from(pubkey).toString('latin1')
  let known = KEYS.get(id)
  if (known === undefined) KEYS.set(id, (known = { key: readKey(pubkey) }))
  return known.key
}

function readKey(pubkey: Uint8Array): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.concat([SPKI, pubkey]), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

/**
 * Whether all signatures of a batch verify. A single message or a single key is used for all; an empty batch is valid.
 * @throws CryptoError
 */
export function verifyEd25519Batch(
  messages: readonly Uint8Array[],
  signatures: readonly Uint8Array[],
  pubkeys: readonly Uint8Array[],
): boolean {
  const count = signatures.length
  const equal = messages.length === count && pubkeys.length === count
  const oneMessage = messages.length === 1 && pubkeys.length === count
  const oneKey = pubkeys.length === 1 && messages.length === count
  if (!equal && !oneMessage && !oneKey) throw new CryptoError('batch')
  const keyOf = (i: number): Uint8Array => pubkeys[oneKey && !equal && !oneMessage ? 0 : i]!
  const messageOf = (i: number): Uint8Array => messages[oneMessage && !equal ? 0 : i]!
  signatures.forEach((signature, i) => checkFormats(signature, keyOf(i)))
  return signatures.every((signature, i) => isValid(messageOf(i), signature, keyOf(i)))
}

/** A 32-byte secret key in the form that `node:crypto` accepts: PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Cached key objects: creating one costs more than a signature. */
const secretKey = remember((secret): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' }),
)

export const ed25519PublicKey = (secret: Uint8Array): Uint8Array =>
  new Uint8Array(createPublicKey(secretKey(secret)).export({ format: 'der', type: 'spki' }).subarray(SPKI.length))

/** The 64-byte deterministic signature of RFC 8032. */
export const signEd25519 = (message: Uint8Array, secret: Uint8Array): Uint8Array =>
  new Uint8Array(sign(null, message, secretKey(secret)))

function checkFormats(signature: Uint8Array, pubkey: Uint8Array): void {
  if (signature.length !== 64) throw new CryptoError('invalidSignatureFormat')
  if (pubkey.length !== 32) throw new CryptoError('invalidPubkeyFormat')
}
