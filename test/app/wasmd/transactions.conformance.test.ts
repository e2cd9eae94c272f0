import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { readRecording, replayed, type Compared } from './recording.js'

test.each([
  ['stock', 'wasmd', 100],
  ['neutron', 'refusedLate', 25],
  ['accepted', 'accepted', 25],
] as const)('each field of a transaction counts as on a chain of wasmd’s app: %s', (name, rule, least) => {
  const compared: Compared[] = []
  const replay = replayed(readRecording(`fixtures/wasmd/transactions-${name}.jsonl.br`), rule)
  for (const { height, txs, asides, events, roots } of replay)
    compared.push(...txs, ...asides, ...roots, ...(height > 1 ? [events] : []))
  expect(compared.filter(({ expected, actual }) => !isDeepStrictEqual(expected, actual))).toEqual([])
  expect(compared.length).toBeGreaterThan(least)
})
