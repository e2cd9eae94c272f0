import { test, expect } from 'sudobox/vitest'

// Whoever pays on the hub is paid on Neutron: once.
test('a transfer on the hub is paid out once, though it is delivered twice', async ({ sandbox }) => {
  const { neutron, hub } = sandbox.chains
  const vault = hub.account('vault')
  const payer = hub.account('payer', '1000uatom')
  const alice = neutron.account('alice', '10000000untrn')
  const carol = neutron.account('carol')
  const reader = await alice.deploy(
    'contracts/artifacts/remote_reader.wasm',
    { pays: { recipient: vault.address, denom: 'untrn' } },
    { funds: '5000000untrn' },
  )
  const what = { transfers: { recipient: vault.address, min_height: null } }
  await alice.execute(reader, { register: { connection_id: 'connection-0', update_period: 1, what } })

  await payer.transfer(vault, '250uatom', { memo: carol.address })
  await payer.transfer(hub.account('other'), '9uatom', { memo: carol.address })
  const [delivery] = await sandbox.queryRelayer.deliver(1)
  expect(delivery).toMatchObject({ code: 0, type: 'tx' })
  expect(neutron.balance(carol, 'untrn')).toBe(250n)

  // The very same submission once more is let pass, as on the real chain, but the contract hears nothing; and nothing is left that would be due.
  const [again] = await sandbox.queryRelayer.deliver(1, { lie: 'replay' })
  expect(again).toMatchObject({ code: 0, remoteTx: delivery!.remoteTx, trace: [] })
  expect(neutron.balance(carol, 'untrn')).toBe(250n)
  expect(await sandbox.queryRelayer.deliverAll()).toEqual([])

  // Another transfer is another payment.
  await payer.transfer(vault, '50uatom', { memo: carol.address })
  await sandbox.queryRelayer.deliverAll()
  expect(neutron.balance(carol, 'untrn')).toBe(300n)
  expect(neutron.failures(reader)).toEqual([])
})
