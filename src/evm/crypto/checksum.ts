import { toUtf8 } from '../../base/index.js'
import { keccak256 } from './hash.js'
import { hex, type Hex } from '../hex.js'

/** An address with its checksum in the letter case (EIP-55). */
export function checksum(address: Hex): Hex {
  const digits = address.slice(2).toLowerCase()
  const hash = hex(keccak256(toUtf8(digits))).slice(2)
  return `0x${digits.replace(/[a-f]/g, (digit, at: number) => (Number.parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit))}`
}
