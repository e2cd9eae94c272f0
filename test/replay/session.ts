import { expect } from 'vitest'
import { createSandbox, type Account, type Sandbox } from '../../src/sandbox/index.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const PROBE = 'fixtures/golden-stories/probe.wasm'

/** The key of a balance in the store of a chain's bank. */
const balanceKey = (account: Account): { path: string; key: string } => {
  const address = account.chain.host.app.address(account.address)
  return {
    path: 'bank',
    key: Buffer.from([2, address.length, ...address, ...Buffer.from('uatom')]).toString('base64'),
  }
}

const failing = (step: Promise<unknown>) => expect(step).rejects.toThrow()

/** A sandbox in which everything happens that can be recorded: some of it is taken back, some of it fails. */
export async function session(start: (sandbox: Sandbox) => void = () => {}): Promise<Sandbox> {
  const sandbox = createSandbox({ chains: { neutron: { balances: { rich: '5untrn' } } } })
  start(sandbox)
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '1000000000untrn')
  const bob = hub.account('bob', '1000000uatom')
  const dave = neutron.account('dave', { funds: '1000aevm', key: 'eth' })
  const lab = await alice.deploy(LAB, { on_timeout: { spend_gas: '1500000' }, on_response: 'error' }, { label: 'lab' })

  // Transfers, both ways, in time and too late, and a relayer that lies.
  const send = (memo: string) =>
    alice.execute(
      lab,
      { transfer: { channel: 'channel-0', to: bob.address, amount: '100', timeout_seconds: 60, memo } },
      { funds: '3000untrn' },
    )
  await send('in time')
  await failing(sandbox.relayer.relay({ forge: { proof: { flipBit: 9 } } }))
  await sandbox.relayer.relay()
  await send('too late ${alice} $${bob}')
  await hub.skipPastTimeout()
  await sandbox.relayer.relay()
  await bob.ibcTransfer(dave.address, '77uatom')
  await sandbox.relayer.relay({ gasLimit: 40_000_000n })

  // What is taken back is not in the log, whatever it did.
  const moment = await sandbox.snapshot()
  await alice.execute(lab, { resubmit: { failure_id: 1 } })
  neutron.setParams('contractmanager', { sudo_call_gas_limit: '5' })
  await hub.upgrade({ revision: 9 })
  await sandbox.restore(moment)

  await alice.execute(lab, { resubmit: { failure_id: 1 } })
  await failing(alice.execute(lab, { resubmit: { failure_id: 7 } }))
  neutron.setParams('contractmanager', { sudo_call_gas_limit: '2000000' })
  await lab.callback({ timeout: {} })
  sandbox.advance(3_600)

  // Results of queries, and lies about them.
  const probe = await alice.deploy(PROBE, {}, { funds: '100000000untrn', label: 'probe' })
  const custom = {
    register_interchain_query: {
      query_type: 'kv',
      transactions_filter: '',
      keys: [balanceKey(bob)],
      connection_id: 'connection-0',
      update_period: 1,
    },
  }
  const messages = [{ id: 1, msg: { custom }, gas_limit: null, reply_on: 'never' }]
  await alice.execute(probe, { ok: { messages, attributes: [], events: [], data: null } })
  await sandbox.queryRelayer.deliver(1)
  await failing(sandbox.queryRelayer.deliver(1, { lie: 'value' }))

  // Misuse is an action too.
  expect(() =>
    sandbox.performNow({ action: 'tx', from: 'nobody', messages: [{ send: { to: 'alice', amount: '1untrn' } }] }),
  ).toThrow()
  // The EVM beside the chain, with a request that it refuses.
  const { evm } = sandbox
  const [owner] = (await evm.request({ method: 'eth_accounts' })) as [string]
  const value = { from: owner, to: dave.evmAddress, value: '0x5' }
  await evm.request({ method: 'eth_sendTransaction', params: [value] })
  await failing(evm.request({ method: 'eth_sendTransaction', params: [{ ...value, value: `0x${'f'.repeat(40)}` }] }))
  await evm.request({ method: 'evm_mine', params: [] })

  sandbox.queryRelayer.auto(true)
  sandbox.relayer.auto(true)
  await send('by itself')
  await hub.upgrade({ revision: 2 })
  await sandbox.relayer.upgradeClient('neutron')
  neutron.nextBlock(3)
  neutron.state.setBalance('alice', '5untrn')
  return sandbox
}

export const heads = (sandbox: Sandbox) =>
  Object.keys(sandbox.chains).map((chain) => sandbox.performNow({ action: 'head', chain }))
