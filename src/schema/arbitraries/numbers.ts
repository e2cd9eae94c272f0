import * as fc from 'fast-check'

/** Widths in bits of the number types of contracts, chains and clients. */
const WIDTHS = [8, 16, 32, 53, 63, 64, 127, 128, 255, 256, 512]

/** Edge cases of a number of so many bits: 0, 1, and the values around the maximum of each narrower type. */
function edges(bits: number): readonly bigint[] {
  const around = WIDTHS.filter((width) => width <= bits).flatMap((width) => [
    2n ** BigInt(width) - 1n,
    2n ** BigInt(width),
  ])
  const max = 2n ** BigInt(bits) - 1n
  const above = bits > 64 ? [2n ** 64n + 1n] : []
  return [...new Set([0n, 1n, ...around, ...above, max - 1n, max])].filter((value) => value >= 0n && value <= max)
}

/** The values three times each, and one above and below each. */
const around = (values: readonly bigint[]): readonly bigint[] =>
  values.flatMap((value) => [value, value, value, value - 1n, value + 1n])

/**
 * Unsigned numbers of so many bits: small ones, the given ones and their neighbours, every magnitude, edge cases.
 * @param near amounts that actors have, ids, heights
 *
 * @example
 * fc.assert(fc.property(unsigned(64, [1_000_000n]), (amount) => fits(amount)))
 */
export function unsigned(bits: number, near: readonly bigint[] = []): fc.Arbitrary<bigint> {
  const max = 2n ** BigInt(bits) - 1n
  const known = [...new Set(around(near).filter((value) => value >= 0n && value <= max))]
  const magnitudes = fc
    .tuple(fc.integer({ min: 1, max: bits }), fc.bigInt({ min: 0n, max }))
    .map(([width, value]) => value & (2n ** BigInt(width) - 1n))
  return fc.oneof(
    { arbitrary: fc.bigInt({ min: 0n, max: max < 10n ? max : 10n }), weight: 3 },
    { arbitrary: fc.bigInt({ min: 0n, max: max < 2_000n ? max : 2_000n }), weight: 2 },
    { arbitrary: fc.constantFrom(...edges(bits)), weight: 1 },
    { arbitrary: magnitudes, weight: 1 },
    ...(known.length > 0 ? [{ arbitrary: fc.constantFrom(...known), weight: 4 }] : []),
  )
}

/**
 * A `Uint128` in JSON, a decimal string: 0, 1, 2^64 ± 1, 2^128 - 1, small ones, the given ones and their neighbours.
 *
 * @example
 * fc.record({ transfer: fc.record({ recipient: fc.constantFrom(alice, bob), amount: uint128([balance]) }) })
 */
export const uint128 = (near: readonly bigint[] = []): fc.Arbitrary<string> => unsigned(128, near).map(String)

/** A `Uint64` in JSON, a decimal string; see {@link uint128}. */
export const uint64 = (near: readonly bigint[] = []): fc.Arbitrary<string> => unsigned(64, near).map(String)

/** Signed numbers of so many bits; see {@link unsigned}. */
export const signed = (bits: number, near: readonly bigint[] = []): fc.Arbitrary<bigint> =>
  fc.oneof(
    { arbitrary: unsigned(bits - 1, near), weight: 2 },
    { arbitrary: unsigned(bits - 1, near).map((value) => -value), weight: 1 },
    { arbitrary: fc.constant(-(2n ** BigInt(bits - 1))), weight: 1 },
  )

/**
 * A `Decimal`, with up to 18 decimal places: fractions, 1 and its neighbours, large ones.
 *
 * @example
 * fc.record({ set_commission: fc.record({ rate: decimal() }) })
 */
export function decimal(bits = 128): fc.Arbitrary<string> {
  const atomics = 2n ** BigInt(bits) - 1n
  const one = 10n ** 18n
  return fc
    .oneof(
      {
        arbitrary: fc.constantFrom(0n, 1n, one / 100n, one / 3n, one / 2n, one - 1n, one, one + 1n, 2n * one),
        weight: 3,
      },
      { arbitrary: fc.bigInt({ min: 0n, max: one }), weight: 2 },
      { arbitrary: fc.integer({ min: 0, max: 100 }).map((percent) => (BigInt(percent) * one) / 100n), weight: 2 },
      { arbitrary: fc.bigInt({ min: 0n, max: atomics }), weight: 1 },
      { arbitrary: fc.constant(atomics), weight: 1 },
    )
    .map(decimalText)
}

/** `atomics` · 10^-18, as `Decimal` prints it. */
export function decimalText(atomics: bigint): string {
  const whole = atomics / 10n ** 18n
  const rest = (atomics % 10n ** 18n).toString().padStart(18, '0').replace(/0+$/, '')
  return rest === '' ? String(whole) : `${whole}.${rest}`
}
