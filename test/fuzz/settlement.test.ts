import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectFinding } from '../../src/fuzz/again.js'
import { runCampaign } from '../../src/fuzz/campaign.js'
import type { CampaignConfigInput } from '../../src/fuzz/config.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import { findingOf, writeFinding } from '../../src/fuzz/findings/finding.js'
import { INVARIANTS, type Situation } from '../../src/fuzz/invariants/index.js'
import { Memory, nextAction, sceneOf, weightsOf } from '../../src/fuzz/model/index.js'
import { RandomSource } from '../../src/fuzz/random-source.js'
import { startCampaign, type Start } from '../../src/fuzz/setup.js'
import { Story } from '../../src/fuzz/story.js'
import { fixtureTests, type FixtureTest } from '../../src/replay/fixture-tests.js'
import type { StoryView } from '../../src/fuzz/view.js'
import type { ActionInput } from '../../src/sandbox/index.js'
import { bridge, bridgeCampaign } from './bridge.js'
import { bankDenom } from '../../src/modules/transfer/index.js'
import { judged, started } from './stories.js'

const { transfer, back, close, open, relay, refuse, execute } = bridge

/** The shortest story of each fault, and the invariant that it breaks there and not in the clean bridge. */
const FAULTS: readonly (readonly [fault: string, invariant: string, story: readonly ActionInput[], text: RegExp])[] = [
  ['f1', 'I2', [transfer('alice'), refuse], /callback ibc_packet_ack of bridge failed .*; the packet stays open/],
  ['f2', 'I3', [transfer('alice')], /a timeout was not neutral: alice has 949900/],
  ['f3', 'I3', [transfer('alice'), transfer('bob', 7)], /an error was not neutral: alice has 949900 .* 950000/],
  ['f4', 'I4', [transfer('alice'), relay, close, open], /transfer succeeded before, and now fails/],
  [
    'f5',
    'I8',
    [back(300), execute],
    /message 1, which transfers value, failed, but the state of the contracts is the same/,
  ],
  [
    'f5',
    'I8',
    [back(300), relay],
    /message 1, which transfers value, failed, but the state of the contracts is the same/,
  ],
  ['f6', 'I13', [transfer('alice')], /after an error, bridge still has "waiting.*" as while the request was pending/],
]

describe('each planted fault breaks an invariant that the clean bridge keeps', () => {
  let clean: Start
  beforeAll(async () => {
    clean = await startCampaign(bridgeCampaign(), false)
  })
  afterAll(async () => clean.sandbox.close())

  test.each(FAULTS)('%s: %s', async (fault, invariant, story, text) => {
    const broken = await started(bridgeCampaign(fault), (start) => judged(start, invariant, story))
    expect(broken?.verdict).toMatchObject({ invariant, level: 'error', text: expect.stringMatching(text) as string })
    expect(await judged(clean, invariant, story)).toBeUndefined()
  })
})

test('a failed child is blamed on the callback that it belongs to, whatever is called behind it', async () => {
  const broken = await started(bridgeCampaign('f5'), (start) =>
    judged(start, 'I8', [back(300), transfer('alice'), relay]),
  )
  expect(broken?.verdict.about).toBe('bridge/ibc_packet_receive')
})

test('what the bridge keeps for vouchers is not its own, wherever they are', async () => {
  await started(bridgeCampaign(), async (start) => {
    const { sandbox, subjects } = start
    const inside = () => story.state.balances.inside.get('neutron:uglue')
    const story = await Story.begin(start)
    expect(inside()).toBe(0n)
    for (const action of [transfer('alice'), execute, relay, back(60), relay, transfer('bob'), refuse]) {
      await story.execute(action)
      expect(inside()).toBe(0n)
    }
    const { app } = sandbox.chains.neutron.host
    app.runInBlock((ctx) =>
      app.keepers.bank.setBalance(ctx, app.address(subjects[0]!.address), { denom: 'uglue', amount: 50_000n }),
    )
    await story.execute({ action: 'block', chain: 'neutron' })
    // 50,000 and 100 went out, and 60 came back.
    expect(inside()).toBe(-40n)
    const situation = { start, story, excused: () => false } as unknown as Situation
    expect(await INVARIANTS.find(({ id }) => id === 'I1')!.judge(situation)).toMatchObject({
      text: 'the contracts have 40 of neutron:uglue less than the vouchers and transfers of others that they back',
    })
  })
})

