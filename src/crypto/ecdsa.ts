import type { ECDSA } from '@noble/curves/abstract/weierstrass.js'
import { CryptoError } from './crypto-error.js'

/** Neither hashed again nor held to low S: the native VM normalises S and verifies the hash that it is given. */
const OPTIONS = { lowS: false, prehash: false, format: 'compact' } as const

/**
 * ECDSA over hashes, as the VM's imports take them, on one curve. Source: cosmwasm-crypto `secp256k1.rs`, `secp256r1.rs`.
 * `recoveryParams`: how many recovery parameters there are, from 0 on.
 */
export class EcdsaCurve {
  private readonly curve: ECDSA
  private readonly recoveryParams: number

  constructor(curve: ECDSA, recoveryParams: number) {
    this.curve = curve
    this.recoveryParams = recoveryParams
  }

  /**
   * @param hash 32 bytes
   * @param signature 64 bytes, r and s; high S is legal
   * @param pubkey SEC1, 33 or 65 bytes
   * @throws CryptoError
   */
  verify(hash: Uint8Array, signature: Uint8Array, pubkey: Uint8Array): boolean {
    checkHash(hash)
    checkSignature(signature)
    const head = pubkey[0]
    const length = head === 2 || head === 3 ? 33 : head === 4 ? 65 : undefined
    if (pubkey.length !== length) throw new CryptoError('invalidPubkeyFormat')
    this.parseSignature(signature)
    generic(() => this.curve.Point.fromBytes(pubkey).assertValidity())
    return this.curve.verify(signature, hash, pubkey, OPTIONS)
  }

  /** The uncompressed public key, 65 bytes. @throws CryptoError */
  recover(hash: Uint8Array, signature: Uint8Array, param: number): Uint8Array {
    checkHash(hash)
    checkSignature(signature)
    if (param >= this.recoveryParams) throw new CryptoError('invalidRecoveryParam')
    const parsed = this.parseSignature(signature)
    return generic(() => parsed.addRecoveryBit(param).recoverPublicKey(hash).toBytes(false))
  }

  private parseSignature(signature: Uint8Array) {
    return generic(() => this.curve.Signature.fromBytes(signature, 'compact'))
  }
}

function checkHash(hash: Uint8Array): void {
  if (hash.length !== 32) throw new CryptoError('invalidHashFormat')
}

function checkSignature(signature: Uint8Array): void {
  if (signature.length !== 64) throw new CryptoError('invalidSignatureFormat')
}

function generic<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof RangeError && /call stack/i.test(error.message)) throw error
    throw new CryptoError('generic')
  }
}
