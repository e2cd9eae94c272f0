import { toUtf8 } from '../../base/index.js'
import { publicKeyOf } from '../../crypto/index.js'
import { keccak256 } from './hash.js'
import { hex, type Hex } from '../hex.js'

/** An address with its checksum in the letter case (EIP-55). */
export function checksum(address: Hex): Hex {
  const digits = address.slice(2).toLowerCase()
  const hash = hex(keccak256(toUtf8(digits))).slice(2)
  return `0x${digits.replace(/[a-f]/g, (digit, at: number) => (Number.parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit))}`
}

/** Address of a public key: the last 20 bytes of its hash. @param key 65 bytes, uncompressed */
export const addressOfPublicKey = (key: Uint8Array): Hex => hex(keccak256(key.subarray(1)).subarray(12))

/** Address of a private key. */
export const addressOfKey = (key: Uint8Array): Hex => addressOfPublicKey(publicKeyOf(key, 'uncompressed'))