test('a voucher that a contract sends on under its own name stays the coin that it represents', async () => {
  await started(bridgeCampaign(), async (start) => {
    const { sandbox, ledger } = start
    const { hub, neutron } = sandbox.chains
    const story = await Story.begin(start)
    await story.execute({
      ...back(5),
      messages: [{ ibcTransfer: { to: neutron.addressOf('alice')!, amount: '5uatom' } }],
    } as ActionInput)
    await story.execute(relay)
    const atom = neutron.balances('alice').find(({ denom }) => denom.startsWith('ibc/'))!.denom
    const sentOn = { base: atom, trace: [{ portId: 'transfer', channelId: 'channel-1' }] }
    const { app } = hub.host
    app.runInBlock((ctx) => app.ibc.transfer.setDenom(ctx, sentOn))
    expect(ledger.assetOf('hub', bankDenom(sentOn))).toBe('hub:uatom')
  })
})

test('people of the other chain send what they have, and channels close and open', async () => {
  const actions: ActionInput[] = []
  await started(bridgeCampaign(), async (start) => {
    const random = new RandomSource(5)
    const memory = new Memory(start)
    const story = await Story.begin(start)
    for (let i = 0; i < 400; i++) {
      const weights = { ...weightsOf(random), channels: 5, strangers: 5, users: 0, params: 0, faults: 0 }
      const action = nextAction(sceneOf(story, memory, weights, random))
      if (action === undefined) continue
      actions.push(action)
      if (action.action === 'closeChannel' || action.action === 'openChannel') await story.execute(action)
    }
  })
  const kinds = new Set(actions.map(({ action }) => action))
  expect([...kinds]).toEqual(expect.arrayContaining(['openChannel', 'closeChannel']))
  const transfers = actions.flatMap((action) => (action.action === 'tx' ? action.messages : []))
  const sent = transfers.flatMap((message) => ('ibcTransfer' in message ? [message.ibcTransfer] : []))
  expect(sent.some(({ amount }) => amount.includes('ibc/'))).toBe(true)
  expect(sent.some(({ amount }) => amount.includes('uatom'))).toBe(true)
  expect(sent.some(({ to }) => ['nobody', 'cosmos1', '../..', '0'].includes(to))).toBe(true)
  expect(sent.some(({ to }) => to.startsWith('neutron1'))).toBe(true)
})

const except = (...all: NonNullable<CampaignConfigInput['except']>) => ({ except: all })

describe('an exception', () => {
  const story = [transfer('alice'), refuse]
  test.each([
    ['of the place', { invariant: 'I2', at: 'bridge/ibc_packet_ack' }, true],
    ['of the reason', { invariant: 'I2', reason: 'unknown variant' }, true],
    ['of another place', { invariant: 'I2', at: 'bridge/ibc_packet_timeout', reason: 'unknown variant' }, false],
    ['of another reason', { invariant: 'I2', at: 'bridge/ibc_packet_ack', reason: 'out of gas' }, false],
    ['of another invariant', { invariant: 'I1', at: 'bridge/ibc_packet_ack' }, false],
  ])('%s', async (_, exception, holds) => {
    const found = await started(bridgeCampaign('f1', except(exception)), (start) => judged(start, 'I2', story))
    expect(found === undefined).toBe(holds)
  })

  test('names an invariant, and a place or a reason', () => {
    expect(() => bridgeCampaign('f1', except({ invariant: 'I77', at: 'x' }))).toThrow(
      /"I77", which is not an invariant/,
    )
    expect(() => bridgeCampaign('f1', except({ invariant: 'I2' }))).toThrow(/needs `at`, `reason`, or both/)
  })
})

