import { expect, test } from '../../../src/vitest/index.js'
import { createSandbox } from '../../../src/sandbox/index.js'

/** Automatic relayers that take their time, as real ones do. */

test('a packet and its acknowledgement are delivered the given number of seconds late', async () => {
  const sandbox = createSandbox({ relayer: 'automatic' })
  const { neutron, hub } = sandbox.chains
  sandbox.relayer.auto(true, { late: 20 })
  const [alice, bob] = [neutron.account('alice', '1000untrn'), hub.account('bob')]
  await alice.ibcTransfer(bob, '10untrn', { timeoutSeconds: 600n })
  expect(sandbox.relayer.delivered).toEqual([])
  sandbox.advance(10)
  expect(sandbox.relayer.delivered).toEqual([])
  sandbox.advance(10)
  expect(sandbox.relayer.delivered.map(({ kind }) => kind)).toEqual(['recv'])
  sandbox.advance(30)
  expect(sandbox.relayer.delivered.map(({ kind }) => kind)).toEqual(['recv', 'ack'])
  await sandbox.close()
})

test('a shorter timeout passes in the meantime', async () => {
  const sandbox = createSandbox({ relayer: 'automatic' })
  const { neutron, hub } = sandbox.chains
  sandbox.relayer.auto(true, { late: 20 })
  const alice = neutron.account('alice', '1000untrn')
  await alice.ibcTransfer(hub.account('bob'), '10untrn', { timeoutSeconds: 5n })
  for (let i = 0; i < 6; i++) sandbox.advance(10)
  expect(sandbox.relayer.delivered.map(({ kind }) => kind)).toEqual(['timeout'])
  expect(neutron.balance(alice, 'untrn')).toBe(1000n)
  await sandbox.close()
})
