import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { replayed } from './replay.js'

test('ethereum: gas, codes, texts, data and events of all transactions, rows of all stores and the app hash are those of evmd', () => {
  const different: unknown[] = []
  let blocks = 0
  for (const { compared } of replayed('ethereum')) {
    blocks++
    different.push(...compared.filter(({ expected, actual }) => !isDeepStrictEqual(expected, actual)))
    // What follows the first differences follows from them.
    if (different.length > 0) break
  }
  expect(different).toEqual([])
  expect(blocks).toBe(92)
})
