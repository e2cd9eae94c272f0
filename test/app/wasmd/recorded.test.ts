import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { readRecording, replayed } from './recording.js'

test('gas, codes, texts, data and events of all transactions, and the roots of all stores, are those of a wasmd node', () => {
  const counts = { transactions: 0, asides: 0, heights: 0 }
  const different: unknown[] = []
  for (const { height, txs, asides, events, roots } of replayed(readRecording('fixtures/wasmd/story.jsonl.br'))) {
    counts.transactions += txs.length
    counts.asides += asides.length
    counts.heights += roots.length > 0 ? 1 : 0
    const compared = [...txs, ...asides, ...roots, ...(height > 1 ? [events] : [])]
    different.push(...compared.filter(({ expected, actual }) => !isDeepStrictEqual(expected, actual)))
    // What follows the first differences follows from them.
    if (different.length > 5) break
  }
  expect(different).toEqual([])
  expect(counts.transactions).toBeGreaterThan(500)
  expect(counts.asides).toBeGreaterThan(50)
  expect(counts.heights).toBeGreaterThan(998)
})
