import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Cliffs, type Cliff } from '../../../src/fuzz/cliffs/cliffs.js'
import { boundOf, type GasEvidence } from '../../../src/fuzz/cliffs/certificate.js'
import { defineCampaign, type CampaignConfig } from '../../../src/fuzz/config.js'
import { Memory } from '../../../src/fuzz/model/index.js'
import { Story } from '../../../src/fuzz/story.js'
import type { ActionInput } from '../../../src/sandbox/index.js'
import { TraceRecorder } from '../../../src/sandbox/internal.js'
import { NotedAnswers } from '../../../src/vm/debug/answers.js'
import { started, vault, vaultCampaign } from '../stories.js'

/** What is known about callbacks after one action sequence, and everything that can be grown before them. */
const certified = (
  config: CampaignConfig,
  actions: readonly ActionInput[],
): Promise<{ readonly evidence: readonly GasEvidence[]; readonly cliffs: readonly Cliff[] }> =>
  started(config, async (start) => {
    const memory = new Memory(start)
    const story = await Story.begin(start)
    for (const action of actions) memory.learn(start.subjects[0]!, await story.execute(action), true)
    const cliffs = new Cliffs(start, memory)
    cliffs.learn(story)
    const found: Cliff[] = []
    for (let spent = -1; spent < cliffs.spent;) {
      spent = cliffs.spent
      const cliff = await cliffs.next()
      if (cliff !== undefined) found.push(cliff)
    }
    return { evidence: cliffs.evidence, cliffs: found }
  })

const { deposit, relay } = vault
const tick = { name: 'tick', isOfMessages: true }
const UP_TO = { upTo: 500, limit: 1_000_000n }
const balance: ActionInput = { action: 'deliverQueries', query: 1 }
/** With less gas fewer records are enough. */
const SMALL = { sandbox: { chains: { neutron: { params: { contractmanager: { sudo_call_gas_limit: '300000' } } } } } }

const VOUCHER = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'
const club = { connection_id: 'connection-0', channel: 'channel-0', denom: VOUCHER }
/** The newcomer's contract whose callback goes through all members. */
const savingsClub = (): CampaignConfig =>
  defineCampaign(
    {
      title: 'club',
      actors: [
        { name: 'alice', funds: '100000000untrn' },
        { name: 'bank', chain: 'hub', funds: '100000000uatom' },
      ],
      setup: [
        {
          do: {
            action: 'tx',
            chain: 'hub',
            from: 'bank',
            messages: [{ ibcTransfer: { to: '${neutron.alice}', amount: '1000000uatom' } }],
          },
        },
        { do: { action: 'relay' } },
        {
          do: {
            action: 'tx',
            from: 'alice',
            messages: [{ store: { wasm: { path: '../../contracts/artifacts/savings_club_loop.wasm' } } }],
          },
        },
        {
          do: { action: 'tx', from: 'alice', messages: [{ instantiate: { codeId: 1, label: 'club', msg: club } }] },
        },
      ],
      contracts: [{ label: 'club', schema: '../../contracts/artifacts/schema/savings_club.json' }],
    },
    resolve('fixtures/campaigns/club.json'),
    true,
  )
const inClub = (msg: object, funds: string): ActionInput => ({
  action: 'tx',
  from: 'alice',
  messages: [{ execute: { contract: 'club', msg, funds } }],
})

