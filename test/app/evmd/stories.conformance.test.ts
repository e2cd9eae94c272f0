import { expect, test } from 'vitest'
import { recordings } from '../../modules/evm/recording.js'
import { firstDifferencesOf } from './replay.js'

// One chain of each theme: replaying all takes some ten seconds.
test.each(recordings('fixtures/evmd/stories.jsonl.br').map((one) => [one.header.theme, one] as const))(
  'random blocks, most about %s: gas, codes, texts, data and events of all transactions and all roots are those of evmd',
  (_, one) => {
    expect(firstDifferencesOf(one)).toEqual({ different: [], equal: one.blocks.length })
  },
)
