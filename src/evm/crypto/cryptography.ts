import type { CustomCrypto } from '@ethereumjs/common'
import { keccak256 } from './hash.js'
import { BLOBS } from './kzg.js'
import { recoverPublicKey } from './signatures.js'

/** Cryptography that the library uses in place of its own. */
export const CRYPTOGRAPHY: CustomCrypto = { kzg: BLOBS, keccak256, ecrecover: recoverPublicKey }
