import { secp256k1 } from '@noble/curves/secp256k1.js'
import { expect, test } from 'vitest'
import { concatBytes, fromHex, toHex, toUtf8 } from '../../src/base/bytes.js'
import { sha256 } from '../../src/crypto/hash.js'
import { publicKeyOf, verifySecp256k1 } from '../../src/crypto/secp256k1-keys.js'

const { Fn, BASE } = secp256k1.Point
const MESSAGE = toUtf8('a message')
const SECRET = sha256(toUtf8('a secret'))
const KEY = secp256k1.getPublicKey(SECRET, true)
const SIGNATURE = secp256k1.sign(sha256(MESSAGE), SECRET, { prehash: false })

const [R, S] = [SIGNATURE.slice(0, 32), SIGNATURE.slice(32)]
const HIGH = concatBytes(R, Fn.toBytes(Fn.neg(Fn.fromBytes(S))))
const changed = (bytes: Uint8Array, at: number): Uint8Array => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))

/** A signature with a given S, and the key for which it is valid. */
function withS(s: bigint): readonly [signature: Uint8Array, key: Uint8Array] {
  const r = Fn.create(BASE.multiply(5n).x)
  const secret = Fn.mul(Fn.sub(Fn.mul(s, 5n), Fn.create(BigInt(`0x${toHex(sha256(MESSAGE))}`))), Fn.inv(r))
  return [concatBytes(Fn.toBytes(r), Fn.toBytes(s)), BASE.multiply(secret).toBytes(true)]
}
const HALF = Fn.ORDER / 2n

test('a key is the secret times the generator, and a secret outside of the group has none', () => {
  const one = fromHex('1'.padStart(64, '0'))
  // Source: SEC 2, section 2.4.1, the base point.
  const x = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
  expect(toHex(publicKeyOf(one, 'compressed'))).toBe(`02${x}`)
  expect(toHex(publicKeyOf(one, 'uncompressed'))).toBe(
    `04${x}483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8`,
  )
  expect(publicKeyOf(SECRET, 'compressed')).toEqual(KEY)
  for (const secret of [new Uint8Array(32), Fn.toBytes(Fn.ORDER - 1n).with(31, 0x41)])
    expect(() => publicKeyOf(secret, 'compressed')).toThrow()
})

test.each<[name: string, message: Uint8Array, signature: Uint8Array, key: Uint8Array, valid: boolean]>([
  ['a signature', MESSAGE, SIGNATURE, KEY, true],
  ['one for the uncompressed key', MESSAGE, SIGNATURE, secp256k1.getPublicKey(SECRET, false), true],
  ['the largest S', MESSAGE, ...withS(HALF), true],
  ['the smallest S that is high', MESSAGE, ...withS(HALF + 1n), false],
  ['the same with a high S', MESSAGE, HIGH, KEY, false],
  ['another message', toUtf8('another'), SIGNATURE, KEY, false],
  ['another R', MESSAGE, changed(SIGNATURE, 3), KEY, false],
  ['another S', MESSAGE, changed(SIGNATURE, 60), KEY, false],
  ['a zero R', MESSAGE, concatBytes(new Uint8Array(32), S), KEY, false],
  ['a zero S', MESSAGE, concatBytes(R, new Uint8Array(32)), KEY, false],
  ['a signature that is too short', MESSAGE, SIGNATURE.subarray(0, 63), KEY, false],
  ['one with a recovery id', MESSAGE, concatBytes(SIGNATURE, Uint8Array.of(0)), KEY, false],
  ['the other half of the key', MESSAGE, SIGNATURE, changed(KEY, 0), false],
  ['a key that is no point', MESSAGE, SIGNATURE, new Uint8Array(33).fill(0xff).with(0, 2), false],
  ['a key with an unknown head', MESSAGE, SIGNATURE, KEY.with(0, 5), false],
  ['an empty key', MESSAGE, SIGNATURE, new Uint8Array(), false],
])('verifies %s', (_name, message, signature, key, valid) =>
  expect(verifySecp256k1(message, signature, key)).toBe(valid),
)
