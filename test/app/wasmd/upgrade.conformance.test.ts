import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { readRecording, replayed } from './recording.js'

const recording = readRecording('fixtures/wasmd/upgrade-0.61-0.70.jsonl.br')

test('a chain that goes on with 0.70 at the height of the plan is equal to the two real programs, before, at and after it', () => {
  const { height: planned } = recording.header.upgrade!
  const different: unknown[] = []
  const transactions = { before: 0, after: 0 }
  let blocksAfter = 0
  for (const { height, txs, events, roots } of replayed(recording)) {
    transactions[height < planned ? 'before' : 'after'] += txs.length
    if (height >= planned) blocksAfter++
    const compared = [...txs, ...roots, ...(height > 1 ? [events] : [])]
    different.push(...compared.filter(({ expected, actual }) => !isDeepStrictEqual(expected, actual)))
    if (different.length > 5) break
  }
  expect(different).toEqual([])
  expect(transactions.before).toBeGreaterThan(80)
  expect(transactions.after).toBeGreaterThan(80)
  expect(blocksAfter).toBeGreaterThan(50)
})
