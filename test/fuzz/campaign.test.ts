import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCampaign, type CampaignReport } from '../../src/fuzz/campaign.js'
import { defineCampaign, type CampaignConfig, type CampaignConfigInput } from '../../src/fuzz/config.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import { campaign, CampaignFailure } from '../../src/fuzz/in-test.js'
import { shrinkStory } from '../../src/fuzz/shrink/shrink.js'
import { remembering } from '../../src/fuzz/shrink/shrink-file.js'
import { replay, readFixture } from '../../src/replay/index.js'
import { FixtureError, UsageError } from '../../src/sandbox/index.js'
import { started, vault, vaultCampaign } from './stories.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'campaign-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = (
  config: CampaignConfig,
  sequences: number,
  seed = 7,
  corpus = Corpus.open(undefined),
  findings?: number,
): Promise<CampaignReport> =>
  runCampaign(config, {
    seed,
    budget: { sequences, ...(findings !== undefined && { findings }) },
    clock: () => 0,
    corpus,
  })

/** Runs a campaign until it finds something. */
const find = (config: CampaignConfig): Promise<CampaignReport> => run(config, 20, 7, undefined, 1)

describe('stories', () => {
  test('are determined by the seed', async () => {
    const kept: string[] = []
    for (const seed of [7, 7, 8]) {
      const corpus = Corpus.open(undefined)
      await run(vaultCampaign(undefined, { length: 4, invariants: { I4: false } }), 1, seed, corpus)
      kept.push(JSON.stringify(corpus.stories))
    }
    expect(kept[0]).toBe(kept[1])
    expect(kept[2]).not.toBe(kept[0])
    expect(JSON.parse(kept[0]!)).not.toHaveLength(0)
  })

  test('shrink to the actions that break the invariant, whatever is beside them', async () => {
    const { deposit, relay, timeOut, tick } = vault
    const noise = [deposit('bob', 300, 'channel-1'), relay, tick, { action: 'advance', seconds: 60 } as const]
    await started(vaultCampaign('p1'), async (start) => {
      const story = [...noise, deposit('alice', 12_345), timeOut, relay]
      const smaller = await shrinkStory(start, await remembering(start, story), 'I1', story)
      expect(smaller?.verdict.invariant).toBe('I1')
      expect(smaller?.steps.map(({ action }) => action.action)).toEqual(['tx', 'skipPastTimeout', 'relay'])
      expect(JSON.stringify(smaller?.steps[0]?.action)).toMatch(/"1ibc/)
    })
  })
})

test('a campaign ends in the middle of a story when its time is over', async () => {
  let now = 0
  const clock = (): number => (now += 100)
  const config = vaultCampaign(undefined, { length: 100, invariants: { I4: false } })
  const report = await runCampaign(config, { seed: 7, budget: { seconds: 1.5 }, clock, corpus: Corpus.open(undefined) })
  // Each step asks at least once.
  expect(report.actions).toBeLessThan(15)
  expect(report.sequences).toBe(0)
})

test('a failure that is found fails the test, is written, replays, and is reported again until it is fixed', async () => {
  const faulty = vaultCampaign('p1', { found: folder })
  const first = await campaign(faulty, { sequences: 40, findings: 1 }).catch((error: unknown) => error)
  expect(first).toBeInstanceOf(CampaignFailure)
  const failure = first as CampaignFailure
  const [finding] = failure.findings
  expect(finding!.actions.length).toBeLessThanOrEqual(3)
  expect(failure.message).toMatch(/remote vault: I\d, /)
  expect(failure.message).toMatch(/1\. \w+: vault .*before:.*alice: 2000000 hub:uatom.*after:.*seed: 1.*fixture: /s)

  const [name] = readdirSync(folder)
  expect(name).toMatch(/^remote-vault-I\d+-[0-9a-f]{8}\.json$/)
  const file = join(folder, name!)
  expect(await replay(readFixture(file), file)).toMatchObject({ passed: true })

  const again = await campaign(faulty, { sequences: 0 }).catch((error: unknown) => error)
  expect(again).toBeInstanceOf(CampaignFailure)
  expect((again as CampaignFailure).findings[0]).toMatchObject({ invariant: finding!.invariant, file })
  expect(await campaign(vaultCampaign(undefined, { found: folder }), { sequences: 1 })).toMatchObject({ findings: [] })
})

describe('invariants of your own', () => {
  test('fail with their text, or by name when they throw', async () => {
    const own = (check: CampaignConfig['own'][number]['check']): CampaignConfig =>
      vaultCampaign(undefined, { own: [{ name: 'mine', check }] })
    const says = await find(own((_, { steps }) => (steps.at(-1)!.sent.length > 0 ? 'a packet went out' : undefined)))
    expect(says.findings).toMatchObject([{ invariant: 'mine', text: 'a packet went out' }])
    expect(says.findings[0]!.actions).toHaveLength(1)
    const throws = await find(
      own(() => {
        throw new Error('of mine')
      }),
    )
    expect(throws.findings).toMatchObject([{ invariant: 'mine', text: 'the invariant itself threw: of mine' }])
  })
})

describe('a campaign', () => {
  const { contracts, ...rest } = vaultCampaign()

  test('warns when it does not know what actors may claim', async () => {
    const { claims: _, ...silent } = contracts[0]!
    const report = await run({ ...rest, contracts: [silent] }, 1)
    expect(report.warnings).toMatchObject([expect.stringMatching(/does not say what actors may claim from "vault"/)])
    expect((await run(vaultCampaign(), 1)).warnings).toEqual([])
  })

  const base: CampaignConfigInput = {
    title: 'none',
    actors: [{ name: 'alice' }],
    setup: [{ do: { action: 'block' } }],
    contracts: [{ label: 'lab', schema: 'contracts/artifacts/schema/callback_lab.json' }],
  }
  test('names what is wrong in it', async () => {
    expect(() => defineCampaign({ ...base, actors: [] })).toThrow(/not a campaign.*at \/actors/s)
    expect(() => defineCampaign({ ...base, lenght: 3 } as never)).toThrow(/unknown member "lenght"/)
    expect(() => defineCampaign({ ...base, invariants: { I99: true } } as never, 'c.json')).toThrow(FixtureError)
    expect(() => defineCampaign({ ...base, actors: [{ name: 'alice' }, { name: 'alice' }] })).toThrow(
      /uses a name more than once/,
    )
    await expect(run(defineCampaign(base), 1)).rejects.toThrow(/the setup instantiates no contract "lab"/)
    const failing = {
      ...base,
      setup: [{ do: { action: 'tx', from: 'nobody', messages: [{ clearAdmin: { contract: 'x' } }] } }],
    }
    await expect(run(defineCampaign(failing as CampaignConfigInput), 1)).rejects.toThrow(FixtureError)
  })

  test('refuses responses that are not claims', async () => {
    const claims = { query: { claims: { actor: '${actor}' } }, at: '' }
    const wrong = { query: { nothing: {} }, at: '' }
    const asking = (how: { readonly query: object; readonly at: string }): CampaignConfig => ({
      ...rest,
      contracts: [{ ...contracts[0]!, claims: how as typeof claims }],
    })
    await expect(run(asking(wrong), 1)).rejects.toThrow(/the query for what alice may claim of "vault" fails/)
    await expect(run(asking(wrong), 1)).rejects.toThrow(UsageError)
    await expect(run(asking(claims), 1)).rejects.toThrow(/the response of "vault" about alice has no amount/)
    const throwing = () => {
      throw new Error('of mine')
    }
    await expect(run({ ...rest, contracts: [{ ...contracts[0]!, claims: throwing }] }, 1)).rejects.toThrow(
      /the claims of "vault" cannot be read: of mine/,
    )
  })
})
