import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { readRecording, replayed } from '../wasmd/recording.js'

test.each([
  ['fees', 25],
  ['params', 55],
  ['vestings', 17],
  ['transfers', 25],
  ['failures', 60],
  ['accounts', 30],
  ['decades', 1],
  ['mixed', 200],
])('%s: gas, codes, texts, data, events and roots of stores are those of nolus-core', (name, least) => {
  const different: unknown[] = []
  let transactions = 0
  for (const { height, txs, asides, events, roots } of replayed(
    readRecording(`fixtures/nolus/${name}.jsonl.br`),
    'nolus',
  )) {
    transactions += txs.length + asides.length
    const compared = [...txs, ...asides, ...roots, ...(height > 1 ? [events] : [])]
    different.push(...compared.filter(({ expected, actual }) => !isDeepStrictEqual(expected, actual)))
    // What follows the first differences follows from them.
    if (different.length > 3) break
  }
  expect(different).toEqual([])
  expect(transactions).toBeGreaterThanOrEqual(least)
})
