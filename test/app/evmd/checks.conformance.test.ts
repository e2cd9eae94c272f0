import { expect, test } from 'vitest'
import { firstDifferences } from './replay.js'

test('checks and simulations of Ethereum transactions: gas, codes, texts and responses are those of evmd', () => {
  expect(firstDifferences('checks')).toEqual({ different: [], equal: 6 })
})
