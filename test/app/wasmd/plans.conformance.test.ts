import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { parseRfc3339 } from '../../../src/codec/time.js'
import { readRecording, replaying } from './recording.js'

// Recorded by scripts/record-wasmd-plans.mjs from wasmd v0.61.14.
test.each(['needed', 'early'])('plans: the chain is equal to the real program, and stops with its text: %s', (name) => {
  const recording = readRecording(`fixtures/wasmd/plans-${name}-0.61.jsonl.br`)
  const { app, steps } = replaying(recording)
  const different: unknown[] = []
  let last = ''
  for (const { height, txs, events, roots } of steps) {
    // The node has nothing to prove of its last block.
    const isLast = height === recording.blocks.length
    const compared = [...txs, ...(isLast ? [] : roots), ...(height > 1 ? [events] : [])]
    different.push(...compared.filter(({ expected, actual }) => !isDeepStrictEqual(expected, actual)))
    last = recording.blocks[height - 1]!.time
  }
  expect(different).toEqual([])
  const { height, text } = recording.header.halted!
  expect(() => app.beginBlock({ height, time: parseRfc3339(last) + 1_000_000n })).toThrow(text)
})
