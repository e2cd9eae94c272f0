import { LRUCache } from 'lru-cache'
import { CryptoError } from './crypto-error.js'
import { expandMessage } from './hash-to-field.js'
import { FP_BYTES, G1_SLOT, G2_SLOT, GT_SLOT, Mcl, MCL_CURVE } from './mcl.js'

export const G1_BYTES = 48
export const G2_BYTES = 96

/** mcl's map-to-curve mode for RFC 9380. */
const IRTF = 5
/** Bytes of the expanded message per field element. Source: RFC 9380, section 5.2 (L). */
const L = 64
/** Cached decoded points: contracts aggregate the same keys repeatedly, and decoding is nearly all of the work. */
const MAX_POINTS = 2048
/** Pairs per multi-Miller loop, which share squarings. */
const PAIRS = 16

/** Sum of compressed points of G1. Source: cosmwasm-crypto `aggregate.rs`. @throws CryptoError */
export const aggregateG1 = (points: Uint8Array): Uint8Array => curve().aggregate('G1', points)

/** Sum of compressed points of G2. @throws CryptoError */
export const aggregateG2 = (points: Uint8Array): Uint8Array => curve().aggregate('G2', points)

/**
 * Whether e(p1, q1) * … * e(pn, qn) = e(r, s), all points compressed. Source: cosmwasm-crypto `pairing.rs`.
 * @throws CryptoError
 */
export function pairingEquality(ps: Uint8Array, qs: Uint8Array, r: Uint8Array, s: Uint8Array): boolean {
  if (ps.length % G1_BYTES !== 0) throw new CryptoError('pairingNotMultipleG1')
  if (qs.length % G2_BYTES !== 0) throw new CryptoError('pairingNotMultipleG2')
  if (ps.length / G1_BYTES !== qs.length / G2_BYTES) throw new CryptoError('pairingUnequalCounts')
  return curve().pairingEquality(ps, qs, r, s)
}

/** Hash to G1 with SHA-256, compressed. Source: RFC 9380, suite BLS12381G1_XMD:SHA-256_SSWU_RO_; an empty tag is accepted. */
export const hashToG1 = (message: Uint8Array, dst: Uint8Array): Uint8Array => curve().hash('G1', message, dst)

/** Hash to G2 with SHA-256, compressed. Source: RFC 9380, suite BLS12381G2_XMD:SHA-256_SSWU_RO_; an empty tag is accepted. */
export const hashToG2 = (message: Uint8Array, dst: Uint8Array): Uint8Array => curve().hash('G2', message, dst)

let instance: Bls12381 | undefined
const curve = (): Bls12381 => (instance ??= new Bls12381())

/** One of the two groups: sizes, and the library's functions for it. */
interface Group {
  readonly compressed: number
  readonly slot: number
  /** Base field elements per coordinate. */
  readonly degree: number
  readonly clear: (point: number) => number
  readonly deserialize: (point: number, bytes: number, size: number) => number
  readonly serialize: (bytes: number, size: number, point: number) => number
  readonly add: (sum: number, a: number, b: number) => number
  readonly neg: (negated: number, point: number) => number
  readonly isZero: (point: number) => number
  /** Maps a field element to a point of the group. */
  readonly map: (point: number, element: number) => number
}

class Bls12381 {
  readonly #mcl = new Mcl(MCL_CURVE.bls12381)
  readonly #groups: Readonly<Record<'G1' | 'G2', Group>>
  /** Keyed by their bytes as latin1. */
  readonly #points = new LRUCache<string, Uint8Array>({ max: MAX_POINTS })
  readonly #bytes: number
  readonly #g1s: number
  readonly #g2s: number
  readonly #product: number
  readonly #factor: number

  constructor() {
    const mcl = this.#mcl
    const { call } = mcl
    call.mclBn_setMapToMode(IRTF)
    call.mclBn_verifyOrderG1(1)
    call.mclBn_verifyOrderG2(1)
    const group = (name: 'G1' | 'G2', degree: number, map: Group['map']): Group => ({
      compressed: degree * FP_BYTES,
      slot: 3 * degree * FP_BYTES,
      degree,
      clear: call[`mclBn${name}_clear`],
      deserialize: call[`mclBn${name}_deserialize`],
      serialize: call[`mclBn${name}_serialize`],
      add: call[`mclBn${name}_add`],
      neg: call[`mclBn${name}_neg`],
      isZero: call[`mclBn${name}_isZero`],
      map,
    })
    this.#groups = { G1: group('G1', 1, call.mclBnFp_mapToG1), G2: group('G2', 2, call.mclBnFp2_mapToG2) }
    this.#bytes = mcl.allocate(4 * L)
    this.#g1s = mcl.allocate(PAIRS * G1_SLOT)
    this.#g2s = mcl.allocate(PAIRS * G2_SLOT)
    this.#product = mcl.allocate(GT_SLOT)
    this.#factor = mcl.allocate(GT_SLOT)
  }

