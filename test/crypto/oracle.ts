import type { ECDSA, WeierstrassPoint, WeierstrassPointCons } from '@noble/curves/abstract/weierstrass.js'
import { bls12_381 } from '@noble/curves/bls12-381.js'

/** The same operations by `@noble/curves`, which shares no code with what is tested. */

const { G1, G2, pairingBatch, fields } = bls12_381
type Fp2 = Parameters<typeof fields.Fp2.add>[0]

/** What comes of an operation: its answer, or that it cannot be worked with. */
export function outcomeOf<T>(run: () => T): T | 'refused' {
  try {
    return run()
  } catch {
    return 'refused'
  }
}

export function sumOf(name: 'G1' | 'G2', points: readonly Uint8Array[]): Uint8Array {
  const sum = <T>(Point: WeierstrassPointCons<T>): Uint8Array =>
    encode(points.map((point) => decode(Point, point)).reduce((a, b) => a.add(b)))
  return name === 'G1' ? sum(G1.Point) : sum(G2.Point)
}

export function pairsEqual(
  pairs: readonly (readonly [Uint8Array, Uint8Array])[],
  r: Uint8Array,
  s: Uint8Array,
): boolean {
  const decoded = pairs.map(([p, q]) => ({ g1: decode(G1.Point, p), g2: decode(G2.Point, q) }))
  decoded.push({ g1: decode(G1.Point, r).negate(), g2: decode(G2.Point, s) })
  const factors = decoded.filter(({ g1, g2 }) => !g1.is0() && !g2.is0())
  return fields.Fp12.eql(pairingBatch(factors), fields.Fp12.ONE)
}

/** From elements of the field, which is what the library's own hashing does with those that it finds. */
export function mapped(name: 'G1' | 'G2', elements: readonly bigint[]): Uint8Array {
  if (name === 'G1') {
    const map = G1.mapToCurve as unknown as (u: bigint) => WeierstrassPoint<bigint>
    return encode(map(elements[0]!).add(map(elements[1]!)))
  }
  const map = G2.mapToCurve as unknown as (u: readonly bigint[]) => WeierstrassPoint<Fp2>
  return encode(map(elements.slice(0, 2)).add(map(elements.slice(2))))
}

function encode<T>(point: WeierstrassPoint<T>): Uint8Array {
  if (!point.is0()) return point.toBytes(true)
  const bytes = new Uint8Array(point.x === 0n ? 48 : 96)
  bytes[0] = 0xc0
  return bytes
}

function decode<T>(Point: WeierstrassPointCons<T>, bytes: Uint8Array): WeierstrassPoint<T> {
  const flags = bytes[0]! >> 5
  if (flags === 0b110 && bytes.every((byte, i) => byte === (i === 0 ? 0xc0 : 0))) return Point.ZERO
  if (flags !== 0b100 && flags !== 0b101) throw new Error('flags')
  const point = Point.fromBytes(bytes)
  point.assertValidity()
  return point
}

const OPTIONS = { lowS: false, prehash: false, format: 'compact' } as const

export function verifies(curve: ECDSA, hash: Uint8Array, signature: Uint8Array, pubkey: Uint8Array): boolean {
  curve.Signature.fromBytes(signature, 'compact')
  curve.Point.fromBytes(pubkey).assertValidity()
  return curve.verify(signature, hash, pubkey, OPTIONS)
}

export const recovered = (curve: ECDSA, hash: Uint8Array, signature: Uint8Array, param: number): Uint8Array =>
  curve.Signature.fromBytes(signature, 'compact').addRecoveryBit(param).recoverPublicKey(hash).toBytes(false)
