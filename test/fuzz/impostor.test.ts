import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectFinding } from '../../src/fuzz/again.js'
import { readCampaign } from '../../src/fuzz/campaign-file.js'
import { runCampaign } from '../../src/fuzz/campaign.js'
import type { CampaignConfig } from '../../src/fuzz/config.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import { writeFinding } from '../../src/fuzz/findings/finding.js'
import { INVARIANTS } from '../../src/fuzz/invariants/index.js'
import { fixtureTests, type FixtureTest } from '../../src/replay/fixture-tests.js'
import { prepareCampaign } from '../../src/scaffold/campaign/index.js'
import { isOverImpostor } from '../../src/fuzz/impostor/conduct.js'
import { IMPOSTOR, IMPOSTOR_WASM } from '../../src/fuzz/impostor/impostor.js'
import { sending } from '../../src/fuzz/impostor/instructions.js'
import { executed, forging, intrudedBy, intruding, Memory, sceneOf, weightsOf } from '../../src/fuzz/model/index.js'
import { impostorChoices, ofItsOwner } from '../../src/fuzz/model/impostors.js'
import { lastOpening } from '../../src/fuzz/model/remote.js'
import { RandomSource } from '../../src/fuzz/random-source.js'
import { STRANGER, type Start } from '../../src/fuzz/setup.js'
import { readableLine } from '../../src/fuzz/step-text.js'
import { Story } from '../../src/fuzz/story.js'
import { toJsonBinary, type ActionInput, type Double, type Json } from '../../src/sandbox/index.js'
import { assemble } from '../vm/wat.js'
import { bridge, bridgeCampaign } from './bridge.js'
import { judged, started, vaultCampaign } from './stories.js'
import { campaignOfTwo, send } from './two-contracts.js'

const { transfer, relay } = bridge

/** The impostor begins a channel to a contract. */
const open = ({ sandbox }: Start, label: string, version: string): ActionInput => ({
  action: 'openChannel',
  chain: 'hub',
  connection: 'connection-0',
  port: `wasm.${sandbox.chain('hub')!.addressOf(IMPOSTOR)!}`,
  counterpartyPort: `wasm.${sandbox.chain('neutron')!.addressOf(label)!}`,
  version,
})
/** The impostor sends a packet over its first channel. */
const forge = (data: object): ActionInput =>
  sending('hub', STRANGER, {
    ibc: { send_packet: { channel_id: 'channel-2', data: toJsonBinary(data), timeout: { timestamp: LATER } } },
  })
const LATER = '4102444800000000000'

/** Does something in the middle of an action sequence of a campaign. */
const acting = (config: Parameters<typeof started>[0], work: (acting: Acting) => Promise<void>): Promise<void> =>
  started(config, async (start) => {
    const story = await Story.begin(start)
    const memory = new Memory(start)
    const random = new RandomSource(1)
    await work({
      start,
      memory,
      scene: () => sceneOf(story, memory, weightsOf(random), random),
      run: async (action) => {
        const step = await story.execute(action)
        memory.packets.learn(start, step)
        return readableLine(start, story.steps.length, step)
      },
    })
  })
interface Acting {
  readonly start: Start
  readonly memory: Memory
  readonly scene: () => ReturnType<typeof sceneOf>
  readonly run: (action: ActionInput) => Promise<string>
}

