import { createECDH, createPublicKey, getCurves, verify } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from './hash.js'

/**
 * The public key of a secret. By OpenSSL: the curve in JavaScript first prepares a table, which costs more than all keys of a short program.
 * Engines that are built with another library (Bun, Electron) may lack the curve.
 * @throws Error for a secret that is zero or not below the order of the group
 */
export function publicKeyOf(secret: Uint8Array, format: 'compressed' | 'uncompressed'): Uint8Array {
  if (!HAS_CURVE) return secp256k1.getPublicKey(secret, format === 'compressed')
  const pair = createECDH('secp256k1')
  pair.setPrivateKey(secret)
  return new Uint8Array(pair.getPublicKey(null, format))
}

/**
 * Whether the SHA-256 of a message was signed with a key. A high S counts as invalid, and so does what is malformed.
 * OpenSSL is far faster and is tried first: with these forms, what it accepts is valid. What it rejects is checked again.
 * Source: cosmos-sdk and cometbft crypto/secp256k1 `VerifySignature`.
 */
export function verifySecp256k1(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== 64) return false
  try {
    if (HAS_CURVE && isCompressed(publicKey) && hasLowS(signature)) {
      const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' })
      if (verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature)) return true
    }
    return secp256k1.verify(signature, sha256(message), publicKey, { lowS: true, prehash: false, format: 'compact' })
  } catch {
    return false
  }
}

const HAS_CURVE = getCurves().includes('secp256k1')

const isCompressed = (key: Uint8Array): boolean => key.length === 33 && (key[0] === 2 || key[0] === 3)

/** Half of the order of the group, rounded down. Source: SEC 2, section 2.4.1. */
const HALF_ORDER = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex')
const hasLowS = (signature: Uint8Array): boolean => Buffer.compare(signature.subarray(32), HALF_ORDER) <= 0

/** The beginning of a SubjectPublicKeyInfo of secp256k1; the 33 bytes of the key follow. */
const SPKI = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')
