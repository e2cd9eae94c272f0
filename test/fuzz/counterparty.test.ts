import { describe, expect, test } from 'vitest'
import { isLie, Memory, sceneOf, weightsOf } from '../../src/fuzz/model/index.js'
import { packetChoices } from '../../src/fuzz/model/packets.js'
import { RandomSource } from '../../src/fuzz/random-source.js'
import { Story } from '../../src/fuzz/story.js'
import { createSandbox, SudoboxError, toJsonBinary, type ActionInput, type Double } from '../../src/sandbox/index.js'
import { betweenTwo, campaignOfTwo, connect, packet, send } from './two-contracts.js'
import { started } from './stories.js'

/** Counts its packets on their way: one that is settled twice, or not at all, shows. */
const counter = (seen: string[] = []): Double => ({
  execute: ({ storage }, env) => {
    storage.save('open', (storage.load<number>('open') ?? 0) + 1)
    return { messages: [packet(env, { at: env.block.height })] }
  },
  ibc_packet_ack: ({ storage }, _env, msg) => {
    const { sequence } = (msg as { readonly original_packet: { readonly sequence: number } }).original_packet
    seen.push(`ack ${sequence}`)
    const open = storage.load<number>('open')!
    if (open === 0) throw new Error('settled twice')
    storage.save('open', open - 1)
  },
  ibc_packet_timeout: ({ storage }, _env, msg) => {
    const { sequence } = (msg as { readonly packet: { readonly sequence: number } }).packet
    seen.push(`timeout ${sequence}`)
    storage.save('open', storage.load<number>('open')! - 1)
  },
})

const arrive: ActionInput = { action: 'relay', filter: { kind: 'recv' } }
const twice: ActionInput = { action: 'relay', times: 2 }
const late: ActionInput = { action: 'advance', seconds: 864_000 }
const reversed: ActionInput = { action: 'relay', reverse: true }

describe('a counterparty that answers', () => {
  const HOW: readonly (readonly [name: string, story: readonly ActionInput[], seen: readonly string[]])[] = [
    ['twice', [send('here'), twice], ['ack 1']],
    ['late, after the timeout', [send('here'), arrive, late, { action: 'relay' }], ['ack 1']],
    ['out of order', [send('here'), send('here'), arrive, reversed], ['ack 2', 'ack 1']],
  ]
  for (const [name, story, seen] of HOW)
    test(`${name} calls the contract once for each packet, and nothing is found`, async () => {
      const calls: string[] = []
      expect(await betweenTwo('I2', counter(calls), {}, story)).toBeUndefined()
      // The story is executed once to judge it.
      expect(calls.slice(0, seen.length)).toEqual(seen)
      expect(calls.filter((one) => one === seen[0])).toHaveLength(calls.length / seen.length)
      for (const invariant of ['I3', 'I5', 'I6', 'I13', 'I14'])
        expect(await betweenTwo(invariant, counter(), {}, story), invariant).toBeUndefined()
    })
})

test('a contract must accept what is delivered twice, as it is called once', async () => {
  const strict: Double = {
    ...counter(),
    ibc_packet_ack: () => {
      throw new Error('not today')
    },
  }
  expect(await betweenTwo('I2', strict, {}, [send('here'), twice])).toMatchObject({
    level: 'error',
    about: 'here/ibc_packet_ack',
  })
})

describe('the chain refuses an answer', () => {
  const MESSAGE = 'failed to execute message; message index: 0: '
  /** What it says. Proofs are verified. @param ordering of the channel */
  async function refusal(
    deliver: (relay: (action: object) => Promise<unknown>) => Promise<void>,
    ordering: 'ordered' | 'unordered' = 'unordered',
  ): Promise<{ readonly seen: readonly string[]; readonly said: readonly string[] }> {
    const sandbox = createSandbox()
    try {
      const { neutron } = sandbox.chains
      const seen: string[] = []
      await connect(sandbox, counter(seen), {}, ordering)
      const alice = neutron.account('alice', '1000000untrn')
      for (let times = 0; times < 2; times++) await alice.execute('here', { send: {} })
      const said: string[] = []
      await deliver(async (action) => {
        try {
          await sandbox.perform({ action: 'relay', ...action })
          said.push('ok')
        } catch (error) {
          if (!(error instanceof SudoboxError)) throw error
          said.push(error.shortMessage)
        }
      })
      return { seen, said }
    } finally {
      await sandbox.close()
    }
  }
  const only = (sequence: string, more: object = {}) => ({ filter: { sequence, from: 'neutron', ...more } })

  test('to another request', async () => {
    const { seen, said } = await refusal(async (relay) => {
      await relay(only('1', { kind: 'recv' }))
      await relay({ ...only('2', { kind: 'recv' }), receiver: { acknowledgement: toJsonBinary({ error: 'no' }) } })
      await relay({ ...only('2'), forge: { acknowledgement: toJsonBinary({ result: 'AQ==' }) } })
      await relay(only('2'))
    })
    expect(said).toEqual([
      'ok',
      'ok',
      `${MESSAGE}acknowledge packet verification failed: failed packet acknowledgement verification for client (07-tendermint-0): failed to verify membership proof at index 0: provided value doesn't match proof: invalid proof`,
      'ok',
    ])
    expect(seen).toEqual(['ack 2'])
  })

  test('that is a timeout, to a packet that was received', async () => {
    const { seen, said } = await refusal(async (relay) => {
      await relay(only('1', { kind: 'recv' }))
      await relay({ ...only('1'), force: 'timeout' })
    })
    expect(said).toEqual([
      'ok',
      expect.stringMatching(
        `^${MESSAGE}timeout packet verification failed: packet timeout not reached: current timestamp: \\d+, timeout timestamp \\d+: timeout not reached$`,
      ),
    ])
    expect(seen).toEqual([])
  })

  test('out of order on an ordered channel', async () => {
    const { seen, said } = await refusal(async (relay) => {
      await relay({ filter: { kind: 'recv' } })
      await relay({ ...only('2'), force: 'ack' })
      await relay({})
    }, 'ordered')
    expect(said).toEqual([
      'ok',
      `${MESSAGE}acknowledge packet verification failed: packet sequence ≠ next ack sequence (2 ≠ 1): packet sequence is out of order`,
      'ok',
    ])
    expect(seen).toEqual(['ack 1', 'ack 2'])
  })
})

test('contracts answer with the result of another packet, which is a lie, and deliveries are repeated', async () => {
  await started(campaignOfTwo(counter(), {}), async (start) => {
    const random = new RandomSource(1)
    const story = await Story.begin(start)
    for (const action of [send('here'), { action: 'relay' } as const, send('here')]) await story.execute(action)
    const weights = { ...weightsOf(random), lies: 1, partial: 1, remote: 'usual' as const }
    const scene = sceneOf(story, new Memory(start), weights, random)
    const made = packetChoices(scene).flatMap(([weight, make]) => (weight > 0 ? (make() ?? []) : []))
    const swapped = made.filter((one) => JSON.stringify(one).includes(toJsonBinary({ result: 'AQ==' })))
    expect(swapped).toHaveLength(1)
    expect(isLie(swapped[0]!)).toBe(true)
    expect(made.filter((one) => one.action === 'relay' && one.times === 2)).toHaveLength(1)
  })
})