describe('the impostor', () => {
  test('is built from its source', () => {
    const bytes = Buffer.from(IMPOSTOR_WASM, 'base64')
    const assembled = assemble(readFileSync('src/fuzz/impostor/impostor.wat', 'utf8'))
    expect(Buffer.from(assembled.subarray(0, bytes.length)).toString('base64')).toBe(IMPOSTOR_WASM)
  })

  const whereIn = ({ sandbox }: Start): readonly string[] =>
    Object.values(sandbox.chains).flatMap(({ key, host }) => (host.addressOf(IMPOSTOR) === undefined ? [] : [key]))
  test('is where a channel of a contract leads, and nowhere else', async () => {
    const where = (config: Parameters<typeof started>[0]) => started(config, (start) => Promise.resolve(whereIn(start)))
    expect(await where(bridgeCampaign())).toEqual(['hub'])
    expect(await where(bridgeCampaign(undefined, { attacker: false }))).toEqual([])
    expect(await where(vaultCampaign())).toEqual([])
  })

  test('opens a channel, and sends packets like those of the honest one', () =>
    acting(bridgeCampaign(), async ({ start, memory, scene, run }) => {
      const [subject] = start.subjects
      await run(transfer('alice'))
      await run(relay)
      const opening = intruding(scene(), subject!)!
      expect(intrudedBy(start, opening)).toBe(subject)
      expect(await run(opening)).toMatch(/^3\. a channel opens between wasm\.impostor on hub and wasm\.bridge/)
      expect(memory.packets.of('bridge')).toHaveLength(1)
      const sent = Array.from({ length: 40 }, () => forging(scene(), subject!)!)
      const texts = await Promise.all(sent.slice(0, 1).map(run))
      expect(texts[0]).toMatch(/^4\. stranger on hub: has the impostor send \{"amount":/)
      const datas = sent.map((action) => {
        const { msg } = executed(action)! as unknown as {
          readonly msg: { readonly ok: { readonly messages: readonly Sent[] } }
        }
        return JSON.parse(Buffer.from(msg.ok.messages[0]!.msg.ibc.send_packet.data, 'base64').toString()) as Json
      })
      const own = `wasm.${start.sandbox.chain('hub')!.addressOf(IMPOSTOR)!}/channel-2/uglue`
      const receiver = start.sandbox.chain('neutron')!.addressOf(STRANGER)!
      expect(datas).toContainEqual(expect.objectContaining({ denom: own, receiver }))
      expect(datas).toContainEqual(expect.objectContaining({ denom: 'uglue' }))
      // Its channels are not the contract's own ones, and only the stranger uses them.
      expect(lastOpening(start, subject!)).toMatchObject({ counterpartyPort: 'transfer' })
      const recipe = { label: 'bridge', variant: 'transfer', from: 'alice', funds: '' }
      const over = (channel: string) =>
        ofItsOwner(scene(), subject!, { ...recipe, msg: { transfer: { channel } } }).from
      expect([over('channel-2'), over('channel-1')]).toEqual([STRANGER, 'alice'])
    }))

  test('gives up where its channels are refused', () =>
    acting(bridgeCampaign(), async ({ memory, scene }) => {
      await Promise.resolve()
      const weights = () =>
        impostorChoices({ ...scene(), weights: { ...scene().weights, strangers: 1 } }).map(([weight]) => weight)
      expect(weights()[0]).toBeGreaterThan(0)
      for (let times = 0; times < 3; times++) memory.refusesImpostor('bridge')
      expect(weights()).toEqual([0])
    }))

  test('opens a second channel after its first one closed, and no third', () =>
    acting(bridgeCampaign(), async ({ start, scene, run }) => {
      const [subject] = start.subjects
      const port = `wasm.${start.sandbox.chain('hub')!.addressOf(IMPOSTOR)!}`
      for (const channel of ['channel-2', 'channel-3']) {
        await run(intruding(scene(), subject!)!)
        await run({ action: 'closeChannel', chain: 'hub', port, channel })
        await run(relay)
      }
      expect(intruding(scene(), subject!)).toBeUndefined()
    }))
})
interface Sent {
  readonly msg: { readonly ibc: { readonly send_packet: { readonly data: string } } }
}

interface Received {
  readonly packet: { readonly data: string; readonly dest: { readonly channel_id: string } }
}
const acknowledged = { acknowledgement: toJsonBinary({ result: 'AQ==' }) }

/** Keeps deposits, and moves them when the other chain says so. @param checks whether it asks over which channel */
const keeper = (checks: boolean): Double => ({
  execute: ({ storage }, _env, { sender, funds }) => {
    storage.save(`of${sender}`, String(BigInt(storage.load<string>(`of${sender}`) ?? '0') + BigInt(funds[0]!.amount)))
  },
  ibc_packet_receive: ({ storage }, _env, msg) => {
    const { data, dest } = (msg as Received).packet
    if (checks && dest.channel_id !== 'channel-1') return { acknowledgement: toJsonBinary({ error: 'a stranger' }) }
    const { from, to } = JSON.parse(Buffer.from(data, 'base64').toString()) as {
      readonly from: string
      readonly to: string
    }
    storage.save(`of${to}`, storage.load<string>(`of${from}`)!)
    storage.save(`of${from}`, '0')
    return acknowledged
  },
  query: ({ storage }, _env, msg) => ({
    denom: 'untrn',
    amount: storage.load<string>(`of${(msg as { readonly of: string }).of}`) ?? '0',
  }),
})

/** Credits what arrives as vouchers of the channel. @param name of a voucher */
const crediting = (name: (channel: string, denom: string) => string): Double => ({
  ibc_packet_receive: ({ storage }, _env, msg) => {
    const { data, dest } = (msg as Received).packet
    const { denom, amount, receiver } = JSON.parse(Buffer.from(data, 'base64').toString()) as Readonly<
      Record<string, string>
    >
    storage.save(`of${receiver!}`, [{ denom: name(dest.channel_id, denom!), amount }])
    return acknowledged
  },
  query: ({ storage }, _env, msg) => storage.load<Json>(`of${(msg as { readonly of: string }).of}`) ?? [],
})

/** What of a story with a channel of the impostor breaks I1. */
const broken = (here: Double, story: (start: Start) => readonly ActionInput[]) =>
  started(campaignOfTwo(here, {}, {}, { claims: { query: { of: '${actor}' } } }), async (start) => {
    const actions = [send('here', { funds: '50untrn' }), open(start, 'here', 'v1'), ...story(start), relay]
    return (await judged(start, 'I1', actions))?.verdict
  })
const addressOf = ({ sandbox }: Start, name: string): string => sandbox.chain('neutron')!.addressOf(name)!

describe('what the impostor sends over its own channel', () => {
  const taking = (start: Start) => [forge({ from: addressOf(start, 'alice'), to: addressOf(start, STRANGER) })]

  test('must not take what others may claim', async () => {
    expect(await broken(keeper(false), taking)).toMatchObject({
      level: 'error',
      account: 'alice',
      about: 'here/ibc_packet_receive',
      text: expect.stringMatching(
        /alice lost 50 of neutron:untrn by a packet that the stranger sent over a channel of its own/,
      ) as string,
    })
    expect(await broken(keeper(true), taking)).toBeUndefined()
  })

  test('is not judged where somebody else named the channel, also before it opens', async () => {
    const trusting = (start: Start) => [
      send('here', { funds: '50untrn', msg: { allow: toJsonBinary({ channels: ['channel-2'] }) } }),
      ...taking(start),
    ]
    expect(await broken(keeper(false), trusting)).toBeUndefined()
  })

  test('is no lie of an honest counterparty', async () => {
    await started(campaignOfTwo(keeper(true), {}), async (start) => {
      const story = await Story.begin(start)
      await story.execute(open(start, 'here', 'v1'))
      const port = `wasm.${addressOf(start, 'here')}`
      const over = (channel: string) =>
        isOverImpostor(start, { action: 'relay', filter: { from: 'neutron', port, channel } })
      expect([over('channel-2'), over('channel-1')]).toEqual([true, false])
    })
  })

  test('may be credited under the name of its channel, but not as coins that there are', async () => {
    const crediter = (start: Start) => [forge({ denom: 'gold', amount: '70', receiver: addressOf(start, STRANGER) })]
    const here = (name: Parameters<typeof crediting>[0]): Double => ({ ...crediting(name), execute: () => undefined })
    expect(
      await broken(
        here((channel, denom) => `${channel}/${denom}`),
        crediter,
      ),
    ).toBeUndefined()
    expect(
      await broken(
        here((_channel, denom) => denom),
        crediter,
      ),
    ).toMatchObject({ level: 'error', asset: 'neutron:gold' })
  })
})

describe('a bridge that pays vouchers of any channel', () => {
  const invariants = Object.fromEntries(INVARIANTS.map(({ id }) => [id, id === 'I1']))
  const found = async (config: CampaignConfig, seed: number, sequences: number) => {
    const budget = { sequences, findings: 1 }
    const options = { seed, budget, clock: () => 0, corpus: Corpus.open(undefined) }
    return (await runCampaign({ ...config, invariants }, options)).findings
  }
  let folder: string
  beforeAll(() => void (folder = mkdtempSync(join(process.cwd(), 'node_modules/.cache/impostor-'))))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('is found by the impostor, and the finding replays; one with a book for each channel has no finding', async () => {
    const more = { found: folder, length: 12 }
    const [finding] = await found(bridgeCampaign('f7', more), 2, 40)
    expect(finding).toMatchObject({
      invariant: 'I1',
      level: 'error',
      about: 'bridge/ibc_packet_receive',
      text: expect.stringMatching(/uglue less than the vouchers and transfers of others that they back/) as string,
    })
    const file = join(folder, 'found.json')
    writeFinding({ ...finding!, file })
    const [{ run }] = fixtureTests([file], {}, (fixture, name) => expectFinding(fixture, name)) as [FixtureTest]
    await expect(run()).rejects.toThrow(/I1 still violated: the contracts have/)
    expect(await found(bridgeCampaign(undefined, more), 2, 25)).toEqual([])
  }, 300_000)

  test('is found from its bytes alone', async () => {
    const out = join(folder, 'campaign.yaml')
    await prepareCampaign({ wasms: ['contracts/artifacts/coin_bridge_f7.wasm'], out, onStep: () => {} })
    const [finding] = await found(await readCampaign(out, { trust: true }), 1, 20)
    expect(finding).toMatchObject({ invariant: 'I1', about: 'coin_bridge_f7/ibc_packet_receive' })
  }, 300_000)
})
