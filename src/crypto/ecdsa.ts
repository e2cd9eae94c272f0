import { CryptoError } from './crypto-error.js'
import { ShortCurve, type CurveParameters } from './short-curve.js'

/**
 * ECDSA over hashes, as the VM's imports take them, on one curve. The hash is not hashed again, and S may be high.
 * Source: cosmwasm-crypto `secp256k1.rs`, `secp256r1.rs`. `recoveryParams`: how many recovery parameters there are, from 0 on.
 */
export class EcdsaCurve {
  readonly #parameters: CurveParameters
  readonly #recoveryParams: number
  #curve: ShortCurve | undefined

  constructor(parameters: CurveParameters, recoveryParams: number) {
    this.#parameters = parameters
    this.#recoveryParams = recoveryParams
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
    const { r, s } = this.#parse(signature)
    const verdict = this.#open().verifies(hash, r, s, pubkey)
    if (verdict === undefined) throw new CryptoError('generic')
    return verdict
  }

  /** The uncompressed public key, 65 bytes. @throws CryptoError */
  recover(hash: Uint8Array, signature: Uint8Array, param: number): Uint8Array {
    checkHash(hash)
    checkSignature(signature)
    if (param >= this.#recoveryParams) throw new CryptoError('invalidRecoveryParam')
    const { r, s } = this.#parse(signature)
    const pubkey = this.#open().recover(hash, r, s, param)
    if (!pubkey) throw new CryptoError('generic')
    return pubkey
  }

  /** r and s, each from 1 to the order minus 1. @throws CryptoError */
  #parse(signature: Uint8Array): { r: Uint8Array; s: Uint8Array } {
    const [r, s] = [signature.subarray(0, 32), signature.subarray(32)]
    const { order } = this.#parameters
    for (const scalar of [r, s])
      if (scalar.every((byte) => byte === 0) || Buffer.compare(scalar, order) >= 0) throw new CryptoError('generic')
    return { r, s }
  }

  #open(): ShortCurve {
    return (this.#curve ??= new ShortCurve(this.#parameters))
  }
}

function checkHash(hash: Uint8Array): void {
  if (hash.length !== 32) throw new CryptoError('invalidHashFormat')
}

function checkSignature(signature: Uint8Array): void {
  if (signature.length !== 64) throw new CryptoError('invalidSignatureFormat')
}
