import { expect, test } from 'vitest'
import { firstDifferences } from './replay.js'

test('queries: responses, their JSON, codes and texts are those of evmd, at each height', () => {
  expect(firstDifferences('queries')).toEqual({ different: [], equal: 25 })
})
