import { fc } from '../../random.js'
import { expect, test } from 'vitest'
import type { GrowthPoint } from 'sudobox/fuzz'
import { envelopeOf } from '../../../src/fuzz/cliffs/envelope.js'

const points = (gas: (n: bigint) => bigint, sizes: readonly number[] = [1, 8, 32, 64]): GrowthPoint[] =>
  sizes.map((records) => ({ records, gas: gas(BigInt(records)) }))

const sizes = fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { minLength: 4, maxLength: 7 })
const gas = fc.bigInt({ min: 1000n, max: 10_000_000n })

test('a line is continued exactly', () => {
  const envelope = envelopeOf(points((n) => 100_000n + 9_000n * n))
  expect(envelope).toMatchObject({ degree: 'linear', residual: 0n })
  expect(envelope.at(500)).toBe(4_600_000n)
})

test('a parabola is continued exactly', () => {
  const envelope = envelopeOf(points((n) => 80_000n + 500n * n + 90n * n * n))
  expect(envelope).toMatchObject({ degree: 'quadratic', residual: 0n })
  expect(envelope.at(500)).toBe(80_000n + 250_000n + 22_500_000n)
})

test('gas that falls or stays is the highest measured, whatever the quantity', () => {
  expect(envelopeOf(points((n) => 90_000n - n)).at(100_000)).toBe(89_999n)
  expect(envelopeOf(points(() => 90_000n)).at(100_000)).toBe(90_000n)
  expect(envelopeOf([{ records: 7, gas: 5n }]).at(9)).toBe(5n)
})

test('growth that slows down is bounded by the line, lifted above the measurements between its ends', () => {
  const envelope = envelopeOf([
    { records: 1, gas: 100n },
    { records: 8, gas: 900n },
    { records: 64, gas: 1_360n },
  ])
  // The line is at 240 where 900 was measured.
  expect(envelope).toMatchObject({ degree: 'linear', residual: 660n })
  expect(envelope.at(127)).toBe(1360n + 1260n + 660n)
})

test('of several measurements at one quantity the highest counts', () => {
  const twice = [...points((n) => 1000n * n), ...points((n) => 1000n * n + 70n)]
  expect(envelopeOf(twice).at(500)).toBe(500_070n)
})

test('lines and parabolas of any coefficients are continued exactly, and no rounding goes below them', () => {
  fc.assert(
    fc.property(gas, fc.bigInt(0n, 20_000n), sizes, fc.integer({ min: 300, max: 5000 }), (base, each, at, end) => {
      const line = envelopeOf(points((n) => base + each * n, at))
      expect(line.residual).toBe(0n)
      expect(line.at(end)).toBe(base + each * BigInt(end))
    }),
  )
  fc.assert(
    fc.property(gas, fc.bigInt(0n, 20_000n), fc.bigInt(1n, 500n), sizes, (base, each, bend, at) => {
      const of = (n: bigint): bigint => base + each * n + bend * n * n
      const envelope = envelopeOf(points(of, at))
      // A bend that does not show between the measured quantities is taken for a line.
      if (envelope.degree === 'quadratic') expect([envelope.residual, envelope.at(1000)]).toEqual([0n, of(1000n)])
    }),
  )
})

test('whatever was measured, no point is above the curve, and it never falls', () => {
  const any = fc.array(fc.record({ records: fc.integer({ min: 0, max: 1000 }), gas: fc.bigInt(0n, 50_000_000n) }), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(any, (measured) => {
      const envelope = envelopeOf(measured)
      for (const { records, gas: cost } of measured) expect(envelope.at(records)).toBeGreaterThanOrEqual(cost)
      const curve = [0, 1, 8, 64, 500, 1000, 1001, 5000, 100_000].map((n) => envelope.at(n))
      for (const [i, cost] of curve.entries()) if (i > 0) expect(cost).toBeGreaterThanOrEqual(curve[i - 1]!)
    }),
  )
})
