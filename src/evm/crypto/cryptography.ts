import type { CustomCrypto } from '@ethereumjs/common'
import { keccak256 } from './hash.js'
import { BLOBS } from './kzg.js'
import { recoverPublicKey } from './signatures.js'

/** What the library is to compute with in place of its own. */
export const CRYPTOGRAPHY: CustomCrypto = { kzg: BLOBS, keccak256, ecrecover: recoverPublicKey }
