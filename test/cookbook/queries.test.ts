// Interchain queries
import { expect, test } from 'sudobox/vitest'

const READER = 'contracts/artifacts/remote_reader.wasm'

/** The query relayer reads the hub's store with proofs and delivers the result to the contract, on request or automatically: `auto()`. */
test('The result of a KV query', async ({ neutron, hub, queryRelayer }) => {
  const bob = hub.account('bob', '400uatom')
  const alice = neutron.account('alice', '10000000untrn')
  const reader = await alice.deploy(READER, {}, { funds: '1000000untrn' })
  const what = { balances: { addr: bob.address, denoms: ['uatom'] } }
  await alice.execute(reader, { register: { connection_id: 'connection-0', update_period: 2, what } })

  await queryRelayer.deliver(1)
  expect(reader.query({ seen: { query_id: 1 } })).toMatchObject({ coins: [{ denom: 'uatom', amount: '400' }] })

  hub.state.setBalance(bob, '3uatom')
  queryRelayer.auto()
  neutron.nextBlock(2)
  expect(reader.query({ seen: { query_id: 1 } })).toMatchObject({ coins: [{ denom: 'uatom', amount: '3' }] })
})

/** Each transaction of the hub that matches the filter is delivered once. */
test('The result of a TX query', async ({ neutron, hub, queryRelayer }) => {
  const [vault, payer] = [hub.account('vault'), hub.account('payer', '1000uatom')]
  const carol = neutron.account('carol')
  const alice = neutron.account('alice', '10000000untrn')
  const pays = { recipient: vault.address, denom: 'untrn' }
  const reader = await alice.deploy(READER, { pays }, { funds: '5000000untrn' })
  const what = { transfers: { recipient: vault.address, min_height: null } }
  await alice.execute(reader, { register: { connection_id: 'connection-0', update_period: 1, what } })

  await payer.transfer(vault, '250uatom', { memo: carol.address })
  await payer.transfer(vault, '50uatom', { memo: carol.address })

  expect(await queryRelayer.deliver(1)).toHaveLength(2)
  expect(carol.balances()).toEqual([{ denom: 'untrn', amount: 300n }])
  expect(await queryRelayer.deliver(1)).toEqual([])
})

/** The chain verifies that a transaction happened, not that it matches the query: the contract has to check that itself. */
test('A TX result that nobody asked for', async ({ neutron, hub, queryRelayer }) => {
  const [vault, payer] = [hub.account('vault'), hub.account('payer', '1000uatom')]
  const alice = neutron.account('alice', '10000000untrn')
  const pays = { recipient: vault.address, denom: 'untrn' }
  const reader = await alice.deploy(READER, { pays }, { funds: '5000000untrn' })
  const what = { transfers: { recipient: vault.address, min_height: null } }
  await alice.execute(reader, { register: { connection_id: 'connection-0', update_period: 1, what } })
  const mallory = neutron.account('mallory')

  await payer.transfer(hub.account('elsewhere'), '900uatom', { memo: mallory.address })
  const [delivery] = await queryRelayer.deliver(1, { lie: 'otherTx' })

  // The reader would pay mallory nothing, which the bank refuses: its callback fails.
  expect(delivery).toBeDelivered()
  expect(reader).toHaveFailures([{ error: 'codespace: sdk, code: 10', details: /invalid coins/ }])
  expect(delivery!.trace).toMatchObject([{ entryPoint: 'sudo', contract: reader.address }])
  expect(mallory.balances()).toEqual([])
})

/** A result with an invalid proof is refused, and the contract is not called. */
test('A query relayer that lies', async ({ neutron, hub, queryRelayer }) => {
  const alice = neutron.account('alice', '10000000untrn')
  const reader = await alice.deploy(READER, {}, { funds: '1000000untrn' })
  const what = { balances: { addr: hub.account('bob', '400uatom').address, denoms: ['uatom'] } }
  await alice.execute(reader, { register: { connection_id: 'connection-0', update_period: 1, what } })

  await expect(queryRelayer.deliver(1, { lie: 'value' })).rejects.toFailWith({})
  await expect(queryRelayer.deliver(1, { lie: 'proof' })).rejects.toFailWith({})
  expect(reader.query({ seen: { query_id: 1 } })).toBeNull()
})
