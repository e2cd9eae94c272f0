import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defineCampaign } from '../../../src/fuzz/config.js'
import { exceptionText } from '../../../src/fuzz/findings/exceptions.js'
import { findingOf } from '../../../src/fuzz/findings/finding.js'
import { layerChoices } from '../../../src/fuzz/layers/choices.js'
import { Memory, sceneOf, weightsOf } from '../../../src/fuzz/model/index.js'
import { RandomSource } from '../../../src/fuzz/random-source.js'
import { startCampaign, type Start } from '../../../src/fuzz/setup.js'
import { Story } from '../../../src/fuzz/story.js'
import type { ActionInput } from '../../../src/sandbox/index.js'
import { judged, started } from '../stories.js'

const campaign = (cron: readonly string[]) =>
  defineCampaign({
    title: 'schedules',
    actors: [
      { name: 'alice', funds: '1000000untrn' },
      { name: 'bank', chain: 'hub', funds: '1000000uatom' },
    ],
    setup: [
      {
        do: {
          action: 'tx',
          from: 'alice',
          messages: [
            { store: { wasm: { path: 'contracts/artifacts/callback_lab.wasm' } } },
            { instantiate: { codeId: 1, label: 'lab', msg: {}, funds: '100000untrn' } },
          ],
        },
      },
    ],
    contracts: [
      {
        label: 'lab',
        schema: 'contracts/artifacts/schema/callback_lab.json',
        messages: [{ msg: { act: { behaviour: 'succeed' } } }],
        cron: [...cron],
      },
    ],
  })

let start: Start
beforeAll(async () => {
  start = await startCampaign(campaign(['act', 'transfer']), false)
})
afterAll(async () => start.sandbox.close())

const scheduled = (msg: object, stage: 'BEGIN' | 'END' = 'END'): ActionInput => ({
  action: 'putRecord',
  module: 'cron',
  kind: 'schedule',
  record: {
    name: 'lab-1',
    period: '1',
    msgs: [{ contract: start.subjects[0]!.address, msg: JSON.stringify(msg) }],
    last_execute_height: '0',
    execution_stage: `EXECUTION_STAGE_${stage}_BLOCKER`,
  },
})
const acting = (behaviour: unknown) => ({ act: { behaviour } })
const block: ActionInput = { action: 'block' }
const ATOM = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'
const failing = { error: 'not today' }

describe('a scheduled run', () => {
  test.each(['BEGIN', 'END'] as const)('that fails is not settled: %s', async (stage) => {
    const broken = await judged(start, 'I2', [scheduled(acting(failing), stage), block])
    expect(broken?.verdict).toMatchObject({
      about: 'lab/cron:act',
      text: expect.stringMatching(/^scheduled act of lab failed \(\d+ gas\): not today/) as string,
      level: 'error',
    })
  })

  test('that fails in a message of its own is not settled either', async () => {
    const sends = { msg: { bank: { send: { to_address: 'nobody', amount: [{ denom: 'untrn', amount: '1' }] } } } }
    const broken = await judged(start, 'I2', [scheduled(acting({ submessages: [sends] })), block])
    expect(broken?.verdict.text).toMatch(/^scheduled act of lab failed .* decoding bech32 failed/)
  })

  test('that succeeds is settled', async () => {
    expect(await judged(start, 'I2', [scheduled(acting('succeed')), block])).toBeUndefined()
  })

  test('that fails too early is settled, if it succeeds later', async () => {
    const sends = { transfer: { channel: 'channel-0', to: 'nobody', amount: '5', denom: ATOM } }
    const coins: ActionInput = {
      action: 'tx',
      chain: 'hub',
      from: 'bank',
      messages: [{ ibcTransfer: { to: start.subjects[0]!.address, amount: '100uatom' } }],
    }
    expect((await judged(start, 'I2', [scheduled(sends), block]))?.verdict.about).toBe('lab/cron:transfer')
    expect(await judged(start, 'I2', [coins, scheduled(sends), block])).toBeUndefined()
  })

  test('that fails on purpose may be excepted, like other findings', async () => {
    const story = [scheduled(acting(failing)), block]
    const { exception, lines } = await findingOf(start, (await judged(start, 'I2', story))!.verdict, story, 1)
    expect(exceptionText(exception)).toBe(
      '{ invariant: I2, at: "lab/cron:act", reason: "scheduled act of lab failed" }',
    )
    expect(lines[0]).toBe(
      '1. governance schedules {"act":{"behaviour":{"error":"not today"}}} for the end of every block → lab fails on the schedule of act: not today (63,903 gas)',
    )
    await started({ ...campaign(['act']), except: [exception] }, async (other) => {
      expect(await judged(other, 'I2', story)).toBeUndefined()
    })
  })
})

test('no schedule is added, and no run is judged, unless the campaign names its message', async () => {
  await started(campaign([]), async (other) => {
    expect(await judged(other, 'I2', [scheduled(acting(failing)), block])).toBeUndefined()
    const random = new RandomSource(1)
    expect(layerChoices(sceneOf(await Story.begin(other), new Memory(other), weightsOf(random), random))).toEqual([])
  })
})

test('stories add schedules at both ends of blocks, with messages that worked', async () => {
  const random = new RandomSource(1)
  const scene = sceneOf(await Story.begin(start), new Memory(start), weightsOf(random), random)
  const made = Array.from({ length: 30 }, () => JSON.stringify(random.weighted(layerChoices(scene))?.()))
  expect(
    made.filter(
      (text) => text.includes('BEGIN_BLOCKER') && text.includes('"{\\"act\\":{\\"behaviour\\":\\"succeed\\"}}"'),
    ),
  ).not.toEqual([])
  expect(made.filter((text) => text.includes('END_BLOCKER') && text.includes('"{\\"transfer\\":{}}"'))).not.toEqual([])
})
