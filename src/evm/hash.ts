import { keccak_256 } from '@noble/hashes/sha3.js'

/** Keccak-256, Ethereum's hash. The result is a fresh array of 32 bytes. */
export const keccak256 = (bytes: Uint8Array): Uint8Array => keccak_256(bytes)

/** Hash of no bytes: the code hash of an account without code. */
export const EMPTY_CODE_HASH = keccak256(new Uint8Array(0))
