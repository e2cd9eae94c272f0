import { HDNodeWallet, Mnemonic } from 'ethers'
import { expect, test } from 'vitest'
import { fromHex, toHex } from '../../src/base/bytes.js'
import { COIN_TYPES, keysOfMnemonic } from '../../src/crypto/hd-keys.js'
import { fc, runs } from '../random.js'

/** Of 16 bytes; the key at m/44' begins with a zero. */
const LEADING_ZERO = fromHex('17'.padStart(32, '0'))

test.each(Object.values(COIN_TYPES))('keys under coin type %i are those that ethers derives', (coinType) => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (entropy) => {
      const mnemonic = Mnemonic.fromEntropy(entropy)
      const parent = HDNodeWallet.fromMnemonic(mnemonic, `m/44'/${coinType}'/0'/0`)
      const expected = [0, 1, 2].map((index) => parent.deriveChild(index).privateKey)
      expect(keysOfMnemonic(mnemonic.phrase, 3, coinType).map((key) => `0x${toHex(key)}`)).toEqual(expected)
    }),
    { numRuns: runs(10), examples: [[LEADING_ZERO]] },
  )
})
