import type { ECDSA } from '@noble/curves/abstract/weierstrass.js'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 as k1 } from '@noble/curves/secp256k1.js'
import { fc, property, runs } from '../random.js'
import { describe, expect } from 'vitest'
import { concatBytes } from '../../src/base/bytes.js'
import { aggregateG1, aggregateG2, hashToG1, hashToG2, pairingEquality } from '../../src/crypto/bls12-381.js'
import { CryptoError } from '../../src/crypto/crypto-error.js'
import type { EcdsaCurve } from '../../src/crypto/ecdsa.js'
import { expandMessage } from '../../src/crypto/hash-to-field.js'
import { secp256k1 } from '../../src/crypto/secp256k1.js'
import { secp256r1 } from '../../src/crypto/secp256r1.js'
import { mapped, outcomeOf, pairsEqual, recovered, sumOf, verifies } from './oracle.js'

const times = (count: number): { numRuns: number } => ({ numRuns: runs(count) })
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const toBytes = (value: bigint, length: number): Uint8Array =>
  new Uint8Array(Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex'))
const toInteger = (value: Uint8Array): bigint => BigInt(`0x${Buffer.from(value).toString('hex')}`)

/** Our outcome in the form of the other's; nothing but a typed error is a refusal. */
function ours<T>(run: () => T): T | 'refused' {
  try {
    return run()
  } catch (error) {
    expect(error).toBeInstanceOf(CryptoError)
    return 'refused'
  }
}

describe.each([
  ['secp256k1', secp256k1, k1, 2],
  ['secp256r1', secp256r1, p256, 4],
] as const)('%s', (_name, curve: EcdsaCurve, library: ECDSA, recoveryParams) => {
  const { ORDER: order } = library.Point.Fn
  const { ORDER: field } = library.Point.Fp
  const base = library.Point.BASE
  /** Numbers at the edges of what is allowed, and any. */
  const number = fc.oneof(
    bytes(32),
    fc
      .tuple(fc.constantFrom(0n, 1n, order, field, order / 2n, 2n ** 256n), fc.bigInt(-3n, 3n))
      .map(([near, off]) => toBytes((((near + off) % 2n ** 256n) + 2n ** 256n) % 2n ** 256n, 32)),
  )
  const scalar = fc.oneof(fc.bigInt(1n, order - 1n), fc.constantFrom(1n, 2n, order - 1n, order - 2n))

  property([number, scalar, scalar, fc.boolean(), fc.nat(3)], times(25))(
    'takes what is a signature: of any hash, of keys and with ephemeral points near the generator too',
    (hash, secret, ephemeral, compressed, param) => {
      const r = base.multiply(ephemeral).x % order
      const s = (library.Point.Fn.inv(ephemeral) * (toInteger(hash) + r * secret)) % order
      fc.pre(r !== 0n && s !== 0n)
      const signature = concatBytes(toBytes(r, 32), toBytes(s, 32))
      const pubkey = base.multiply(secret).toBytes(compressed)
      expect(verifies(library, hash, signature, pubkey)).toBe(true)
      expect(curve.verify(hash, signature, pubkey)).toBe(true)
      const at = param % recoveryParams
      expect(ours(() => curve.recover(hash, signature, at))).toEqual(
        outcomeOf(() => recovered(library, hash, signature, at)),
      )
    },
  )

  property([number, number, number, number, number, fc.nat(3)], times(60))(
    'answers as the other library for any numbers',
    (hash, r, s, x, y, param) => {
      const signature = concatBytes(r, s)
      for (const pubkey of [
        concatBytes(Uint8Array.of(2 + (param & 1)), x),
        concatBytes(Uint8Array.of(4), x, y),
        base.multiply((toInteger(x) % (order - 1n)) + 1n).toBytes(false),
      ])
        expect(ours(() => curve.verify(hash, signature, pubkey))).toEqual(
          outcomeOf(() => verifies(library, hash, signature, pubkey)),
        )
      const at = param % recoveryParams
      expect(ours(() => curve.recover(hash, signature, at))).toEqual(
        outcomeOf(() => recovered(library, hash, signature, at)),
      )
    },
  )

  property([scalar, fc.nat(63), fc.integer({ min: 1, max: 255 })], times(6))(
    'refuses a point beside the curve',
    (secret, at, flip) => {
      const pubkey = base.multiply(secret).toBytes(false)
      pubkey[1 + at]! ^= flip
      const signature = new Uint8Array(64).fill(1)
      expect(ours(() => curve.verify(new Uint8Array(32), signature, pubkey))).toEqual(
        outcomeOf(() => verifies(library, new Uint8Array(32), signature, pubkey)),
      )
    },
  )
})

describe('bls12-381', () => {
  const { G1, G2, fields } = bls12_381
  const field = fields.Fp.ORDER
  const order = fields.Fr.ORDER
  const scalar = fc.oneof(fc.bigInt(1n, order - 1n), fc.constantFrom(1n, 2n, 3n, order - 1n))
  const identity = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => (i === 0 ? 0xc0 : 0))
  const coordinate = fc.oneof(
    bytes(48),
    fc
      .tuple(fc.constantFrom(0n, field, 2n ** 381n - 4n), fc.bigInt(-4n, 4n))
      .map(([near, off]) => toBytes(near + off < 0n ? near - off : near + off, 48)),
  )
  const flagged = (point: Uint8Array, flags: number): Uint8Array =>
    Uint8Array.from(point, (byte, i) => (i === 0 ? (byte & 0x1f) | (flags << 5) : byte))
  const flags = fc.oneof(fc.constantFrom(4, 5), fc.nat(7))

  const g1 = scalar.map((k) => G1.Point.BASE.multiply(k).toBytes(true))
  const g2 = scalar.map((k) => G2.Point.BASE.multiply(k).toBytes(true))
  /** Points of the curve, most of them not of the subgroup, and what is no point at all. */
  const anyG1 = fc.tuple(coordinate, flags).map(([x, f]) => flagged(x, f))
  const anyG2 = fc.tuple(coordinate, coordinate, flags).map(([a, b, f]) => flagged(concatBytes(a, b), f))
  const hostileG1 = fc.oneof({ weight: 3, arbitrary: g1 }, anyG1, fc.constant(identity(48)))
  const hostileG2 = fc.oneof({ weight: 3, arbitrary: g2 }, anyG2, fc.constant(identity(96)))

  property([fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 300 })], times(8))(
    'hashes with tags of any length',
    (message, dst) => {
      const elements = (count: number): bigint[] =>
        Array.from({ length: count }, (_, i) => {
          const uniform = expandMessage(message, dst, count * 64)
          return toInteger(uniform.subarray(i * 64, (i + 1) * 64)) % field
        })
      // The other library refuses an empty tag, which the native VM takes.
      const options = { DST: dst }
      expect(hashToG1(message, dst)).toEqual(
        dst.length > 0 ? G1.hashToCurve(message, options).toBytes(true) : mapped('G1', elements(2)),
      )
      expect(hashToG2(message, dst)).toEqual(
        dst.length > 0 ? G2.hashToCurve(message, options).toBytes(true) : mapped('G2', elements(4)),
      )
    },
  )

  property([anyG1, anyG2], times(40))('decodes or refuses any bytes', (a, b) => {
    expect(ours(() => aggregateG1(a))).toEqual(outcomeOf(() => sumOf('G1', [a])))
    expect(ours(() => aggregateG2(b))).toEqual(outcomeOf(() => sumOf('G2', [b])))
  })

  property(
    [fc.array(hostileG1, { minLength: 1, maxLength: 4 }), fc.array(hostileG2, { minLength: 1, maxLength: 4 })],
    times(15),
  )('adds points, equal and opposite ones among them', (as, bs) => {
    const opposite = (point: Uint8Array): Uint8Array => flagged(point, (point[0]! >> 5) ^ 1)
    for (const points of [as, [...as, as[0]!], [...as, opposite(as[0]!)]])
      expect(ours(() => aggregateG1(concatBytes(...points)))).toEqual(outcomeOf(() => sumOf('G1', points)))
    for (const points of [bs, [...bs, bs[0]!], [...bs, opposite(bs[0]!)]])
      expect(ours(() => aggregateG2(concatBytes(...points)))).toEqual(outcomeOf(() => sumOf('G2', points)))
  })

  property([fc.array(fc.tuple(hostileG1, hostileG2), { maxLength: 3 }), hostileG1, hostileG2], times(8))(
    'pairs any points',
    (pairs, r, s) => {
      const [ps, qs] = [pairs.map(([p]) => p), pairs.map(([, q]) => q)]
      expect(ours(() => pairingEquality(concatBytes(...ps), concatBytes(...qs), r, s))).toEqual(
        outcomeOf(() => pairsEqual(pairs, r, s)),
      )
    },
  )

  property([fc.array(fc.tuple(scalar, scalar), { minLength: 1, maxLength: 40 }), fc.nat(40)], times(4))(
    'pairs many points whose product is known',
    (factors, empty) => {
      // An identity among them adds nothing.
      const at = empty % factors.length
      const ps = factors.map(([a], i) => (i === at ? identity(48) : G1.Point.BASE.multiply(a).toBytes(true)))
      const qs = factors.map(([, b]) => G2.Point.BASE.multiply(b).toBytes(true))
      const product = factors.reduce((sum, [a, b], i) => (i === at ? sum : (sum + a * b) % order), 0n)
      const point = (k: bigint): Uint8Array => (k === 0n ? identity(48) : G1.Point.BASE.multiply(k).toBytes(true))
      const equal = (k: bigint): boolean =>
        pairingEquality(concatBytes(...ps), concatBytes(...qs), point(k), G2.Point.BASE.toBytes(true))
      expect(equal(product)).toBe(true)
      expect(equal((product + 1n) % order)).toBe(false)
    },
  )
})
