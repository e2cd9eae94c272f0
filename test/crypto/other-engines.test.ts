// Engines whose cryptography lacks secp256k1, as Bun's: keys and signatures are those of OpenSSL.
import { createECDH } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { expect, test, vi } from 'vitest'
import { toUtf8 } from '../../src/base/bytes.js'
import { sha256 } from '../../src/crypto/hash.js'
import { publicKeyOf, verifySecp256k1 } from '../../src/crypto/secp256k1-keys.js'

vi.mock('node:crypto', async (original) => {
  const refused = (): never => {
    throw new Error('Failed to create key using named curve')
  }
  const real = await original<typeof import('node:crypto')>()
  return {
    ...real,
    getCurves: () => ['prime256v1', 'secp384r1'],
    createECDH: refused,
    createPublicKey: refused,
  }
})

const MESSAGE = toUtf8('a message')
const SECRET = sha256(toUtf8('a secret'))

test('OpenSSL has no curve here', () => expect(() => createECDH('secp256k1')).toThrow('named curve'))

test.each([
  ['compressed', 33],
  ['uncompressed', 65],
] as const)('a secret has its %s key', (format, length) => {
  // Source: SEC 2, section 2.4.1, the base point.
  const one = new Uint8Array(32).with(31, 1)
  const key = publicKeyOf(one, format)
  expect(key).toHaveLength(length)
  expect(Buffer.from(key.subarray(1, 33)).toString('hex')).toBe(
    '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  )
  expect(() => publicKeyOf(new Uint8Array(32), format)).toThrow()
})

test('a signature is verified, and one that is high or of another message is refused', () => {
  const key = publicKeyOf(SECRET, 'compressed')
  const signature = secp256k1.sign(sha256(MESSAGE), SECRET, { prehash: false })
  expect(verifySecp256k1(MESSAGE, signature, key)).toBe(true)
  expect(verifySecp256k1(toUtf8('another'), signature, key)).toBe(false)
  const { Fn } = secp256k1.Point
  const high = Buffer.concat([signature.subarray(0, 32), Fn.toBytes(Fn.neg(Fn.fromBytes(signature.slice(32))))])
  expect(verifySecp256k1(MESSAGE, high, key)).toBe(false)
  expect(verifySecp256k1(MESSAGE, signature, new Uint8Array(33))).toBe(false)
})
