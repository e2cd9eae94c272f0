import type { WeierstrassPoint, WeierstrassPointCons } from '@noble/curves/abstract/weierstrass.js'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { CryptoError } from './crypto-error.js'
import { expandMessage, fieldElements } from './hash-to-field.js'

export const G1_BYTES = 48
export const G2_BYTES = 96

const { G1, G2, pairingBatch, fields } = bls12_381

/** Sum of compressed points of G1. Source: cosmwasm-crypto `aggregate.rs`. @throws CryptoError */
export const aggregateG1 = (points: Uint8Array): Uint8Array => aggregate(G1.Point, G1_BYTES, points)

/** Sum of compressed points of G2. @throws CryptoError */
export const aggregateG2 = (points: Uint8Array): Uint8Array => aggregate(G2.Point, G2_BYTES, points)

/**
 * Whether e(p1, q1) * … * e(pn, qn) = e(r, s), all points compressed. Source: cosmwasm-crypto `pairing.rs`.
 * @throws CryptoError
 */
export function pairingEquality(ps: Uint8Array, qs: Uint8Array, r: Uint8Array, s: Uint8Array): boolean {
  if (ps.length % G1_BYTES !== 0) throw new CryptoError('pairingNotMultipleG1')
  if (qs.length % G2_BYTES !== 0) throw new CryptoError('pairingNotMultipleG2')
  if (ps.length / G1_BYTES !== qs.length / G2_BYTES) throw new CryptoError('pairingUnequalCounts')
  const left = chunks(qs, G2_BYTES).map((q) => decode(G2.Point, G2_BYTES, q))
  const pairs = chunks(ps, G1_BYTES).map((p, i) => ({ g1: decode(G1.Point, G1_BYTES, p), g2: left[i]! }))
  pairs.push({ g1: decode(G1.Point, G1_BYTES, r).negate(), g2: decode(G2.Point, G2_BYTES, s) })
  // A pair with an identity is 1.
  const factors = pairs.filter(({ g1, g2 }) => !g1.is0() && !g2.is0())
  return fields.Fp12.eql(pairingBatch(factors), fields.Fp12.ONE)
}

/** Hash to G1 with SHA-256, compressed. Source: RFC 9380, suite BLS12381G1_XMD:SHA-256_SSWU_RO_. */
export function hashToG1(message: Uint8Array, dst: Uint8Array): Uint8Array {
  if (dst.length > 0) return encode(G1.hashToCurve(message, { DST: dst }), G1_BYTES)
  // The library refuses an empty tag, which the native VM takes.
  const [u0, u1] = fieldElements(expandMessage(message, dst, 128), fields.Fp.ORDER)
  return encode(mapToG1(u0!).add(mapToG1(u1!)), G1_BYTES)
}

/** Hash to G2 with SHA-256, compressed. Source: RFC 9380, suite BLS12381G2_XMD:SHA-256_SSWU_RO_. */
export function hashToG2(message: Uint8Array, dst: Uint8Array): Uint8Array {
  if (dst.length > 0) return encode(G2.hashToCurve(message, { DST: dst }), G2_BYTES)
  const [a, b, c, d] = fieldElements(expandMessage(message, dst, 256), fields.Fp.ORDER)
  return encode(mapToG2([a!, b!]).add(mapToG2([c!, d!])), G2_BYTES)
}

/* The library's types say that a list is mapped to affine coordinates; it maps one number on G1, two on G2, to points of the subgroup. */
const mapToG1 = G1.mapToCurve as unknown as (u: bigint) => WeierstrassPoint<bigint>
const mapToG2 = G2.mapToCurve as unknown as (u: readonly bigint[]) => WeierstrassPoint<Fp2>
type Fp2 = Parameters<typeof fields.Fp2.add>[0]

function aggregate<T>(Point: WeierstrassPointCons<T>, size: number, points: Uint8Array): Uint8Array {
  if (points.length === 0) throw new CryptoError('aggregationEmpty')
  if (points.length % size !== 0) throw new CryptoError('aggregationNotMultiple')
  const decoded = chunks(points, size).map((point) => decode(Point, size, point))
  return encode(
    decoded.reduce((sum, point) => sum.add(point)),
    size,
  )
}

/** Compressed form. The library has none for the identity. */
function encode<T>(point: WeierstrassPoint<T>, size: number): Uint8Array {
  if (!point.is0()) return point.toBytes(true)
  const bytes = new Uint8Array(size)
  bytes[0] = 0xc0
  return bytes
}

/** A compressed point of the subgroup, or the identity (infinity flag, all else 0). @throws CryptoError */
function decode<T>(Point: WeierstrassPointCons<T>, size: number, bytes: Uint8Array): WeierstrassPoint<T> {
  if (bytes.length !== size) throw new CryptoError('invalidPoint')
  const flags = bytes[0]! >> 5
  if (flags === 0b110 && bytes.every((byte, i) => byte === (i === 0 ? 0xc0 : 0))) return Point.ZERO
  if (flags !== 0b100 && flags !== 0b101) throw new CryptoError('invalidPoint')
  try {
    const point = Point.fromBytes(bytes)
    point.assertValidity()
    return point
  } catch (error) {
    if (error instanceof RangeError && /call stack/i.test(error.message)) throw error
    throw new CryptoError('invalidPoint')
  }
}

const chunks = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: bytes.length / size }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
