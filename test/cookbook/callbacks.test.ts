// Callbacks
import { expect, test } from 'sudobox/vitest'

const LAB = 'contracts/artifacts/callback_lab.wasm'

/** The contract is called back under the sudo limit of 1,000,000 gas. A callback that needs more fails, and the chain records the failure. */
test('A callback out of gas', async ({ neutron }) => {
  const lab = await neutron.account('alice').deploy(LAB, { on_timeout: { spend_gas: '1500000' } })

  const timeout = await lab.callback({ timeout: {} })

  expect(timeout).toUseGas({ sudo: 1_000_000n })
  expect(lab).toHaveFailures([{ id: 0n, error: 'codespace: contractmanager, code: 1103' }])
})

/** A resubmission has no limit except that of its transaction. If it fails again, the failure stays recorded. */
test('Resubmit a failure', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const lab = await alice.deploy(LAB, { on_timeout: 'error' })
  await lab.callback({ timeout: {} })
  const resubmit = { resubmit: { failure_id: 0 } }

  await expect(alice.execute(lab, resubmit)).rejects.toFailWith({ codespace: 'contractmanager', code: 1102 })
  expect(lab).toHaveFailures(1)

  await alice.execute(lab, { configure: { callback: 'timeout', behaviour: { spend_gas: '1500000' } } })
  await alice.execute(lab, resubmit)
  expect(lab).not.toHaveFailures()
})

/** The receiver refuses the packet: its chain writes an error acknowledgement, which the relayer delivers. */
test('An error acknowledgement', async ({ neutron, hub, relayer }) => {
  const alice = neutron.account('alice', '10000untrn')
  const lab = await alice.deploy(LAB)
  const to = hub.account('bob').address
  await alice.execute(lab, { transfer: { channel: 'channel-0', to, amount: '100' } }, { funds: '3000untrn' })

  const [recv, ack] = await relayer.relay({ receiver: { errorCode: 5 } })

  expect([recv!.kind, ack!.kind]).toEqual(['recv', 'ack'])
  expect(lab.query({ counters: {} })).toMatchObject({ error: 1, response: 0 })
  expect(hub.balances(to)).toEqual([])
})

/** `skipPastTimeout()` makes blocks on the destination chain until the packet has timed out. The relayer then delivers the proof. */
test('A timeout', async ({ neutron, hub, relayer }) => {
  const alice = neutron.account('alice', '10000untrn')
  const lab = await alice.deploy(LAB)
  const transfer = { channel: 'channel-0', to: hub.account('bob').address, amount: '100', timeout_seconds: 60 }
  await alice.execute(lab, { transfer }, { funds: '3000untrn' })
  expect(relayer.pending()).toMatchObject([{ state: 'sent', next: 'recv' }])

  await hub.skipPastTimeout()
  expect(relayer.pending()).toMatchObject([{ state: 'timedOut', next: 'timeout' }])
  await relayer.relay()

  expect(lab.query({ counters: {} })).toMatchObject({ timeout: 1 })
  expect(relayer.pending()).toEqual([])
})

/** An ordered channel, such as that of an interchain account, closes with its first timeout. Registering the account again opens a new one for the same account. */
test('An ordered channel that closes and is opened again', async ({ sandbox, neutron, relayer }) => {
  const alice = neutron.account('alice', '10000000untrn')
  const lab = await alice.deploy(LAB)
  const account = { connection_id: 'connection-0', interchain_account_id: 'staker' }
  const register_fee = [{ denom: 'untrn', amount: '1000000' }]
  const register = async () => {
    await alice.execute(lab, { register_account: { ...account, register_fee } }, { funds: '2000000untrn' })
    await relayer.relay()
  }
  const msgs = [{ type_url: '/cosmos.staking.v1beta1.MsgDelegate', value: '' }]
  const send = () => alice.execute(lab, { submit_tx: { ...account, msgs, timeout: 30 } })
  await register()
  const address = lab.query({ account_address: account })

  await send()
  sandbox.advance(60)
  await relayer.relay()
  await expect(send()).rejects.toFailWith({ codespace: 'interchainaccounts', code: 11 })

  await register()
  await send()
  expect(lab.query({ account_address: account })).toEqual(address)
  expect(lab.query({ counters: {} })).toMatchObject({ open_ack: 2, timeout: 1 })
})

/** A relayer may deliver late, twice, in another order, or never; it may also forge data, which the chain's light client detects. */
test('A relayer that lies', async ({ neutron, hub, relayer }) => {
  const bob = hub.account('bob')
  await neutron.account('alice', '100untrn').ibcTransfer(bob, '70untrn')

  for (const forge of [{ proof: { flipBit: 77 } }, { proof: 'otherKey' }, { data: new Uint8Array(3) }] as const)
    await expect(relayer.relay({ forge })).rejects.toFailWith({})
  expect(bob.balances()).toEqual([])

  const delivered = await relayer.relay({ times: 2 })
  expect(delivered.map(({ kind }) => kind)).toEqual(['recv', 'recv', 'ack', 'ack'])
  expect(bob.balances()).toMatchObject([{ amount: 70n }])
})

/** A packet that an automatic relayer cannot deliver blocks nothing else: it stays pending with the reason, and is tried again. This one waits for an upgrade of the client. */
test('A packet that cannot be delivered yet', async ({ neutron, hub, relayer }) => {
  const [alice, bob] = [neutron.account('alice', '9untrn'), hub.account('bob', '5uatom')]
  relayer.auto()
  await hub.upgrade({ revision: 2 })
  await bob.ibcTransfer(alice, '5uatom')
  await alice.transfer(neutron.account('carol'), '1untrn')

  const [packet] = relayer.pending({ from: 'hub' })
  expect(packet!.failure!.reason).toMatch(/revision 2 does not match/)

  await relayer.upgradeClient('neutron')
  expect(relayer.pending()).toEqual([])
  expect(alice.balances()).toMatchObject([{ amount: 5n }, { amount: 8n }])
})
