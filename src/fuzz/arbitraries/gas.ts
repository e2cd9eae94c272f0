import * as fc from 'fast-check'

/**
 * Gas limits around the measured gas of a call: exactly as much, one less, one more, multiples, and fractions, so that the call runs out of gas
 * at different places. Never below 1. Measure a call with `gasUsed`, a callback with `sudo[0].gasUsed`.
 *
 * @example
 * const { gasUsed } = await alice.execute(vault, { deposit: {} }, { funds: '5untrn' })
 * fc.assert(fc.asyncProperty(gasLimits(gasUsed), async (gasLimit) => { await alice.execute(vault, { deposit: {} }, { gasLimit }) }))
 */
export function gasLimits(needed: bigint): fc.Arbitrary<bigint> {
  const least = (value: bigint): bigint => (value < 1n ? 1n : value)
  const parts = [1n, 10n, 25n, 50n, 75n, 90n, 95n, 99n].map((percent) => (needed * percent) / 100n)
  return fc.oneof(
    { arbitrary: fc.constantFrom(needed - 1n, needed, needed + 1n).map(least), weight: 3 },
    { arbitrary: fc.constantFrom(...parts).map(least), weight: 2 },
    { arbitrary: fc.bigInt({ min: 1n, max: least(needed) }), weight: 2 },
    { arbitrary: fc.constantFrom(needed * 2n, needed * 10n).map(least), weight: 1 },
  )
}
