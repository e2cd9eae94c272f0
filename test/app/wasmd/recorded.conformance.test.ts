import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { readRecording, replayed } from './recording.js'

test.each([
  ['story', { transactions: 500, asides: 50, heights: 998 }],
  ['grants', { transactions: 300, asides: 50, heights: 300 }],
  ['feegrant', { transactions: 200, asides: 50, heights: 250 }],
  ['validators', { transactions: 300, asides: 20, heights: 150 }],
  ['story-0.70', { transactions: 500, asides: 50, heights: 998 }],
  ['grants-0.70', { transactions: 300, asides: 50, heights: 300 }],
  ['feegrant-0.70', { transactions: 200, asides: 50, heights: 250 }],
  ['validators-0.70', { transactions: 300, asides: 20, heights: 150 }],
])(
  '%s: gas, codes, texts, data and events of all transactions, and the roots of all stores, are those of a wasmd node',
  (name, least) => {
    const counts = { transactions: 0, asides: 0, heights: 0 }
    const different: unknown[] = []
    for (const { height, txs, asides, events, roots } of replayed(readRecording(`fixtures/wasmd/${name}.jsonl.br`))) {
      counts.transactions += txs.length
      counts.asides += asides.length
      counts.heights += roots.length > 0 ? 1 : 0
      const compared = [...txs, ...asides, ...roots, ...(height > 1 ? [events] : [])]
      different.push(...compared.filter(({ expected, actual }) => !isDeepStrictEqual(expected, actual)))
      // What follows the first differences follows from them.
      if (different.length > 5) break
    }
    expect(different).toEqual([])
    for (const [what, count] of Object.entries(least))
      expect(counts[what as keyof typeof counts]).toBeGreaterThan(count)
  },
)
