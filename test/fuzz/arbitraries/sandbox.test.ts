import { fc } from '../../random.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { arbitraries } from 'sudobox/fuzz'
import { createSandbox, type ActionInput, type Contract, type PacketInfo, type PendingPacket } from 'sudobox'

const sandbox = createSandbox({ ibc: { proofs: 'trust' } })
const { neutron, hub } = sandbox.chains
const alice = neutron.account('alice', '1000000000untrn')
const bob = hub.account('bob', '1000000uatom')
let lab: Contract
let start: number

beforeAll(async () => {
  lab = await alice.deploy('contracts/artifacts/callback_lab.wasm', { on_timeout: { spend_gas: '100000' } })
  start = await sandbox.snapshot()
})

const again = async (id = start) => sandbox.restore(id)
const perform = async (actions: readonly ActionInput[]) => {
  for (const action of actions) await sandbox.perform(action)
}
const send = () =>
  alice.execute(lab, { transfer: { channel: 'channel-0', to: bob.address, amount: '100' } }, { funds: '3000untrn' })
const few = { numRuns: 12, seed: 7 }

test('each outcome of a packet calls the contract back as it should', async () => {
  await again()
  await send()
  const [packet] = sandbox.relayer.pending() as [PendingPacket]
  const sent = await sandbox.snapshot()
  const heard = { result: 'response', error: 'error', timeout: 'timeout', never: undefined, odd: 'response' } as const
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(arbitraries.packetOutcomes(packet), async ({ kind, actions }) => {
      await again(sent)
      await perform(actions)
      seen.add(kind)
      const counters = neutron.query<Record<string, number>>(lab, { counters: {} })
      for (const callback of ['response', 'error', 'timeout'])
        expect(counters[callback]).toBe(callback === heard[kind] ? 1 : 0)
    }),
    few,
  )
  expect(seen).toEqual(new Set(['result', 'error', 'timeout', 'never']))
})

test('gas limits fall on both sides of what a callback needs, exactly', async () => {
  await again()
  await send()
  await hub.skipPastTimeout()
  const due = await sandbox.snapshot()
  const [probe] = await sandbox.relayer.relay()
  const needed = probe!.sudo[0]!.gasUsed
  const results = new Set<boolean>()
  await fc.assert(
    fc.asyncProperty(arbitraries.gasLimits(needed), async (gas) => {
      await again(due)
      await sandbox.perform({ action: 'fault', contract: lab.address, fail: { gas: gas.toString() } })
      await sandbox.relayer.relay()
      const failed = neutron.failures(lab).length === 1
      expect(failed).toBe(gas < needed)
      results.add(failed)
    }),
    { ...few, examples: [[needed], [needed - 1n]] },
  )
  expect(results.size).toBe(2)
})

test('faults hit the next call: its callback, its message, its requests to the host', async () => {
  const kinds = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      arbitraries.faults({ contract: 'callback_lab', callbackGas: 50_000n, hostCalls: 3 }),
      async (fault) => {
        await again()
        kinds.add(Object.keys((fault as Extract<ActionInput, { action: 'fault' }>).fail)[0]!)
        await sandbox.perform({ ...fault, contract: lab.address } as ActionInput)
        expect(await sandbox.perform({ action: 'faults' })).toMatchObject({ waiting: [{}] })
      },
    ),
    { ...few, numRuns: 20 },
  )
  expect(kinds).toEqual(new Set(['child', 'gas', 'hostCall']))
})

describe('orders of delivery', () => {
  const packet = (sourceChannel: string, sequence: bigint) =>
    ({ from: 'neutron', sourcePort: 'p', sourceChannel, sequence }) as PacketInfo

  test('any on unordered channels; by sequence on ordered ones, with others between', () => {
    const packets = [1n, 2n, 3n].flatMap((sequence) => [packet('ordered', sequence), packet('free', sequence)])
    const orders = fc.sample(
      arbitraries.deliveryOrders(packets, { isOrdered: ({ sourceChannel }) => sourceChannel === 'ordered' }),
      {
        numRuns: 200,
        seed: 1,
      },
    )
    const of = (order: readonly PacketInfo[], channel: string) =>
      order.filter(({ sourceChannel }) => sourceChannel === channel).map(({ sequence }) => Number(sequence))
    for (const order of orders) {
      expect(order).toHaveLength(6)
      expect(of(order, 'ordered')).toEqual([1, 2, 3])
    }
    expect(new Set(orders.map((order) => of(order, 'free').join())).size).toBe(6)
    expect(new Set(orders.map((order) => order.map(({ sourceChannel }) => sourceChannel).join())).size).toBe(20)
  })
})

