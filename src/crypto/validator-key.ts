import { ripemd160 } from '@noble/hashes/legacy.js'
import { verifyEd25519 } from './ed25519.js'
import { sha256 } from './hash.js'
import { verifySecp256k1 } from './secp256k1-keys.js'

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
    ? key.bytes.length === 32 && verifyEd25519(message, signature, key.bytes)
    : verifySecp256k1(message, signature, key.bytes)
}
