import { describe, expect, test } from 'vitest'
import { runCampaign } from '../../src/fuzz/campaign.js'
import { defineCampaign } from '../../src/fuzz/config.js'
import { ATTACKER } from '../../src/fuzz/attacker/attacker.js'
import { answering, executing } from '../../src/fuzz/attacker/instructions.js'
import { STRANGER } from '../../src/fuzz/setup.js'
import type { ActionInput } from '../../src/sandbox/index.js'
import { judged, started } from './stories.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'

/** Two couriers with a channel between them. @param fault a feature of the contract; the clean one when left out */
const campaign = (fault?: string) =>
  defineCampaign({
    title: 'courier',
    actors: ['alice', 'bob'].map((name) => ({ name, funds: '1000000untrn' })),
    setup: async ({ chains: { neutron, hub }, relayer }) => {
      const file = `contracts/artifacts/courier${fault === undefined ? '' : `_${fault}`}.wasm`
      const here = await neutron
        .account('deployer')
        .deploy(file, { operator: neutron.account('alice').address }, { label: 'courier' })
      const there = await hub.account('deployer').deploy('contracts/artifacts/courier.wasm', {}, { label: 'there' })
      await relayer.openChannel({
        chain: 'neutron',
        connection: 'connection-0',
        port: `wasm.${here.address}`,
        counterpartyPort: `wasm.${there.address}`,
        version: 'courier-1',
      })
    },
    contracts: [
      {
        label: 'courier',
        schema: 'contracts/artifacts/schema/courier.json',
        claims: { query: { claims: { actor: '${actor}' } }, at: '/amount', denom: 'untrn' },
        messages: [{ from: 'alice', msg: { deposit: {} }, funds: '1000untrn' }],
      },
    ],
  })

const errors = async (fault: string | undefined, seed: number, sequences: number) => {
  const budget = { sequences, ...(fault !== undefined && { findings: 1 }) }
  const { findings } = await runCampaign(campaign(fault), {
    seed,
    budget,
    clock: () => 0,
    corpus: Corpus.open(undefined),
  })
  return findings.filter(({ level }) => level !== 'note')
}

const tx = (from: string, msg: object, funds = ''): ActionInput => ({
  action: 'tx',
  from,
  messages: [{ execute: { contract: 'courier', msg, funds } }],
})

describe('a courier', () => {
  const FAULTS = [
    ['gas', 'I2', 'courier/ibc_packet_ack', /out of gas/, 2],
    ['lock', 'I13', 'courier/ibc_packet_timeout', /./, 1],
    ['retry', 'I6', undefined, /./, 1],
    ['sender', 'I9', 'courier/send', /./, 1],
    ['timeout', 'I12', 'courier/flush', /a stranger can send it/, 1],
  ] as const
  for (const [fault, invariant, about, text, seed] of FAULTS)
    test(`with the fault "${fault}" violates ${invariant}`, async () => {
      const [first] = await errors(fault, seed, 200)
      expect(first).toMatchObject({ invariant, level: 'error', text: expect.stringMatching(text) as string })
      if (about !== undefined) expect(first!.about).toBe(about)
    }, 300_000)

  test('with the fault "reentry" pays a deposit twice, if the hook withdraws it again', async () => {
    for (const fault of ['reentry', undefined])
      await started(campaign(fault), async (start) => {
        const chain = start.sandbox.chain('neutron')!
        const [alice, attacker] = [chain.addressOf('alice')!, chain.addressOf(ATTACKER)!]
        const again = executing(chain.addressOf('courier')!, { withdraw: { account: alice } })
        const story = [
          tx('alice', { deposit: {} }, '100untrn'),
          tx('bob', { deposit: {} }, '100untrn'),
          answering('neutron', STRANGER, again),
          tx('alice', { withdraw: { account: alice, hook: attacker } }),
        ]
        const verdict = (await judged(start, 'I1', story))?.verdict
        if (fault === undefined) expect(verdict).toBeUndefined()
        else expect(verdict).toMatchObject({ invariant: 'I1', level: 'error' })
      })
  })

  test('without one violates nothing', async () => {
    for (const seed of [1, 2]) expect(await errors(undefined, seed, 60)).toEqual([])
  }, 300_000)
})
