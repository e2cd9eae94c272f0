import { expect, test } from 'vitest'
import { createSandbox } from 'sudobox'

test('on nolus a failed callback is stored, and sending it again panics, as on the chain', async () => {
  const sandbox = createSandbox({ chains: { nolus: { kind: 'nolus' }, hub: {} } })
  const { nolus, hub } = sandbox.chains
  const alice = nolus.account('alice', '10000000unls')
  const bob = hub.account('bob')
  const lab = await alice.deploy('contracts/artifacts/callback_lab.wasm', { on_response: 'error' })
  const transfer = { channel: 'channel-0', to: bob.address, amount: '100' }
  await alice.execute(lab, { transfer }, { funds: '1000unls' })
  const [, ack] = await sandbox.relayer.relay()
  expect(ack).toMatchObject({ kind: 'ack' })
  // The coins have moved all the same, and the contract has paid nobody for that.
  expect(bob.balances()).toMatchObject([{ amount: 100n }])
  expect(nolus.balance(lab, 'unls')).toBe(900n)
  expect(nolus.failures(lab)).toMatchObject([{ id: 0n, error: 'codespace: wasm, code: 5' }])
  const again = await alice.execute(lab, { resubmit: { failure_id: 0 } }).catch((error: unknown) => error)
  expect(String(again)).toContain('invalid memory address or nil pointer dereference')
  expect(nolus.failures(lab)).toHaveLength(1)
})
