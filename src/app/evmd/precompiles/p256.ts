import { concatBytes, NO_BYTES } from '../../../base/index.js'
import { abiWord } from '../../../codec/abi/index.js'
import { CryptoError, secp256r1 } from '../../../crypto/index.js'
import type { Precompile } from '../../../evm/execution/sync/index.js'

const LENGTH = 160

/** Whether a signature on secp256r1 is valid: one, or no bytes. Source: cosmos/evm v0.7.3 precompiles/p256, RIP-7212 */
export const p256: Precompile = {
  price: () => 3450n,
  run: (input) => {
    if (input.length !== LENGTH) return NO_BYTES
    const [hash, signature, point] = [input.slice(0, 32), input.slice(32, 96), input.slice(96)]
    try {
      return secp256r1.verify(hash, signature, concatBytes(Uint8Array.of(4), point)) ? abiWord(1n) : NO_BYTES
    } catch (error) {
      if (error instanceof CryptoError) return NO_BYTES
      throw error
    }
  },
}
