import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { verifyEd25519 } from './ed25519.js'
import { sha256 } from './hash.js'

/** The public key of a validator. Source: cometbft proto crypto/keys `PublicKey`. */
export interface ValidatorKey {
  readonly type: 'ed25519' | 'secp256k1'
  /** 32 bytes of ed25519, 33 of secp256k1. */
  readonly bytes: Uint8Array
}

/** 20 bytes. Source: cometbft crypto/ed25519, crypto/secp256k1 `PubKey.Address`. */
export const validatorAddress = ({ type, bytes }: ValidatorKey): Uint8Array =>
  type === 'ed25519' ? sha256(bytes).slice(0, 20) : ripemd160(sha256(bytes))

/** Whether a validator signed a message. Source: cometbft crypto/ed25519, crypto/secp256k1 `VerifySignature`. */
export function verifyValidatorSignature(key: ValidatorKey, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false
  return key.type === 'ed25519'
    ? verifyEd25519Fast(message, signature, key.bytes)
    : verifySecp256k1(message, signature, key.bytes)
}

/** The beginning of a SubjectPublicKeyInfo of Ed25519; the 32 bytes of the key follow. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const KEYS = new Map<string, KeyObject | undefined>()
const MOST = 1024

/**
 * By the rules of ZIP 215. The engine's library, which is far faster, is asked first: what it takes is valid by those rules too.
 * What it refuses is looked at again, since its rules are stricter at the edges.
 */
function verifyEd25519Fast(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (publicKey.length !== 32) return false
  const key = keyObject(publicKey)
  if (key !== undefined && verify(null, message, key, signature)) return true
  return verifyEd25519(message, signature, publicKey)
}

/** Undefined for bytes that the library does not take as a key. */
function keyObject(publicKey: Uint8Array): KeyObject | undefined {
  const id = Buffer.from(publicKey).toString('latin1')
  if (!KEYS.has(id)) {
    if (KEYS.size >= MOST) KEYS.clear()
    let key: KeyObject | undefined
    try {
      key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' })
    } catch {
      key = undefined
    }
    KEYS.set(id, key)
  }
  return KEYS.get(id)
}

/** Signatures with a high S are refused, as there. */
function verifySecp256k1(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return secp256k1.verify(signature, sha256(message), publicKey, { lowS: true, prehash: false, format: 'compact' })
  } catch {
    return false
  }
}
