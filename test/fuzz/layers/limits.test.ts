import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import wabt from 'wabt'
import { fromBase64 } from '../../../src/base/bytes.js'
import { bankDenom } from '../../../src/modules/transfer/index.js'
import { INVARIANTS, type Situation } from '../../../src/fuzz/invariants/index.js'
import { limitChoices } from '../../../src/fuzz/layers/limits.js'
import { LIMITER_WASM } from '../../../src/fuzz/layers/limiter.js'
import { Memory, sceneOf, weightsOf } from '../../../src/fuzz/model/index.js'
import { RandomSource } from '../../../src/fuzz/random-source.js'
import { startCampaign, type Start } from '../../../src/fuzz/setup.js'
import { lineOf } from '../../../src/fuzz/step-text.js'
import { Story } from '../../../src/fuzz/story.js'
import type { ActionInput } from '../../../src/sandbox/index.js'
import { judged, started } from '../stories.js'
import { labOnThree } from './three.js'

let start: Start
beforeAll(async () => {
  start = await startCampaign(labOnThree(), false)
})
afterAll(async () => start.sandbox.close())

const limit = (rule: object): ActionInput => ({
  action: 'tx',
  from: 'stranger',
  messages: [{ execute: { contract: 'rate-limiter', msg: rule } }],
})
const transfer = (chain: string, from: string, amount: string, to = 'nobody'): ActionInput => ({
  action: 'tx',
  chain,
  from,
  messages: [{ ibcTransfer: { to, amount } }],
})
const relay: ActionInput = { action: 'relay' }
const UATOM = bankDenom({ base: 'uatom', trace: [{ portId: 'transfer', channelId: 'channel-0' }] })

test('the contract is its source', async () => {
  const assembler = await wabt()
  const source = assembler.parseWat('limiter.wat', readFileSync('src/fuzz/layers/limiter.wat', 'utf8'))
  expect(Buffer.from(source.toBinary({}).buffer).toString('base64')).toBe(LIMITER_WASM)
  expect(fromBase64(LIMITER_WASM)).toHaveLength(708)
})

describe('a rate limit', () => {
  test('refuses nothing at first, then one denomination, then nothing again', async () => {
    const story = await Story.begin(start)
    const sends = async (amount: string) => (await story.execute(transfer('neutron', 'alice', amount))).error
    expect(await sends('1untrn')).toBeUndefined()
    await story.execute(limit({ send_packet: 'transfer/channel-0/uatom' }))
    expect(lineOf(1, story.last)).toBe('1. the rate limit refuses to let out transfer/channel-0/uatom')
    expect(await sends('1untrn')).toBeUndefined()
    expect((await sends(`1${UATOM}`))?.message).toMatch(/failed to authorize transfer: rate limit exceeded/)
    await story.execute(limit({}))
    expect(lineOf(1, story.last)).toBe('1. the rate limit refuses nothing')
    expect(await sends(`1${UATOM}`)).toBeUndefined()
  })

  test('refuses what arrives, which is refunded', async () => {
    const story = await Story.begin(start)
    const { address } = start.sandbox.chains.neutron.host.keyOf('alice')
    await story.execute(limit({ recv_packet: 'uatom' }))
    await story.execute(transfer('hub', 'bank', '5uatom', address))
    await story.execute(relay)
    expect(story.state.balances.actors).toEqual(story.states[0]!.balances.actors)
    expect(story.last.results.at(-1)).toMatchObject({ kind: 'ack' })
  })

  test('refuses the notification of a refund, which is made all the same', async () => {
    const story = await Story.begin(start)
    await story.execute(limit({ undo_send: 'untrn' }))
    await story.execute(transfer('neutron', 'alice', '5untrn'))
    await story.execute(relay)
    expect(story.last.results.flatMap(({ events }) => events.map(({ type }) => type))).toContain('bad_revert')
    expect(story.state.balances.actors).toEqual(story.states[0]!.balances.actors)
  })
})

/** The laboratory sends coins again when a packet times out. */
const sendsAgain: readonly ActionInput[] = (() => {
  const lab = (msg: object, funds = ''): ActionInput => ({
    action: 'tx',
    from: 'alice',
    messages: [{ execute: { contract: 'lab', msg: msg, funds } }],
  })
  const transferMsg = { transfer: { channel: 'channel-0', to: 'nobody', amount: '1' } }
  const again = {
    wasm: {
      execute: {
        contract_addr: 'neutron14hj2tavq8fpesdwxxcu44rty3hh90vhujrvcmstl4zr3txmfvw9s5c2epq',
        msg: Buffer.from(JSON.stringify(transferMsg)).toString('base64'),
        funds: [],
      },
    },
  }
  return [
    lab({ configure: { callback: 'timeout', behaviour: { submessages: [{ msg: again }] } } }),
    lab(transferMsg, '20000untrn'),
    limit({ send_packet: 'untrn' }),
    { action: 'skipPastTimeout', chain: 'hub' },
    relay,
  ]
})()

test('a callback that fails at a rate limit is settled once the limit is gone, if the contract can resubmit it', async () => {
  const broken = await judged(start, 'I2', sendsAgain)
  expect(broken?.verdict.text).toMatch(/^callback timeout of lab failed .*rate limit exceeded/)
  const [contract] = labOnThree().contracts
  const resubmit = { resubmit: { failure_id: '${failure_id}' } }
  await started(labOnThree({ contracts: [{ ...contract!, resubmit }] }), async (other) => {
    expect(await judged(other, 'I2', sendsAgain)).toBeUndefined()
  })
})

test('stories set limits on packets in flight and lift them, and check for no dead end meanwhile', async () => {
  const story = await Story.begin(start)
  const texts = () => {
    const random = new RandomSource(1)
    const scene = sceneOf(story, new Memory(start), weightsOf(random), random)
    const actions = Array.from({ length: 60 }, () => random.weighted(limitChoices(scene))?.())
    return new Set(
      actions.flatMap((action) => JSON.stringify(action ?? null).match(/(?<="rate-limiter","msg":)\{[^}]*\}/) ?? []),
    )
  }
  await story.execute(transfer('neutron', 'alice', '5untrn'))
  await story.execute(transfer('hub', 'bank', '5uatom'))
  const rules = texts()
  expect(rules).toContain('{"undo_send":"untrn"}')
  expect(rules).toContain('{"recv_packet":"uatom"}')
  expect(rules).toContain('{"send_packet":"transfer/channel-0/uatom"}')
  await story.execute(relay)
  await story.execute(limit({ send_packet: 'untrn' }))
  expect([...texts()]).toEqual(['{}'])
  const situation = { start, story } as unknown as Situation
  expect(await INVARIANTS.find(({ id }) => id === 'I4')!.judge(situation)).toMatchObject({
    why: 'a rate limit refused transfers',
  })
})
