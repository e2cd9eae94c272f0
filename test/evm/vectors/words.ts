import { keccak256 } from '../../../src/evm/crypto/hash.js'

export const plain = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Longer ones are told by their length and the start of their hash. */
export const brief = (bytes: Uint8Array): string =>
  bytes.length <= 1024 ? plain(bytes) : `#${bytes.length}:${plain(keccak256(bytes).subarray(0, 8))}`
