import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { readRecording, replayed } from '../wasmd/recording.js'

test.each([
  ['mixed', { transactions: 120, asides: 16 }],
  ['own', { transactions: 165, asides: 14 }],
  ['fees', { transactions: 95, asides: 13 }],
])(
  '%s: gas, codes, texts, data and events of all transactions, the roots of all stores and the app hash are those of gaia v28.0.0',
  (name, least) => {
    const counts = { transactions: 0, asides: 0 }
    const different: unknown[] = []
    for (const { height, txs, asides, events, roots } of replayed(
      readRecording(`fixtures/gaia/${name}.jsonl.br`),
      'cosmoshub',
    )) {
      counts.transactions += txs.length
      counts.asides += asides.length
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
