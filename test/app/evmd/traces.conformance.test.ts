import { expect, test } from 'vitest'
import { firstDifferences } from './replay.js'

test('traces over gRPC: of transactions, blocks and calls, byte by byte those of evmd, and the same refusals', () => {
  expect(firstDifferences('traces')).toEqual({ different: [], equal: 10 })
})
