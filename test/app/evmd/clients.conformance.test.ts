import { expect, test } from 'vitest'
import { firstDifferences } from './replay.js'

test('clients: gas, codes, texts, data and events of all transactions, rows of all stores and the app hash are those of evmd', () => {
  expect(firstDifferences('clients')).toEqual({ different: [], equal: 165 })
})
