import { expect, test } from 'vitest'
import { createSandbox, type Contract } from 'sudobox'
import { VM_GAS } from '../../src/vm/tools/gas-tree.js'
import type { GasTree } from '../../src/vm/tools/gas-tree.js'
import { buildProfile } from '../../src/profile/build.js'
import { rawProfile } from '../../src/profile/raw.js'
import { labWithTwin } from './lab.js'

const { lab } = labWithTwin()
const base64 = (value: object) => btoa(JSON.stringify(value))
const act = (behaviour: unknown) => ({ act: { behaviour } })
const tell = ({ address }: Contract, msg: object, options: object = {}) => ({
  msg: { wasm: { execute: { contract_addr: address, msg: base64(msg), funds: [] } } },
  ...options,
})

/** Gas of the chain in a tree, transactions and calls by the chain alone. */
function gasOf(tree: GasTree): number {
  const isPaid: boolean[] = [false]
  let sum = 0
  for (const { parent, frame, self, node } of tree.nodes()) {
    const name = tree.named(frame)
    isPaid[node] =
      parent === 0 ? /^(?:transaction on|call by) /.test(name?.name ?? '') : isPaid[parent]! && name?.kind !== 'free'
    if (isPaid[node]) sum += self
  }
  return sum / VM_GAS
}

test('adds up to the gas of each transaction and callback, to the unit, however it ends', async () => {
  const told: [used: number, inTree: number][] = []
  let before = 0
  const sandbox = createSandbox(
    {},
    {
      profile: true,
      onTx: ({ gasUsed }) => {
        const now = gasOf(tree)
        told.push([Number(gasUsed), now - before])
        before = now
      },
    },
  )
  const { neutron } = sandbox.chains
  const tree = neutron.host.app.vm.gasTree!
  before = gasOf(tree)
  const alice = neutron.account('alice', '100000000untrn')
  const code = await alice.store(lab)
  const [top, low] = [
    await alice.instantiate(code, {}, { label: 'top', funds: '10000untrn' }),
    await alice.instantiate(code, {}, { label: 'low' }),
  ]
  const behaviours: readonly unknown[] = [
    'succeed',
    'error',
    'panic',
    'recurse_forever',
    'allocate_forever',
    { spend_gas: '300000' },
    { submessages: [tell(low, act('succeed'), { reply_on: 'always', id: 1 })] },
    { submessages: [tell(low, act('panic'), { reply_on: 'error', id: 2 })] },
    { submessages: [tell(low, act({ spend_gas: '500000' }), { reply_on: 'error', id: 3, gas_limit: 200_000 })] },
    { submessages: [tell(low, act('write_forever'), { reply_on: 'error', id: 3, gas_limit: 200_000 })] },
  ]
  for (const behaviour of behaviours) await alice.execute(top, act(behaviour)).catch(() => {})
  // Wherever it runs out: while loading, in the contract, in the middle of writing, before the reply.
  for (const gas of [90_000n, 140_000n, 170_000n, 220_000n, 260_000n])
    await alice.execute(top, act({ submessages: [tell(low, act('write_forever'))] }), { gasLimit: gas }).catch(() => {})
  await alice.execute(top, { transfer: { channel: 'channel-0', to: 'cosmos1', amount: '1' } }).catch(() => {})
  for (const behaviour of ['error', 'loop', 'write_forever'] as const) {
    await alice.execute(top, { configure: { callback: 'timeout', behaviour } })
    await neutron.callback(top, { timeout: { request: request } })
  }
  neutron.query(top, { received: {} })
  expect(told.length).toBeGreaterThan(20)
  expect(told.map(([, inTree]) => inTree)).toEqual(told.map(([used]) => used))
  const raw = rawProfile(neutron.host.app.vm)
  const built = buildProfile(raw)
  // What was not charged since the gas was used up is no part of it.
  expect(Math.min(...built.nodes.map(({ self }) => self))).toBe(0)
  expect(built.total).toBe(raw.nodes.reduce((sum, { self }) => sum + self, 0))
  await sandbox.close()
})

const request = {
  sequence: '8',
  source_port: 'transfer',
  source_channel: 'channel-0',
  destination_port: 'transfer',
  destination_channel: 'channel-0',
  data: 'e30=',
  timeout_height: { revision_number: '1', revision_height: '2' },
  timeout_timestamp: '1767225600000000000',
}
