import { FP_BYTES, FR_BYTES, G1_SLOT, Mcl, type MCL_CURVE } from './mcl.js'

/** A curve y² = x³ + ax + b over a 256-bit field; numbers are 32 bytes, big-endian. Source: SEC 2. */
export interface CurveParameters {
  readonly mcl: (typeof MCL_CURVE)[keyof typeof MCL_CURVE]
  readonly field: Uint8Array
  readonly order: Uint8Array
  readonly a: Uint8Array
  readonly b: Uint8Array
}

const BYTES = 32
/** Adjacent scalars and points, for sums of products. */
const U1 = 0
const U2 = 1
const BASE = 0
const OTHER = 1

/** The arithmetic of ECDSA on one curve. Source: SEC 1, sections 2.3.4, 4.1.4 and 4.1.6. */
export class ShortCurve {
  readonly #mcl: Mcl
  readonly #parameters: CurveParameters
  readonly #bytes: number
  readonly #scalars: number
  readonly #points: number
  readonly #sum: number
  readonly #elements: number
  /** The generator in the library's format. */
  readonly #base: Uint8Array

  constructor(parameters: CurveParameters) {
    this.#parameters = parameters
    const mcl = (this.#mcl = new Mcl(parameters.mcl))
    this.#bytes = mcl.allocate(2 * BYTES)
    this.#scalars = mcl.allocate(4 * FR_BYTES)
    this.#points = mcl.allocate(2 * G1_SLOT)
    this.#sum = mcl.allocate(G1_SLOT)
    this.#elements = mcl.allocate(4 * FP_BYTES)
    mcl.call.mclBnG1_getBasePoint(this.#points)
    this.#base = mcl.read(this.#points, G1_SLOT)
    this.#element(2, parameters.a)
    this.#element(3, parameters.b)
  }

  /**
   * Whether a signature (each of its numbers below the order, not 0) of a hash verifies under a key; undefined when the key, of correct length and
   * form, is not a point on the curve.
   */
  verifies(hash: Uint8Array, r: Uint8Array, s: Uint8Array, pubkey: Uint8Array): boolean | undefined {
    const { call } = this.#mcl
    return this.#mcl.run(() => {
      const x = pubkey.subarray(1, 1 + BYTES)
      const known = pubkey.length > 1 + BYTES ? pubkey.subarray(1 + BYTES) : undefined
      if (!(known ? this.#uncompressed(x, known) : this.#compressed(x, pubkey[0] === 3))) return undefined
      const inverse = this.#scalar(2, s)
      call.mclBnFr_inv(inverse, inverse)
      call.mclBnFr_mul(this.#scalar(U1, hash), this.#scalar(U1, hash), inverse)
      call.mclBnFr_mul(this.#scalar(U2, r), this.#scalar(U2, r), inverse)
      const sum = this.#sumOfProducts()
      if (call.mclBnG1_isZero(sum) === 1) return false
      call.mclBnG1_normalize(sum, sum)
      return call.mclBnFr_isEqual(this.#scalar(2, this.#coordinate(sum)), this.#scalar(3, r)) === 1
    })
  }

  /** The key of a signature, uncompressed; bit 0 of `param` is the parity of the ephemeral point's y, bit 1 adds the order to its x. */
  recover(hash: Uint8Array, r: Uint8Array, s: Uint8Array, param: number): Uint8Array | undefined {
    const { call } = this.#mcl
    return this.#mcl.run(() => {
      const x = (param & 2) === 0 ? r : sumBelow(r, this.#parameters.order, this.#parameters.field)
      if (!x || !this.#compressed(x, (param & 1) === 1)) return undefined
      const inverse = this.#scalar(2, r)
      call.mclBnFr_inv(inverse, inverse)
      const u1 = this.#scalar(U1, hash)
      call.mclBnFr_mul(u1, u1, inverse)
      call.mclBnFr_neg(u1, u1)
      call.mclBnFr_mul(this.#scalar(U2, s), this.#scalar(U2, s), inverse)
      const sum = this.#sumOfProducts()
      if (call.mclBnG1_isZero(sum) === 1) return undefined
      call.mclBnG1_normalize(sum, sum)
      return Uint8Array.of(4, ...this.#coordinate(sum), ...this.#coordinate(sum + FP_BYTES))
    })
  }

  /** u1 · generator + u2 · the other point. */
  #sumOfProducts(): number {
    const mcl = this.#mcl
    const points = this.#points
    const sum = this.#sum
    mcl.write(points + BASE * G1_SLOT, this.#base)
    mcl.call.mclBnG1_mulVec(sum, points, this.#scalars, 2)
    return sum
  }

  /** A number modulo the order. */
  #scalar(slot: number, number: Uint8Array): number {
    const mcl = this.#mcl
    const bytes = this.#bytes
    const scalars = this.#scalars
    mcl.write(bytes, number)
    mcl.call.mclBnFr_setBigEndianMod(scalars + slot * FR_BYTES, bytes, BYTES)
    return scalars + slot * FR_BYTES
  }

  #element(slot: number, number: Uint8Array): number {
    const mcl = this.#mcl
    const bytes = this.#bytes
    const elements = this.#elements
    mcl.write(bytes, number)
    mcl.call.mclBnFp_setBigEndianMod(elements + slot * FP_BYTES, bytes, BYTES)
    return elements + slot * FP_BYTES
  }

  #coordinate(element: number): Uint8Array {
    const mcl = this.#mcl
    const bytes = this.#bytes
    mcl.call.mclBnFp_serialize(bytes, BYTES, element)
    // The library writes elements of these fields little-endian.
    return mcl.read(bytes, BYTES).reverse()
  }

  #isBelowField(number: Uint8Array): boolean {
    return Buffer.compare(number, this.#parameters.field) < 0
  }

  /** x³ + ax + b in the first slot, for the x in the second. */
  #rightSide(x: Uint8Array): number {
    const { call } = this.#mcl
    const at = this.#element(1, x)
    const side = this.#elements
    call.mclBnFp_sqr(side, at)
    call.mclBnFp_add(side, side, this.#elements + 2 * FP_BYTES)
    call.mclBnFp_mul(side, side, at)
    call.mclBnFp_add(side, side, this.#elements + 3 * FP_BYTES)
    return side
  }

  /** Sets the other point; false when no point has this x. */
  #compressed(x: Uint8Array, odd: boolean): boolean {
    const mcl = this.#mcl
    if (!this.#isBelowField(x)) return false
    const y = this.#rightSide(x)
    if (mcl.call.mclBnFp_squareRoot(y, y) !== 0) return false
    const isOdd = mcl.call.mclBnFp_isOdd(y) === 1
    if (isOdd !== odd) mcl.call.mclBnFp_neg(y, y)
    this.#setOther(y)
    return true
  }

  /** Sets the other point; false when it is not on the curve. */
  #uncompressed(x: Uint8Array, y: Uint8Array): boolean {
    const mcl = this.#mcl
    const elements = this.#elements
    const sum = this.#sum
    if (!this.#isBelowField(x) || !this.#isBelowField(y)) return false
    const side = this.#rightSide(x)
    mcl.copy(sum, side, FP_BYTES)
    const at = this.#element(0, y)
    mcl.call.mclBnFp_sqr(sum + FP_BYTES, at)
    if (mcl.call.mclBnFp_isEqual(sum, sum + FP_BYTES) !== 1) return false
    this.#setOther(elements)
    return true
  }

  /** From the x in the second slot. */
  #setOther(y: number): void {
    const mcl = this.#mcl
    const points = this.#points
    const elements = this.#elements
    const other = points + OTHER * G1_SLOT
    mcl.copy(other, elements + FP_BYTES, FP_BYTES)
    mcl.copy(other + FP_BYTES, y, FP_BYTES)
    mcl.call.mclBnFp_setInt32(other + 2 * FP_BYTES, 1)
  }
}

/** a + b where that is below `limit`. */
function sumBelow(a: Uint8Array, b: Uint8Array, limit: Uint8Array): Uint8Array | undefined {
  const sum = new Uint8Array(BYTES)
  let carry = 0
  for (let i = BYTES - 1; i >= 0; i--) {
    carry += a[i]! + b[i]!
    sum[i] = carry
    carry >>= 8
  }
  return carry === 0 && Buffer.compare(sum, limit) < 0 ? sum : undefined
}