describe('results of queries', () => {
  const reader = async (what: object) => {
    await again()
    const contract = await alice.deploy(
      'contracts/artifacts/remote_reader.wasm',
      { pays: { recipient: bob.address, denom: 'untrn' } },
      { funds: '5000000untrn' },
    )
    await alice.execute(contract, { register: { connection_id: 'connection-0', update_period: 1, what } })
    return contract
  }

  test('of keys: at heights that the chain accepts or refuses, with values that are absent', async () => {
    await reader({ balances: { addr: bob.address, denoms: ['uatom'] } })
    const registered = await sandbox.snapshot()
    const results = arbitraries.kvResults({
      query: 1,
      height: hub.height,
      balances: [{ chain: 'hub', address: bob.address, denoms: ['uatom'] }],
    })
    const balances = new Set<bigint>()
    await fc.assert(
      fc.asyncProperty(results, async (actions) => {
        await again(registered)
        await perform(actions).catch((error: unknown) => expect(String(error)).toMatch(/height|empty|QueryRelay/))
        balances.add(hub.balance(bob, 'uatom'))
      }),
      few,
    )
    expect(balances).toEqual(new Set([0n, 1_000_000n]))
  })

  test('of transactions: foreign ones, and such with several messages that match, all of them proven', async () => {
    const carol = neutron.account('carol')
    await reader({ transfers: { recipient: bob.address, min_height: null } })
    hub.account('mallory', '100000000000uatom')
    const registered = await sandbox.snapshot()
    const results = arbitraries.txResults({
      query: 1,
      from: 'mallory',
      to: [hub.account('other').address],
      denom: 'uatom',
      matching: { send: { to: bob.address, amount: '25uatom' } },
    })
    let foreign = 0
    await fc.assert(
      fc.asyncProperty(results, async (actions) => {
        await again(registered)
        const [tx, delivery] = actions as [ActionInput, ActionInput]
        await sandbox.perform(tx)
        const lie = (delivery as { lie?: string }).lie
        if (lie !== undefined) foreign++
        const { delivered } = await sandbox.perform(delivery as Extract<ActionInput, { action: 'deliverQueries' }>)
        expect(delivered).toMatchObject([{ code: 0, type: 'tx' }])
        expect(neutron.balance(carol, 'untrn')).toBe(0n)
      }),
      few,
    )
    expect(foreign).toBeGreaterThan(0)
    expect(foreign).toBeLessThan(12)
  })
})

test('stories of actions are shrunk to the shortest that breaks the invariant', async () => {
  await again()
  const home = await sandbox.snapshot()
  const pay = (amount: number): ActionInput => ({
    action: 'tx',
    from: 'alice',
    messages: [{ send: { to: lab.address, amount: `${amount}untrn` } }],
  })
  const stories = arbitraries.commands<{ paid: number }>(
    [
      fc.integer({ min: 1, max: 9 }).map(pay),
      fc.constant({ action: 'block' }),
      fc.constant({ action: 'tx', from: 'alice', messages: [{ execute: { contract: lab.address, msg: { no: {} } } }] }),
    ],
    {
      after: (model, _, { action, error }) => {
        if (action.action === 'tx' && error === undefined) model.paid++
        if (model.paid >= 2) throw new Error('paid twice')
      },
    },
  )
  const report = await fc.check(
    fc.asyncProperty(stories, async (story) => {
      await again(home)
      await fc.asyncModelRun(() => ({ model: { paid: 0 }, real: sandbox }), story)
    }),
    { seed: 5, numRuns: 50 },
  )
  expect(report.failed).toBe(true)
  expect([...report.counterexample![0]].map(String)).toEqual([JSON.stringify(pay(1)), JSON.stringify(pay(1))])
})
