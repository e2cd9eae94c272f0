import { expect, test } from 'vitest'
import { firstDifferences } from './replay.js'

test('settings: gas, codes, texts, data and events of all transactions, rows of all stores and the app hash are those of evmd', () => {
  expect(firstDifferences('settings')).toEqual({ different: [], equal: 274 })
})
