import { expect, test } from 'vitest'
import { firstDifferences } from './replay.js'

test('signatures over typed data: those of both forms count, in both modes and in a joint one, and what does not fit is refused', () => {
  expect(firstDifferences('signatures')).toEqual({ different: [], equal: 33 })
})
