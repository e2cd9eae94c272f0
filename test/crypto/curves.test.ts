import { p256 } from '@noble/curves/nist.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 as k1 } from '@noble/curves/secp256k1.js'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { fc, property, runs } from '../random.js'
import { describe, expect, test } from 'vitest'
import { toHex, toUtf8 } from '../../src/base/bytes.js'
import { aggregateG1, aggregateG2, hashToG1, hashToG2, pairingEquality } from '../../src/crypto/bls12-381.js'
import { CryptoError } from '../../src/crypto/crypto-error.js'
import { verifyEd25519, verifyEd25519Batch } from '../../src/crypto/ed25519.js'
import { secp256k1 } from '../../src/crypto/secp256k1.js'
import { secp256r1 } from '../../src/crypto/secp256r1.js'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

const codeOf = (run: () => unknown): number => {
  try {
    run()
  } catch (error) {
    if (error instanceof CryptoError) return error.code
    throw error
  }
  throw new Error('nothing was thrown')
}

describe.each([
  ['secp256k1', secp256k1, k1],
  ['secp256r1', secp256r1, p256],
] as const)('%s', (_name, curve, library) => {
  const key = bytes(32).map((seed) => library.utils.randomSecretKey(new Uint8Array([...seed, ...seed.subarray(0, 16)])))

  property([key, bytes(32)], { numRuns: runs(8) })('verifies and recovers, low S or high', (secret, hash) => {
    const pubkey = library.getPublicKey(secret)
    const low = library.Signature.fromBytes(
      library.sign(hash, secret, { prehash: false, lowS: true, format: 'recovered' }),
      'recovered',
    )
    const high = new library.Signature(low.r, library.Point.Fn.ORDER - low.s, low.recovery! ^ 1)
    for (const signature of [low, high]) {
      const compact = signature.toBytes('compact')
      expect(curve.verify(hash, compact, pubkey)).toBe(true)
      const recovered = curve.recover(hash, compact, signature.recovery!)
      expect(recovered).toEqual(library.getPublicKey(secret, false))
      expect(curve.verify(hash, compact, recovered)).toBe(true)
    }
    const other = hash.slice()
    other[0]! ^= 1
    expect(curve.verify(other, low.toBytes('compact'), pubkey)).toBe(false)
  })

  test('names what is wrong with an input, the first in order', () => {
    const [hash, signature, pubkey] = [new Uint8Array(32), new Uint8Array(64).fill(1), new Uint8Array(33).fill(2)]
    expect(codeOf(() => curve.verify(hash.subarray(1), signature.subarray(1), pubkey))).toBe(3)
    expect(codeOf(() => curve.verify(hash, signature.subarray(1), pubkey.subarray(1)))).toBe(4)
    expect(codeOf(() => curve.verify(hash, signature, pubkey.subarray(1)))).toBe(5)
    expect(codeOf(() => curve.verify(hash, signature, new Uint8Array(0)))).toBe(5)
    expect(codeOf(() => curve.verify(hash, new Uint8Array(64), pubkey))).toBe(10)
    expect(codeOf(() => curve.recover(hash, signature, 4))).toBe(6)
    expect(codeOf(() => curve.recover(hash, new Uint8Array(64), 0))).toBe(10)
  })
})

test('recovery parameters 2 and 3 exist on secp256r1 only', () => {
  const [hash, signature] = [new Uint8Array(32), new Uint8Array(64).fill(1)]
  expect(codeOf(() => secp256k1.recover(hash, signature, 2))).toBe(6)
  expect(codeOf(() => secp256r1.recover(hash, new Uint8Array(64), 3))).toBe(10)
})

