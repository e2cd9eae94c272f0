import { expect, test } from 'vitest'
import { remembering } from '../../../src/fuzz/shrink/shrink-file.js'
import { shrinkStory } from '../../../src/fuzz/shrink/shrink.js'
import type { ActionInput } from '../../../src/sandbox/index.js'
import { started, vault, vaultCampaign } from '../stories.js'

const { deposit, refuse, noFees } = vault

/** How often claims are asked for when the smallest story of a violation is judged once, and when all smaller ones are tried too. */
async function askedFor(fault: string, invariant: string, story: readonly ActionInput[]) {
  const config = vaultCampaign(fault)
  let asked = 0
  const claims = (): Record<string, never> => {
    asked++
    return {}
  }
  return started({ ...config, contracts: [{ ...config.contracts[0]!, claims }] }, async (start) => {
    const memory = await remembering(start, story)
    const shrunk = await shrinkStory(start, memory, invariant, story)
    const smallest = shrunk!.steps.map(({ action }) => action as ActionInput)
    const askedIn = async (sequences: number): Promise<number> => {
      const before = asked
      expect((await shrinkStory(start, memory, invariant, smallest, { sequences }))!.steps).toHaveLength(
        smallest.length,
      )
      return asked - before
    }
    return { once: await askedIn(1), all: await askedIn(100) }
  })
}

test('tries that come to nothing ask for no claims if the invariant looks at none', async () => {
  const settled = await askedFor('p10', 'I2', [noFees, deposit('alice'), refuse])
  expect(settled.all).toBe(settled.once)
})
