import { afterAll, beforeAll, describe, expect } from 'vitest'
import { differenceOfPaths } from '../../../src/fuzz/paths/index.js'
import { startCampaign, type Start } from '../../../src/fuzz/setup.js'
import { fc, property, runs } from '../../random.js'
import { CAMPAIGNS, randomStory } from './random-stories.js'

describe.each(CAMPAIGNS.map((config) => [config.title, config] as const))('%s', (_, config) => {
  let start: Start
  beforeAll(async () => {
    start = await startCampaign(config, false)
  })
  afterAll(async () => start.sandbox.close())

  property([fc.integer({ min: 0, max: 2 ** 32 - 1 })], { numRuns: runs(5), endOnFailure: true })(
    'contracts observe the same on the light and on the exact path',
    async (seed) => {
      expect(await differenceOfPaths(start, await randomStory(start, seed))).toBeUndefined()
    },
    120_000 * runs(1),
  )
})