describe('ed25519', () => {
  const signed = (text: string, seed: number) => {
    const secret = new Uint8Array(32).fill(seed)
    const message = toUtf8(text)
    return { message, signature: ed25519.sign(message, secret), pubkey: ed25519.getPublicKey(secret) }
  }
  const [a, b] = [signed('one', 1), signed('two', 2)]

  test('single', () => {
    expect(verifyEd25519(a.message, a.signature, a.pubkey)).toBe(true)
    expect(verifyEd25519(b.message, a.signature, a.pubkey)).toBe(false)
    expect(codeOf(() => verifyEd25519(a.message, a.signature.subarray(1), a.pubkey))).toBe(4)
    expect(codeOf(() => verifyEd25519(a.message, a.signature, a.pubkey.subarray(1)))).toBe(5)
  })

  test('batches of every shape', () => {
    const same = signed('two', 1)
    expect(verifyEd25519Batch([a.message, b.message], [a.signature, b.signature], [a.pubkey, b.pubkey])).toBe(true)
    expect(verifyEd25519Batch([b.message], [same.signature, b.signature], [same.pubkey, b.pubkey])).toBe(true)
    expect(verifyEd25519Batch([a.message, same.message], [a.signature, same.signature], [a.pubkey])).toBe(true)
    expect(verifyEd25519Batch([a.message, b.message], [b.signature, a.signature], [a.pubkey, b.pubkey])).toBe(false)
    expect(verifyEd25519Batch([], [], [])).toBe(true)
    expect(verifyEd25519Batch([a.message], [], [])).toBe(true)
    expect(codeOf(() => verifyEd25519Batch([a.message, b.message], [a.signature], [a.pubkey]))).toBe(7)
  })
})

describe('bls12-381', () => {
  const tag = toUtf8('a tag')

  test('hashes to points of the subgroup, with and without a tag', () => {
    for (const dst of [tag, new Uint8Array(0), new Uint8Array(300)]) {
      expect(aggregateG1(hashToG1(tag, dst))).toEqual(hashToG1(tag, dst))
      expect(aggregateG2(hashToG2(tag, dst))).toEqual(hashToG2(tag, dst))
    }
  })

  test('pairs', () => {
    const [g1, g2] = [bls12_381.G1.Point.BASE, bls12_381.G2.Point.BASE]
    const [p, q] = [g1.multiply(6n).toBytes(true), g2.toBytes(true)]
    const [r, s] = [g1.multiply(2n).toBytes(true), g2.multiply(3n).toBytes(true)]
    expect(pairingEquality(p, q, r, s)).toBe(true)
    expect(pairingEquality(p, q, r, q)).toBe(false)
    const identity = new Uint8Array(48)
    identity[0] = 0xc0
    expect(pairingEquality(new Uint8Array(0), new Uint8Array(0), identity, q)).toBe(true)
    expect(pairingEquality(new Uint8Array(0), new Uint8Array(0), p, q)).toBe(false)
    expect(toHex(aggregateG1(new Uint8Array([...p, ...g1.multiply(6n).negate().toBytes(true)])))).toBe(toHex(identity))
  })

  test('names what is wrong with an input', () => {
    const point = bls12_381.G1.Point.BASE.toBytes(true)
    expect(codeOf(() => aggregateG1(new Uint8Array(0)))).toBe(14)
    expect(codeOf(() => aggregateG1(point.subarray(1)))).toBe(15)
    expect(codeOf(() => aggregateG1(new Uint8Array(48)))).toBe(8)
    expect(codeOf(() => aggregateG1(Uint8Array.from(point, (byte, i) => (i === 0 ? 0xe0 : byte))))).toBe(8)
    expect(codeOf(() => aggregateG1(Uint8Array.from(point, (byte, i) => (i === 0 ? 0xc0 : byte))))).toBe(8)
    expect(codeOf(() => pairingEquality(point.subarray(1), new Uint8Array(0), point, point))).toBe(11)
    expect(codeOf(() => pairingEquality(point, new Uint8Array(95), point, point))).toBe(12)
    expect(codeOf(() => pairingEquality(point, new Uint8Array(0), point, point))).toBe(13)
    expect(codeOf(() => pairingEquality(new Uint8Array(0), new Uint8Array(0), point, point))).toBe(8)
  })
})
