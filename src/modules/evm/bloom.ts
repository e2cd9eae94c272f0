import { keccak_256 } from '@noble/hashes/sha3.js'
import type { EvmLog } from './response.js'

const BYTES = 256

/** The bits of addresses and topics, without zeros in front. Source: go-ethereum core/types/bloom9.go; cosmos/evm v0.7.3 x/vm/keeper `CollectTxBloom`. */
export function bloomOf(logs: readonly EvmLog[]): Uint8Array {
  const bloom = new Uint8Array(BYTES)
  for (const { address, topics } of logs) for (const part of [address, ...topics]) add(bloom, keccak_256(part))
  const first = bloom.findIndex((byte) => byte !== 0)
  return first < 0 ? new Uint8Array(0) : bloom.subarray(first)
}

/** Three bits, each of which two bytes of the hash name. */
function add(bloom: Uint8Array, hash: Uint8Array): void {
  for (const at of [0, 2, 4]) {
    const bit = ((hash[at]! << 8) | hash[at + 1]!) & (BYTES * 8 - 1)
    bloom[BYTES - 1 - (bit >> 3)]! |= 1 << (bit & 7)
  }
}
