import { keccak_256 } from '@noble/hashes/sha3.js'
import { createKeccak, type IHasher } from 'hash-wasm'
import { NO_BYTES } from '../../base/index.js'

let compiled: IHasher | undefined

/** Compiles the faster hash function; until then, and if it does not compile, {@link keccak256} is computed in JavaScript. */
export async function loadKeccak(): Promise<void> {
  compiled ??= await createKeccak(256).catch(() => undefined)
}

/** Keccak-256, Ethereum's hash. The result is a fresh array of 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return compiled === undefined ? keccak_256(bytes) : compiled.init().update(bytes).digest('binary')
}

/** Hash of the empty string: the code hash of an account without code. */
export const EMPTY_CODE_HASH = keccak256(NO_BYTES)
