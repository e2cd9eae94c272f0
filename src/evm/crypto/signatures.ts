import { createRequire } from 'node:module'
import { secp256k1 } from '../../crypto/index.js'
import { concatBytes } from '../../base/index.js'

/** The part of the package `secp256k1` (the binding of libsecp256k1) that is used. */
interface Native {
  /** @throws Error for an invalid signature. */
  ecdsaRecover(signature: Uint8Array, recovery: number, hash: Uint8Array, compressed: false): Uint8Array
}

let native: Native | undefined
let tried = false

/** The binding, where the package is installed and its binary loads; its own fallback in JavaScript is slower than ours. */
export function nativeSignatures(): Native | undefined {
  if (tried) return native
  tried = true
  const require = createRequire(import.meta.url)
  try {
    native = require('secp256k1/bindings.js') as Native
  } catch {
    native = undefined
  }
  return native
}

/**
 * The public key that made a signature, 64 bytes, as the library expects it from `customCrypto.ecrecover`. High S is allowed.
 * @param hash 32 bytes
 * @param v 27 and 28, 0 and 1, or EIP-155's with a chain id
 * @throws Error for an invalid signature.
 */
export function recoverPublicKey(
  hash: Uint8Array,
  v: bigint,
  r: Uint8Array,
  s: Uint8Array,
  chainId?: bigint,
): Uint8Array {
  const recovery = v < 2n ? v : v - (chainId === undefined ? 27n : chainId * 2n + 35n)
  if (recovery !== 0n && recovery !== 1n) throw new Error('Invalid signature v value')
  return recoverWith(nativeSignatures(), hash, concatBytes(padded(r), padded(s)), Number(recovery))
}

/** {@link recoverPublicKey} with or without the binding: the results are equal. */
export function recoverWith(
  by: Native | undefined,
  hash: Uint8Array,
  signature: Uint8Array,
  recovery: number,
): Uint8Array {
  const key = by?.ecdsaRecover(signature, recovery, hash, false) ?? secp256k1.recover(hash, signature, recovery)
  return key.slice(1)
}

function padded(number: Uint8Array): Uint8Array {
  if (number.length === 32) return number
  const word = new Uint8Array(32)
  word.set(number, 32 - number.length)
  return word
}