describe('the gas of a callback', () => {
  test(
    'is measured first where it goes through what each new user adds',
    () =>
      started(savingsClub(), async (start) => {
        const memory = new Memory(start)
        const cliffs = new Cliffs(start, memory)
        const story = await Story.begin(start)
        const account = start.sandbox.chains.neutron.addressOf('club')!
        const actions = [inClub({ save: {} }, `5${VOUCHER}`), inClub({ watch: { account } }, '1000000untrn'), balance]
        for (const action of actions) memory.learn(start.subjects[0]!, await story.execute(action), true)
        expect(cliffs.evidence.map(({ callback, ran }) => [callback, ran])).toContainEqual(['kv_query_result', false])
        cliffs.learn(story)
        expect(cliffs.isPromising).toBe(true)
        const cliff = await cliffs.next()
        expect(cliffs.measured).toMatchObject([{ callback: 'kv_query_result', message: 'save of new accounts' }])
        expect(cliff?.text).toMatch(/reaches its limit of 1000000 at about 1[45]\d times save of new accounts$/)
        expect(cliff?.actions).toBeDefined()
        const known = cliffs.evidence.map(({ callback, ran, limit }) => ({ callback, ran, limit }))
        expect(known).toContainEqual({ callback: 'kv_query_result', ran: true, limit: 1_000_000n })
        expect(known).toContainEqual({ callback: 'timeout', ran: false, limit: 1_000_000n })
        const [bound] = cliffs.evidence.find(({ callback }) => callback === 'kv_query_result')!.bounds
        expect(bound!.points.map(({ quantity }) => quantity)).toHaveLength(4)
        expect(bound!.reaches).toBeGreaterThan(140)
      }),
    60_000,
  )

  test('is proven not to grow where it reads nothing that grows', async () => {
    const { evidence, cliffs } = await certified(vaultCampaign(), [deposit('alice'), balance])
    expect(cliffs).toEqual([])
    const result = evidence.find(({ callback }) => callback === 'kv_query_result')!
    expect(result).toMatchObject({ contract: 'vault', entryPoint: 'sudo', limit: 1_000_000n, crossing: undefined })
    const bound = result.bounds.find(({ message }) => message === 'deposit')
    expect(bound).toMatchObject({
      quantity: { of: 'entries', name: 'deposits' },
      message: 'deposit',
      measuredTo: 65,
      how: 'proven',
      degree: 'constant',
      residual: 0n,
    })
    expect(bound!.gas).toBe(result.most + bound!.added)
    // Each of many users has an entry of their own in another map.
    const ofUsers = result.bounds.find(({ message }) => message === 'deposit of new accounts')
    expect(ofUsers).toMatchObject({ quantity: { of: 'entries', name: 'accounts' }, measuredTo: 65, how: 'proven' })
  }, 60_000)

  test('crosses its limit where it goes through all entries, and an action sequence shows it', async () => {
    const { evidence, cliffs } = await certified(vaultCampaign('p8', SMALL), [deposit('alice'), relay])
    expect(cliffs).toHaveLength(1)
    const { crossing } = evidence.find(({ callback }) => callback === 'response of transfer')!
    expect(crossing!.sent!.message).toBe('deposit')
    const [cliff] = cliffs
    expect(cliff!.about).toBe('vault/response')
    const last = await started(vaultCampaign('p8', SMALL), async (start) => {
      const story = await Story.begin(start)
      for (const action of cliff!.actions!) await story.execute(action)
      return story.last
    })
    expect(last.callbacks.some(({ node }) => node.error?.includes('out of gas'))).toBe(true)
  }, 60_000)

  test('has no bound where it was measured only once', () => {
    const once = { records: 1, gas: 70_000n, sizes: new Map(), node: {} as never }
    expect(boundOf([], tick, 80_000n, UP_TO)).toBeUndefined()
    expect(boundOf([once], tick, 80_000n, UP_TO)).toBeUndefined()
  })

  test('is not proven by a call beside which a dearer one grows', () => {
    const recorder = new TraceRecorder(() => undefined)
    recorder.begin({ entryPoint: 'sudo', contract: 'vault', message: new Uint8Array(), isDouble: false } as never)
    recorder.ran({ made: { checksum: '', answers: new NotedAnswers() } } as never)
    recorder.end({ sdkGas: 100, events: [] } as never)
    const node = recorder.roots[0]!
    const at = (records: number, gas: bigint) => ({ records, gas, sizes: new Map(), node })
    expect(boundOf([at(1, 100n), at(8, 100n)], tick, 0n, { upTo: 100, limit: 1_000_000n })).toMatchObject({
      gas: 100n,
      how: 'proven',
    })
    expect(boundOf([at(1, 100n), at(8, 800n)], tick, 0n, { upTo: 100, limit: 50_000n })).toMatchObject({
      gas: 10_000n,
      how: 'extrapolated',
      degree: 'linear',
      points: [
        { quantity: 1, gas: 100n },
        { quantity: 8, gas: 800n },
      ],
      // 501 × 100 is the first above 50,000.
      reaches: 501,
    })
  })

  test('is bounded up to the quantity that the campaign asks for', async () => {
    const of = async (upTo: number): Promise<GasEvidence> =>
      (await certified(vaultCampaign('p8', { certify: { upTo } }), [deposit('alice'), relay])).evidence[0]!
    const [measured] = (await of(12)).bounds
    expect(measured).toMatchObject({ upTo: 12, measuredTo: 65, how: 'measured', degree: 'linear' })
  }, 60_000)
})
