import { expect, test } from 'vitest'
import { remembering } from '../../../src/fuzz/shrink/shrink-file.js'
import { shrinkStory } from '../../../src/fuzz/shrink/shrink.js'
import type { ActionInput } from '../../../src/sandbox/index.js'
import { started, vault, vaultCampaign } from '../stories.js'

const { deposit, noFees, refuse, relay } = vault

/** The campaign of a faulty vault, with its claims as a function that counts how often it is asked. */
function counted(fault: string) {
  const config = vaultCampaign(fault)
  const asked = { times: 0 }
  const claims = (): Record<string, never> => {
    asked.times++
    return {}
  }
  return { config: { ...config, contracts: [{ ...config.contracts[0]!, claims }] }, asked }
}

/** How often claims are asked for when a story is judged again. */
async function askedFor(fault: string, invariant: string, story: readonly ActionInput[]): Promise<number> {
  const { config, asked } = counted(fault)
  return started(config, async (start) => {
    const memory = await remembering(start, story)
    const before = asked.times
    const broken = await shrinkStory(start, memory, invariant, story)
    expect(broken?.verdict.invariant).toBe(invariant)
    return asked.times - before
  })
}

test('claims are asked for while a violation is shrunk only if its invariant looks at them', async () => {
  expect(await askedFor('p10', 'I2', [deposit('bob'), relay, noFees, deposit('alice'), refuse])).toBe(0)
  expect(await askedFor('p1', 'I3', [deposit('bob'), relay, deposit('alice')])).toBeGreaterThan(0)
})
