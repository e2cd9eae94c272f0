import { expect, test } from 'vitest'
import { header, testWay, vectors } from './cases.js'

testWay('quick')

test('the file has enough cases, and says what made it', () => {
  const cases = vectors.reduce(
    (sum, { count = 1, runs }) => sum + count * runs.reduce((all, { forks }) => all + forks.length, 0),
    0,
  )
  expect(cases).toBeGreaterThan(20_000)
  expect(header.goEthereum).toMatch(/^v1\.\d+\.\d+$/)
  expect(
    new Set(
      vectors.filter(({ group }) => group === 'opcodes').flatMap(({ runs }) => runs.flatMap(({ forks }) => forks)),
    ).size,
  ).toBe(header.forks.length)
})
