import { expect, test } from 'vitest'
import { firstDifferences } from './replay.js'

test('tokens: gas, codes, texts, data and events of all transactions, rows of all stores and the app hash are those of evmd', () => {
  expect(firstDifferences('tokens')).toEqual({ different: [], equal: 53 })
})
