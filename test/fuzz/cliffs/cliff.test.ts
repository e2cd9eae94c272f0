import { fc } from '../../random.js'
import { expect, test } from 'vitest'
import { fitGrowth, type GrowthPoint } from 'sudobox/fuzz'

const points = (cost: (records: number) => number, sizes = [1, 2, 4, 8, 16, 32, 64]): GrowthPoint[] =>
  sizes.map((records) => ({ records, gas: BigInt(Math.round(cost(records))) }))

test('a loop over the records reaches the limit at the first number of records that is too much', () => {
  const growth = fitGrowth(points((n) => 100_000 + 9_000 * n))
  expect(Math.round(growth.perRecord)).toBe(9_000)
  expect(Math.round(growth.base)).toBe(100_000)
  expect(growth.quadratic).toBe(0)
  // 100 records cost exactly the limit, which is allowed.
  expect(growth.reaches(1_000_500n)).toBe(101)
  expect(growth.reaches(99_000n)).toBe(0)
})

test('two sizes are enough for a line, one is not', () => {
  expect(fitGrowth(points((n) => 50 * n + 7, [1, 64])).reaches(5_007n)).toBe(101)
  expect(fitGrowth(points((n) => 50 * n + 7, [64])).reaches(1_000_000n)).toBeUndefined()
  expect(fitGrowth([]).reaches(1n)).toBeUndefined()
})

test('a nested loop is distinguished from a loop, and reaches the limit sooner', () => {
  const growth = fitGrowth(points((n) => 100_000 + 500 * n + 90 * n * n))
  expect(growth.quadratic).toBeCloseTo(90, 0)
  expect(growth.reaches(1_000_000n)).toBe(98)
})

test('constant, noisy or falling gas never reaches the limit', () => {
  expect(fitGrowth(points(() => 120_000)).reaches(1_000_000n)).toBeUndefined()
  expect(fitGrowth(points((n) => 120_000 - 10 * n)).reaches(1_000_000n)).toBeUndefined()
})

test('steps on a line, from memory and store keys, are not a bend', () => {
  const growth = fitGrowth(points((n) => 80_000 + 7_000 * n + (n % 3) * 900))
  expect(growth.quadratic).toBe(0)
  expect(growth.reaches(1_000_000n)).toBeGreaterThan(125)
  expect(growth.reaches(1_000_000n)).toBeLessThan(137)
})

test('the rounding of a fit is not a bend', () => {
  const growth = fitGrowth(points((n) => 348_391 + 10 * n, [477, 813, 470, 181, 9, 368]))
  expect(growth.quadratic).toBe(0)
  expect(growth.reaches(1_000_000n)).toBe(65_161)
})

test('any line is found from any sizes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 500_000 }),
      fc.integer({ min: 1, max: 50_000 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 2, maxLength: 8 }),
      (base, perRecord, sizes) => {
        const growth = fitGrowth(points((n) => base + perRecord * n, sizes))
        const limit = 1_000_000n
        const expected = Math.floor((1_000_000 - base) / perRecord) + 1
        expect(Math.abs(growth.reaches(limit)! - expected)).toBeLessThanOrEqual(1)
      },
    ),
  )
})
