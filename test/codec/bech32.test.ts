import { anyText, fc } from '../random.js'
import { expect, test } from 'vitest'
import { ChainError } from '../../src/base/errors.js'
import { parseAccAddress, parseAddress, addressText } from '../../src/chain/address.js'
import { decodeBech32, encodeBech32 } from '../../src/codec/bech32.js'

const READER = { prefix: 'neutron', release: { readsEthAddresses: false } }
const BOB = 'neutron1qvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrp3ly7s'

test('addresses come back as they went in', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 255 }), (bytes) => {
      const text = encodeBech32('neutron', bytes)
      expect(decodeBech32(text)).toEqual({ prefix: 'neutron', bytes })
      expect(parseAddress(READER, text)).toEqual(bytes)
      expect(decodeBech32(text.toUpperCase()).bytes).toEqual(bytes)
    }),
  )
})

test('any text gives bytes or an error of the chain', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      try {
        decodeBech32(text)
      } catch (error) {
        expect(error).toBeInstanceOf(ChainError)
      }
    }),
  )
})

/** Texts that Go prints; those of the first five stand in recordings. */
const FAULTS: readonly (readonly [text: string, log: string])[] = [
  ['x', 'decoding bech32 failed: invalid bech32 string length 1'],
  ['not-an-address', 'decoding bech32 failed: invalid separator index -1'],
  ['1qqqqqqqq', 'decoding bech32 failed: invalid separator index 0'],
  ['neutron1qqqqb', 'decoding bech32 failed: invalid separator index 7'],
  ['neutron1qqqqqqqb', 'decoding bech32 failed: invalid character not part of charset: 98'],
  ['neutron1qqqqqqqq', 'decoding bech32 failed: invalid checksum (expected f4t3dh got qqqqqq)'],
  ['neutron1Qqqqqqqqq', 'decoding bech32 failed: string not all lowercase or all uppercase'],
  ['neutron 1qqqqqqqq', "decoding bech32 failed: invalid character in string: ' '"],
  ['', 'empty address string is not allowed'],
  ['  ', 'empty address string is not allowed'],
]

test.each(FAULTS)("%j is refused with the text of Go's library", (text, log) => {
  expect(() => parseAddress(READER, text)).toThrow(new ChainError({ codespace: 'undefined', code: 1, log }))
})

test('a foreign prefix is named, in the two ways that Go has', () => {
  const foreign = addressText('cosmos', new Uint8Array(20))
  expect(() => parseAddress(READER, foreign)).toThrow(
    "hrp does not match bech32 prefix: expected 'neutron' got 'cosmos': internal logic error",
  )
  expect(() => parseAccAddress('neutron', foreign)).toThrow('invalid Bech32 prefix; expected neutron, got cosmos')
})

test('the address of the recordings', () => {
  const bytes = new Uint8Array(20).fill(3)
  expect(addressText('neutron', bytes).startsWith(BOB.slice(0, 15))).toBe(true)
  expect(addressText('neutron', new Uint8Array(0))).toBe('')
})
