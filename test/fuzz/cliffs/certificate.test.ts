import { describe, expect, test } from 'vitest'
import { Cliffs, type Cliff } from '../../../src/fuzz/cliffs/cliffs.js'
import { boundOf, type GasEvidence } from '../../../src/fuzz/cliffs/certificate.js'
import type { CampaignConfig } from '../../../src/fuzz/config.js'
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
const balance: ActionInput = { action: 'deliverQueries', query: 1 }
/** With less gas fewer records are enough. */
const SMALL = { sandbox: { chains: { neutron: { params: { contractmanager: { sudo_call_gas_limit: '300000' } } } } } }

describe('the gas of a callback', () => {
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
    expect(boundOf([], 'tick', 80_000n, 500)).toBeUndefined()
    expect(boundOf([once], 'tick', 80_000n, 500)).toBeUndefined()
  })

  test('is not proven by a call beside which a dearer one grows', () => {
    const recorder = new TraceRecorder(() => undefined)
    recorder.begin({ entryPoint: 'sudo', contract: 'vault', message: new Uint8Array(), isDouble: false } as never)
    recorder.ran({ made: { checksum: '', answers: new NotedAnswers() } } as never)
    recorder.end({ sdkGas: 100, events: [] } as never)
    const node = recorder.roots[0]!
    const at = (records: number, gas: bigint) => ({ records, gas, sizes: new Map(), node })
    expect(boundOf([at(1, 100n), at(8, 100n)], 'deposit', 0n, 100)).toMatchObject({ gas: 100n, how: 'proven' })
    expect(boundOf([at(1, 100n), at(8, 800n)], 'deposit', 0n, 100)).toMatchObject({
      gas: 10_000n,
      how: 'extrapolated',
      degree: 'linear',
    })
  })

  test('is bounded up to the quantity that the campaign asks for', async () => {
    const of = async (upTo: number): Promise<GasEvidence> =>
      (await certified(vaultCampaign('p8', { certify: { upTo } }), [deposit('alice'), relay])).evidence[0]!
    const [measured] = (await of(12)).bounds
    expect(measured).toMatchObject({ upTo: 12, measuredTo: 65, how: 'measured', degree: 'linear' })
  }, 60_000)
})