  aggregate(name: 'G1' | 'G2', points: Uint8Array): Uint8Array {
    const group = this.#groups[name]
    const { compressed, slot } = group
    if (points.length === 0) throw new CryptoError('aggregationEmpty')
    if (points.length % compressed !== 0) throw new CryptoError('aggregationNotMultiple')
    return this.#mcl.run(() => {
      const sum = this.#g2s
      const point = sum + slot
      group.clear(sum)
      for (let at = 0; at < points.length; at += compressed) {
        this.#decode(group, point, points.subarray(at, at + compressed))
        group.add(sum, sum, point)
      }
      return this.#encode(group, sum)
    })
  }

  pairingEquality(ps: Uint8Array, qs: Uint8Array, r: Uint8Array, s: Uint8Array): boolean {
    const mcl = this.#mcl
    const product = this.#product
    const factor = this.#factor
    const g1s = this.#g1s
    const g2s = this.#g2s
    const { G1, G2 } = this.#groups
    const { call } = mcl
    return mcl.run(() => {
      call.mclBnGT_setInt32(product, 1)
      let held = 0
      const multiply = (): void => {
        if (held === 0) return
        call.mclBn_millerLoopVec(factor, g1s, g2s, held)
        call.mclBnGT_mul(product, product, factor)
        held = 0
      }
      // A pairing with the identity is 1.
      const hold = (p: Uint8Array, q: Uint8Array, negated: boolean): void => {
        const g1 = g1s + held * G1_SLOT
        const g2 = g2s + held * G2_SLOT
        this.#decode(G1, g1, p)
        this.#decode(G2, g2, q)
        if (G1.isZero(g1) || G2.isZero(g2)) return
        if (negated) G1.neg(g1, g1)
        if (++held === PAIRS) multiply()
      }
      for (let i = 0; i < ps.length / G1_BYTES; i++)
        hold(ps.subarray(i * G1_BYTES, (i + 1) * G1_BYTES), qs.subarray(i * G2_BYTES, (i + 1) * G2_BYTES), false)
      hold(r, s, true)
      multiply()
      call.mclBn_finalExp(product, product)
      return call.mclBnGT_isOne(product) === 1
    })
  }

  hash(name: 'G1' | 'G2', message: Uint8Array, dst: Uint8Array): Uint8Array {
    const mcl = this.#mcl
    const bytes = this.#bytes
    const group = this.#groups[name]
    const { degree, slot } = group
    return mcl.run(() => {
      mcl.write(bytes, expandMessage(message, dst, 2 * degree * L))
      const sum = this.#g2s
      const point = sum + slot
      const element = this.#g1s
      const map = (to: number, from: number): void => {
        for (let i = 0; i < degree; i++)
          mcl.call.mclBnFp_setBigEndianMod(element + i * FP_BYTES, bytes + from + i * L, L)
        group.map(to, element)
      }
      map(sum, 0)
      map(point, degree * L)
      group.add(sum, sum, point)
      return this.#encode(group, sum)
    })
  }

  /** A compressed point of the subgroup, or the identity (infinity flag, all else 0). @throws CryptoError */
  #decode({ compressed, slot, clear, deserialize }: Group, point: number, encoded: Uint8Array): void {
    const mcl = this.#mcl
    const bytes = this.#bytes
    const points = this.#points
    if (encoded.length !== compressed) throw new CryptoError('invalidPoint')
    const flags = encoded[0]! >> 5
    if (flags === 0b110 && encoded.every((byte, i) => byte === (i === 0 ? 0xc0 : 0))) {
      clear(point)
      return
    }
    if (flags !== 0b100 && flags !== 0b101) throw new CryptoError('invalidPoint')
    const id = Buffer.from(encoded).toString('latin1')
    const known = points.get(id)
    if (known) {
      mcl.write(point, known)
      return
    }
    mcl.write(bytes, encoded)
    if (deserialize(point, bytes, compressed) !== compressed) throw new CryptoError('invalidPoint')
    points.set(id, mcl.read(point, slot))
  }

  #encode({ compressed, serialize }: Group, point: number): Uint8Array {
    const mcl = this.#mcl
    const bytes = this.#bytes
    if (serialize(bytes, compressed, point) !== compressed) throw new Error('a point that cannot be written')
    return mcl.read(bytes, compressed)
  }
}
