import { test, expect } from 'sudobox/vitest'

// A contract on Neutron does what depends on a balance on the hub.
test('a balance on the hub drives what a contract on Neutron does', async ({ sandbox }) => {
  const { neutron, hub } = sandbox.chains
  const bob = hub.account('bob', '400uatom')
  const alice = neutron.account('alice', '10000000untrn')
  const reader = await alice.deploy(
    'contracts/artifacts/remote_reader.wasm',
    { threshold: { denom: 'uatom', amount: '1000' } },
    { funds: '1000000untrn' },
  )
  const what = { balances: { addr: bob.address, denoms: ['uatom'] } }
  await alice.execute(reader, { register: { connection_id: 'connection-0', update_period: 2, what } })
  const seen = () => neutron.query(reader, { seen: { query_id: 1 } })
  expect(seen()).toBeNull()

  sandbox.queryRelayer.auto()
  neutron.nextBlock()
  expect(seen()).toEqual({ coins: [{ denom: 'uatom', amount: '400' }], threshold_reached: false })

  hub.account('carol', '5000uatom')
  await hub.account('carol').transfer(bob, '700uatom')
  neutron.nextBlock(2)
  expect(seen()).toEqual({ coins: [{ denom: 'uatom', amount: '1100' }], threshold_reached: true })

  hub.state.setBalance(bob, '3uatom')
  neutron.nextBlock(2)
  expect(seen()).toEqual({ coins: [{ denom: 'uatom', amount: '3' }], threshold_reached: false })
  expect(neutron.failures(reader)).toEqual([])
})

test('an upgrade of the hub in between: the contract keeps what it saw until the client is upgraded', async ({
  sandbox,
}) => {
  const { neutron, hub } = sandbox.chains
  const bob = hub.account('bob', '400uatom')
  const alice = neutron.account('alice', '10000000untrn')
  const reader = await alice.deploy('contracts/artifacts/remote_reader.wasm', {}, { funds: '1000000untrn' })
  const what = { balances: { addr: bob.address, denoms: ['uatom'] } }
  await alice.execute(reader, { register: { connection_id: 'connection-0', update_period: 1, what } })
  await sandbox.queryRelayer.deliver(1)

  await hub.upgrade({ revision: 2 })
  hub.account('bob', '600uatom')
  await expect(sandbox.queryRelayer.deliver(1)).rejects.toFailWith({
    codespace: '07-tendermint',
    message: /header height revision 2 does not match trusted header revision 1/,
  })
  expect(neutron.query(reader, { seen: { query_id: 1 } })).toMatchObject({ coins: [{ amount: '400' }] })

  await sandbox.relayer.upgradeClient('neutron')
  await sandbox.queryRelayer.deliver(1)
  expect(neutron.query(reader, { seen: { query_id: 1 } })).toMatchObject({ coins: [{ amount: '1000' }] })
})
