import * as fc from 'fast-check'

/**
 * Gas limits around what a call was measured to need: exactly that, one less, one more, parts of it, so that it ends at every place that it
 * passes; never below 1. What a call needs is its `gasUsed`, of a callback `sudo[0].gasUsed`.
 *
 * @example
 * const { gasUsed } = await alice.execute(vault, { deposit: {} }, { funds: '5untrn' })
 * fc.assert(fc.asyncProperty(gasLimits(gasUsed), async (gasLimit) => { … }))
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
