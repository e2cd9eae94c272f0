import { createSandbox } from 'sudobox'
import { test, expect } from 'sudobox/vitest'

const LAB = 'contracts/artifacts/callback_lab.wasm'

async function asking(sandbox: ReturnType<typeof createSandbox>, behaviours: object) {
  const { neutron, hub } = sandbox.chains
  const bob = hub.account('bob', '400uatom')
  const alice = neutron.account('alice', '10000000untrn')
  const lab = await alice.deploy(LAB, behaviours, { funds: '3000000untrn' })
  const address = hub.host.app.address(bob.address)
  const key = Buffer.from([2, address.length, ...address, ...Buffer.from('uatom')]).toString('base64')
  await alice.execute(lab, {
    register_kv_query: { connection_id: 'connection-0', update_period: 1, keys: [{ path: 'bank', key }] },
  })
  const counters = () => neutron.query<Record<string, number>>(lab, { counters: {} })
  const stored = () => neutron.query<object>(lab, { query_result: { query_id: 1 } })
  return { neutron, hub, bob, alice, lab, counters, stored }
}

test('a callback that needs more than the limit leaves a failure, and is resubmitted with success', async ({
  sandbox,
}) => {
  const { neutron, alice, lab, counters, stored } = await asking(sandbox, {
    on_kv_query_result: { spend_gas: '1500000' },
  })
  const [delivery] = await sandbox.queryRelayer.deliver(1)
  expect(delivery!.code).toBe(0)
  expect(delivery).toUseGas({ sudo: 1_000_000n })
  expect(neutron.failures(lab)).toMatchObject([{ id: 0n, error: 'codespace: contractmanager, code: 1103' }])
  expect(stored()).toMatchObject({ result: { height: Number(delivery!.remoteHeight) } })
  expect(counters()).toMatchObject({ kv_query_result: 0 })

  await alice.execute(lab, { resubmit: { failure_id: 0 } })
  expect(neutron.failures(lab)).toEqual([])
  expect(counters()).toMatchObject({ kv_query_result: 1 })
})

test('the same for a transaction: the failure holds the only second delivery', async ({ sandbox }) => {
  const { neutron, hub, bob, alice, lab, counters } = await asking(sandbox, {
    on_tx_query_result: { spend_gas: '1500000' },
  })
  const filter = JSON.stringify([{ field: 'transfer.recipient', op: 'Eq', value: bob.address }])
  await alice.execute(lab, {
    register_tx_query: { connection_id: 'connection-0', update_period: 1, transactions_filter: filter },
  })
  await hub.account('payer', '10uatom').transfer(bob, '7uatom')
  const [delivery] = await sandbox.queryRelayer.deliver(2)
  expect(delivery!.code).toBe(0)
  expect(neutron.failures(lab)).toHaveLength(1)
  const [again] = await sandbox.queryRelayer.deliver(2, { lie: 'replay' })
  expect(again).toMatchObject({ code: 0, trace: [] })
  expect(neutron.failures(lab)).toHaveLength(1)
  await alice.execute(lab, { resubmit: { failure_id: 0 } })
  expect(neutron.failures(lab)).toEqual([])
  expect(counters()).toMatchObject({ tx_query_result: 1 })
})

test("with icq.callbacks 'direct' there is no limit of its own, and an error rejects the submission", async () => {
  const sandbox = createSandbox({ chains: { neutron: { icq: { callbacks: 'direct' } } } })
  const { neutron, alice, lab, counters, stored } = await asking(sandbox, {
    on_kv_query_result: { spend_gas: '1500000' },
  })
  const [delivery] = await sandbox.queryRelayer.deliver(1)
  expect(delivery!.gasUsed).toBeGreaterThan(1_500_000n)
  expect(neutron.failures(lab)).toEqual([])
  expect(counters()).toMatchObject({ kv_query_result: 1 })

  const before = stored()
  await alice.execute(lab, { configure: { callback: 'kv_query_result', behaviour: 'error' } })
  await expect(sandbox.queryRelayer.deliver(1)).rejects.toThrow(/contract .* rejected/)
  expect(stored()).toEqual(before)
  expect(neutron.failures(lab)).toEqual([])
  expect(counters()).toMatchObject({ kv_query_result: 1 })

  // The relayer delivers again once the contract takes it.
  await alice.execute(lab, { configure: { callback: 'kv_query_result', behaviour: 'succeed' } })
  await sandbox.queryRelayer.deliver(1)
  expect(stored()).not.toEqual(before)
  expect(counters()).toMatchObject({ kv_query_result: 2 })
})
