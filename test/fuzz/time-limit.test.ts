import { describe, expect, test } from 'vitest'
import type { ActionInput } from '../../src/sandbox/index.js'
import { runCampaign } from '../../src/fuzz/campaign.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import { shrinkStory } from '../../src/fuzz/shrink/shrink.js'
import { remembering } from '../../src/fuzz/shrink/shrink-file.js'
import { secondsLeft, TimeIsOver, TimeLimit } from '../../src/fuzz/time-limit.js'
import { started, vault, vaultCampaign } from './stories.js'

const often = (times: number): ActionInput => ({ action: 'repeat', times, do: vault.tick }) as ActionInput

describe('a limit', () => {
  test('refuses what no longer fits, and reserves time for reporting findings', async () => {
    let now = 0
    const limit = new TimeLimit()
    limit.begin(() => now, 1000)
    for (let i = 0; i < 10; i++) {
      limit.begins(vault.tick)
      now += 10
    }
    // Ten milliseconds each.
    expect(() => limit.begins(often(91))).toThrow(TimeIsOver)
    limit.begins(often(89))
    now += 890
    expect(limit.isOver).toBe(false)
    limit.reserve([vault.tick])
    expect(limit.isOver).toBe(true)
    expect(() => limit.begins(vault.tick)).toThrow(TimeIsOver)
    await limit.beyond(async () => limit.begins(often(1000)))
    expect(limit.isOver).toBe(false)
  })

  test('without an end never refuses', () => {
    expect(new TimeLimit().isOver).toBe(false)
    expect(() => new TimeLimit().begins(often(1_000_000))).not.toThrow()
  })
})

test('what is left of the seconds is what the preparation did not need', () => {
  expect(secondsLeft(undefined, 5, 'x.yaml')).toBeUndefined()
  expect(secondsLeft(60, 25, 'x.yaml')).toBe(35)
  expect(() => secondsLeft(10, 12.3, 'x.yaml')).toThrow(/the 10 seconds were over after 13, .*: no action sequence ran/)
})

test('shrinking ends in the middle of a run, with the smallest story so far', async () => {
  await started(vaultCampaign('p1'), async (start) => {
    const story = [vault.tick, vault.deposit('bob', 300, 'channel-1'), vault.relay, vault.deposit('alice', 12_345)]
    const whole = [...story, vault.timeOut, vault.relay]
    const memory = await remembering(start, whole)
    let now = 0
    let smallest = 0
    start.limit.begin(() => (now += 1), 40)
    const onSmaller = (actions: readonly unknown[]): void => void (smallest = actions.length)
    const smaller = await shrinkStory(start, memory, 'I1', whole, { onSmaller })
    expect(smaller?.steps).toHaveLength(smallest)
    expect(now).toBeLessThan(60)
    expect(start.limit.isOver).toBe(true)
  })
})

test('a campaign that is abandoned ends in the middle of an action sequence', async () => {
  let asked = 0
  const { actions, sequences } = await runCampaign(vaultCampaign(undefined, { length: 40 }), {
    seed: 1,
    budget: { sequences: 1000 },
    clock: () => 0,
    corpus: Corpus.open(undefined),
    abandon: () => ++asked > 60,
  })
  expect(actions).toBeGreaterThan(0)
  expect(actions).toBeLessThan(40)
  expect(sequences).toBeLessThan(4)
})

test('a failure found when the time is nearly over is reported all the same, with hardly any time beyond it', async () => {
  let now = 0
  const config = vaultCampaign('p1', { length: 6 })
  const whole = await runCampaign(config, {
    seed: 7,
    budget: { findings: 1 },
    clock: () => (now += 1),
    corpus: Corpus.open(undefined),
  })
  expect(whole.findings).toHaveLength(1)
  const needed = now
  for (const seconds of [needed / 1000, (0.6 * needed) / 1000]) {
    now = 0
    const clock = (): number => (now += 1)
    const part = await runCampaign(config, { seed: 7, budget: { seconds }, clock, corpus: Corpus.open(undefined) })
    expect(now).toBeLessThan(1000 * seconds + 60)
    for (const { lines } of part.findings) expect(lines.join('\n')).toContain('the first wrong step')
  }
}, 60_000)
