import { inspect } from 'node:util'
import { expect, test } from 'sudobox/vitest'

// What `console.log` prints: a few lines, and nothing of the machinery.

const LAB = 'contracts/artifacts/callback_lab.wasm'

test('results of transactions and callbacks', async ({ neutron }) => {
  const alice = neutron.account('alice', '100untrn')
  const lab = await alice.deploy(LAB, { on_timeout: 'error' }, { label: 'lab' })
  const sent = await alice.execute(lab, { act: { behaviour: 'succeed' } }, { funds: '5untrn' })
  expect(inspect(sent)).toMatch(
    /^Transaction [0-9A-F]{8}… on neutron at height \d+: it succeeded\n {2}gas used: \d+ of 50000000; events: \d+; data: \d+ bytes\n {2}execute lab \{.*\} with 5untrn \[.* gas.*\]/,
  )
  const timeout = await lab.callback({ timeout: {} })
  expect(inspect({ timeout })).toMatch(
    /Callback on neutron at height \d+: it has code 0, and a callback in it failed\n +callback of lab: told to fail.*\n +recorded as failure 0 .*of its limit 1000000\n/,
  )
  expect(inspect(timeout).split('\n').length).toBeLessThan(20)
  // Members are as they were.
  expect(Object.keys(timeout)).toContain('events')
  expect(inspect({ ...timeout })).toContain('codespace')
})

test('a TxError is its message, its stack and its cause', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const lab = await alice.deploy(LAB, {}, { label: 'lab' })
  const error = await alice.execute(lab, { act: { behaviour: 'error' } }).catch((thrown: unknown) => thrown as Error)
  const told = inspect(error)
  expect(told).toMatch(/^TxError: .*told to fail/)
  expect(told).toContain('  execute lab ')
  expect(told).toContain('shown.test.ts')
  expect(told).not.toMatch(/gasWanted|Uint8Array|result:/)
  Object.assign(error, { cause: new Error('why') })
  expect(inspect(error)).toMatch(/\[cause\]: Error: why/)
})

test('deliveries of packets and of query results', async ({ neutron, hub, relayer, queryRelayer }) => {
  const alice = neutron.account('alice', '9000000untrn')
  await alice.ibcTransfer(hub.account('bob'), '5untrn')
  const deliveries = await relayer.relay()
  expect(inspect(deliveries[0])).toMatch(
    /^Delivery recv of packet 1, channel-0 from neutron to hub, on hub at height \d+: it succeeded\n {2}gas used/,
  )
  expect(inspect(deliveries).split('\n').length).toBeLessThan(30)
  const reader = await alice.deploy(
    'contracts/artifacts/remote_reader.wasm',
    { pays: { recipient: alice.address, denom: 'untrn' } },
    { funds: '5000000untrn' },
  )
  const what = { transfers: { recipient: hub.account('vault').address, min_height: null } }
  await alice.execute(reader, { register: { connection_id: 'connection-0', update_period: 1, what } })
  await hub.account('payer', '10uatom').transfer('vault', '5uatom', { memo: alice.address })
  const [result] = await queryRelayer.deliver(1)
  expect(inspect(result)).toMatch(
    /^Result of the tx query 1, of height \d+ there, on neutron at height \d+: it (succeeded|has code 0)/,
  )
})

test('a sandbox', ({ sandbox }) => {
  sandbox.chains.neutron.account('alice')
  expect(inspect(sandbox)).toMatch(
    /^Sandbox with 1 actions in its log\n {2}Chain neutron .*accounts: alice;.*\n {2}Chain hub .*$/,
  )
})
