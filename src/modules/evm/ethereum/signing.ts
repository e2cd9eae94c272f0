import { keccak_256 } from '@noble/hashes/sha3.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concatBytes, NO_BYTES } from '../../../base/index.js'
import { bytesOfNumber, encodeRlp, type Rlp } from './rlp.js'

/** What an account signs: a transaction with a base fee (EIP-1559). */
export interface UnsignedTx {
  readonly chainId: bigint
  readonly nonce: bigint
  readonly tipCap: bigint
  readonly feeCap: bigint
  readonly gas: bigint
  /** Undefined for a creation. */
  readonly to: Uint8Array | undefined
  readonly value: bigint
  readonly data: Uint8Array
}

const TYPE = 2

/** The signed transaction, encoded. Source: EIP-1559. */
export function signedTx(tx: UnsignedTx, privateKey: Uint8Array): Uint8Array {
  const fields: readonly Rlp[] = [
    ...[tx.chainId, tx.nonce, tx.tipCap, tx.feeCap, tx.gas].map(bytesOfNumber),
    tx.to ?? NO_BYTES,
    bytesOfNumber(tx.value),
    tx.data,
    [],
  ]
  const hash = keccak_256(concatBytes(Uint8Array.of(TYPE), encodeRlp(fields)))
  const signed = secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' })
  const number = (from: number, to: number): Uint8Array =>
    bytesOfNumber(BigInt(`0x${Buffer.from(signed.subarray(from, to)).toString('hex')}`))
  const signature = [bytesOfNumber(BigInt(signed[0]!)), number(1, 33), number(33, 65)]
  return concatBytes(Uint8Array.of(TYPE), encodeRlp([...fields, ...signature]))
}

/** Where a creation puts its contract. Source: go-ethereum crypto/crypto.go `CreateAddress` */
export const createdAddress = (from: Uint8Array, nonce: bigint): Uint8Array =>
  keccak_256(encodeRlp([from, bytesOfNumber(nonce)])).subarray(12)