test('a packet whose settlement a contract refuses keeps nothing else from being judged', async () => {
  await started(bridgeCampaign('f1'), async (start) => {
    const story = await Story.begin(start)
    for (const action of [transfer('alice'), refuse, transfer('bob')]) await story.execute(action)
    expect(story.state).toMatchObject({
      atRest: false,
      stuck: new Set(['neutron/wasm.x/channel-1/2'.replace('x', start.subjects[0]!.address)]),
    })
    await story.execute({ action: 'relay', filter: { sequence: '3' } })
    expect(story.state.atRest).toBe(true)
  })
})

describe('several findings of one run', () => {
  const own = [
    {
      name: 'silence',
      check: (_: unknown, { steps }: StoryView) => (steps.at(-1)!.sent.length > 0 ? 'a packet' : undefined),
    },
  ]
  const run = (sequences: number, more: Partial<CampaignConfigInput> = {}, findings?: number) =>
    runCampaign(bridgeCampaign('f2', { length: 6, invariants: { I4: false }, own, ...more }), {
      seed: 3,
      budget: { sequences, ...(findings !== undefined && { findings }) },
      clock: () => 0,
      corpus: Corpus.open(undefined),
    })

  test('each have another cause; a budget of one ends the run; excepted ones do not count', async () => {
    const { findings } = await run(6)
    expect(findings.map(({ invariant, about }) => `${invariant} ${about}`)).toEqual(
      expect.arrayContaining(['silence undefined', 'I3 bridge/ibc_packet_timeout']),
    )
    expect(new Set(findings.map(({ cluster }) => cluster)).size).toBe(findings.length)
    expect((await run(6, {}, 1)).findings).toHaveLength(1)
    const meant = await run(6, { except: findings.map(({ exception }) => exception) })
    const clusters = new Set(findings.map(({ cluster }) => cluster))
    expect(meant.findings.filter(({ cluster }) => clusters.has(cluster))).toEqual([])
  })
})

describe('a finding is a test that fails while the bug is there, and passes once it is fixed', () => {
  const story = [transfer('alice')]
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(process.cwd(), 'node_modules/.cache/found-'))
    await started(bridgeCampaign('f2'), async (start) => {
      const broken = (await judged(start, 'I3', story))!
      const finding = await findingOf(start, broken.verdict, story, 1, join(folder, 'faulty.json'))
      expect(finding.lines.filter((line) => line.endsWith('← the first wrong step'))).toMatchObject([
        expect.stringMatching(/^3\. the relayer delivers .* → bridge accepts the timeout/),
      ])
      writeFinding(finding)
    })
    const text = readFileSync(join(folder, 'faulty.json'), 'utf8')
    const mended = text.replace('coin_bridge_f2.wasm', 'coin_bridge.wasm').replace(/,\s*"sha256": "\w+"/, '')
    writeFileSync(join(folder, 'mended.json'), mended)
    writeFileSync(join(folder, 'lost.json'), text.replace('coin-bridge.json', 'no-such.json'))
    for (const name of ['faulty', 'mended'])
      writeFileSync(
        join(folder, `${name}-known.json`),
        readFileSync(join(folder, `${name}.json`), 'utf8').replace('"expect": "kept"', '"expect": "broken"'),
      )
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each([
    ['faulty', /I3 still violated: a round trip that ended in a timeout/],
    ['mended', undefined],
    ['faulty-known', undefined],
    ['mended-known', /I3 no longer violated, but the fixture expects a violation/],
    ['lost', /I3 was not checked/],
  ])('%s', async (name, text) => {
    const [{ run }] = fixtureTests([join(folder, `${name}.json`)], {}, (fixture, file) =>
      expectFinding(fixture, file),
    ) as [FixtureTest]
    if (text === undefined) await run()
    else await expect(run()).rejects.toThrow(text)
  })
})
