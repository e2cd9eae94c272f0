import { test, expect } from 'sudobox/vitest'

test('a callback that needs too much gas is recorded and can be resubmitted', async ({ sandbox }) => {
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '10000000untrn')
  const lab = await alice.deploy('contracts/artifacts/callback_lab.wasm', { on_timeout: { spend_gas: '1500000' } })

  await alice.execute(
    lab,
    { transfer: { channel: 'channel-0', to: hub.account('bob').address, amount: '100' } },
    { funds: '3000untrn' },
  )
  await hub.skipPastTimeout()
  const [timeout] = await sandbox.relayer.relay()

  expect(timeout).toUseGas({ sudo: 1_000_000n })
  expect(neutron.failures(lab)).toMatchObject([{ id: 0n, error: 'codespace: contractmanager, code: 1103' }])

  await alice.execute(lab, { resubmit: { failure_id: 0 } })
  expect(neutron.failures(lab)).toEqual([])
})

test('a callback that fails until the contract is migrated', async ({ sandbox }) => {
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '10000000untrn')
  const codeId = await alice.store('contracts/artifacts/callback_lab.wasm')
  const lab = await alice.instantiate(codeId, { on_timeout: 'error' }, { admin: 'alice' })
  const send = { transfer: { channel: 'channel-0', to: hub.account('bob').address, amount: '100' } }
  await alice.execute(lab, send, { funds: '3000untrn' })
  await hub.skipPastTimeout()
  await sandbox.relayer.relay()
  expect(neutron.failures(lab)).toHaveLength(1)

  const resubmit = { resubmit: { failure_id: 0 } }
  await expect(alice.execute(lab, resubmit)).rejects.toFailWith({ codespace: 'contractmanager', code: 1102 })
  expect(neutron.failures(lab)).toHaveLength(1)
  await alice.migrate(lab, codeId, { on_timeout: 'succeed' })
  await alice.execute(lab, resubmit)
  expect(neutron.failures(lab)).toEqual([])
  expect(neutron.query(lab, { counters: {} })).toMatchObject({ timeout: 1 })
})

test('when the relayer runs out of gas everything is reverted, the failure included, and the packet stays pending', async ({
  sandbox,
}) => {
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '10000000untrn')
  const lab = await alice.deploy('contracts/artifacts/callback_lab.wasm', { on_timeout: { spend_gas: '1500000' } })
  const send = { transfer: { channel: 'channel-0', to: hub.account('bob').address, amount: '100' } }
  await alice.execute(lab, send, { funds: '3000untrn' })
  await hub.skipPastTimeout()
  const before = neutron.balances(lab)
  const tooLittle = sandbox.relayer.relay({ gasLimit: 900_000n })
  await expect(tooLittle).rejects.toFailWith({ codespace: 'sdk', code: 11, message: /^out of gas/ })
  expect(neutron.failures(lab)).toEqual([])
  expect(neutron.balances(lab)).toEqual(before)
  expect(sandbox.relayer.pending()).toMatchObject([{ state: 'timedOut', next: 'timeout' }])
  await sandbox.relayer.relay({ gasLimit: 2_000_000n })
  expect(neutron.failures(lab)).toHaveLength(1)
  expect(sandbox.relayer.pending()).toEqual([])
})
