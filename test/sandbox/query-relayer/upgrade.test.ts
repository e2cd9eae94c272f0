import { describe } from 'vitest'
import { upgrade, type ChainApp } from '../../../src/app/index.js'
import { createSandbox, TxError, UsageError } from '../../../src/sandbox/index.js'
import { expect, test } from '../../../src/vitest/index.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'
type Sandbox = ReturnType<typeof createSandbox>

/** A contract with a query of a balance on the hub. */
async function asking(sandbox: Sandbox) {
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '1000000000untrn')
  const bob = hub.account('bob', '500uatom')
  const lab = await alice.deploy(LAB, {}, { funds: '10000000untrn' })
  const bytes = hub.host.app.address(bob.address)
  const key = Buffer.from([2, bytes.length, ...bytes, ...Buffer.from('uatom')]).toString('base64')
  await alice.execute(lab, {
    register_kv_query: { connection_id: 'connection-0', update_period: 1, keys: [{ path: 'bank', key }] },
  })
  const seen = () => {
    const { result } = neutron.query<{ result: { kv_results: { value: string }[]; revision: number | string } }>(lab, {
      query_result: { query_id: 1 },
    })
    return { amount: Buffer.from(result.kv_results[0]!.value, 'base64').toString(), revision: Number(result.revision) }
  }
  return { alice, bob, lab, seen }
}

async function refused(step: Promise<unknown>): Promise<TxError> {
  try {
    await step
  } catch (error) {
    if (error instanceof TxError) return error
    throw error
  }
  throw new Error('it was not refused')
}
const MISMATCH = /header height revision 2 does not match trusted header revision 1/

describe('an upgrade of the hub', () => {
  test('queries fail until the client is upgraded, and work again afterwards', async () => {
    const sandbox = createSandbox()
    const { hub, neutron } = sandbox.chains
    const { bob, seen } = await asking(sandbox)
    await sandbox.queryRelayer.deliver(1)
    expect(seen()).toEqual({ amount: '500', revision: 1 })

    const before = hub.height
    const { chainId, lastHeight } = await hub.upgrade({ revision: 2 })
    expect(chainId).toBe('hub-sandbox-2')
    expect(hub.chainId).toBe('hub-sandbox-2')
    expect(lastHeight).toBe(before + 3n)
    expect(hub.host.app.baseApp.block(Number(lastHeight))!.signed.header.chainId).toBe('hub-sandbox-1')
    hub.account('bob', '1uatom')
    expect(hub.host.app.baseApp.block(Number(hub.height))!.signed.header.chainId).toBe('hub-sandbox-2')

    const height = neutron.height
    const error = await refused(sandbox.queryRelayer.deliver(1))
    expect(error.shortMessage).toMatch(MISMATCH)
    expect(error.result).toMatchObject({ codespace: '07-tendermint' })
    expect(neutron.height).toBe(height + 1n)
    expect(seen()).toEqual({ amount: '500', revision: 1 })

    const upgraded = await sandbox.relayer.upgradeClient('neutron')
    expect(upgraded.events.some(({ type }) => type === 'upgrade_client')).toBe(true)
    await sandbox.queryRelayer.deliver(1)
    expect(seen()).toEqual({ amount: '501', revision: 2 })
    expect(hub.balance(bob, 'uatom')).toBe(501n)
    // The revision counts before the height: what was known before the upgrade is behind for good.
    await expect(sandbox.queryRelayer.deliver(1, { lie: 'stale' })).rejects.toThrow(/1114|height/)
  })

  test('packets wait for the upgraded client, both ways', async () => {
    const sandbox = createSandbox()
    const { hub, neutron } = sandbox.chains
    const alice = neutron.account('alice', '1000000000untrn')
    const bob = hub.account('bob', '1000uatom')
    await hub.upgrade({ revision: 7 })
    await bob.ibcTransfer(alice.address, '100uatom')
    expect((await refused(sandbox.relayer.relay())).shortMessage).toMatch(
      /revision 7 does not match trusted header revision 1/,
    )
    expect(sandbox.relayer.pending()).toHaveLength(1)
    await sandbox.relayer.upgradeClient('neutron')
    await sandbox.relayer.relay()
    expect(sandbox.relayer.pending()).toHaveLength(0)
    expect(neutron.balances(alice).find(({ denom }) => denom.startsWith('ibc/'))?.amount).toBe(100n)
    await alice.ibcTransfer(bob.address, '5untrn')
    await sandbox.relayer.relay()
    expect(hub.balances(bob).find(({ denom }) => denom.startsWith('ibc/'))?.amount).toBe(5n)
  })

  test('a packet with a timeout height of the old revision times out', async () => {
    const sandbox = createSandbox()
    const { hub, neutron } = sandbox.chains
    const alice = neutron.account('alice', '1000untrn')
    await alice.ibcTransfer(hub.account('bob').address, '100untrn', {
      timeoutHeight: { revisionNumber: 1n, revisionHeight: 1_000_000n },
      timeoutSeconds: 0n,
    })
    expect(sandbox.relayer.pending()).toMatchObject([{ state: 'sent' }])
    await hub.upgrade({ revision: 2 })
    await sandbox.relayer.upgradeClient('neutron')
    expect(sandbox.relayer.pending()).toMatchObject([{ state: 'timedOut' }])
    await sandbox.relayer.relay()
    expect(neutron.balance('alice', 'untrn')).toBe(1000n)
  })

  test('an automatic relayer waits, and goes on once the client is upgraded', async () => {
    const sandbox = createSandbox({ relayer: 'automatic', queryRelayer: 'automatic' })
    const { hub, neutron } = sandbox.chains
    const { alice, bob, seen } = await asking(sandbox)
    expect(seen().amount).toBe('500')
    await hub.upgrade({ revision: 2 })
    await bob.ibcTransfer(alice.address, '100uatom')
    expect(sandbox.relayer.pending()).toHaveLength(1)
    expect(seen()).toEqual({ amount: '500', revision: 1 })
    await sandbox.relayer.upgradeClient('neutron')
    neutron.nextBlock()
    expect(sandbox.relayer.pending()).toHaveLength(0)
    expect(seen()).toEqual({ amount: '400', revision: 2 })
  })

  test('a transaction from before can no longer be proven afterwards; one from after can', async () => {
    const sandbox = createSandbox()
    const { hub, neutron } = sandbox.chains
    const { alice, bob, lab } = await asking(sandbox)
    const filter = JSON.stringify([{ field: 'transfer.sender', op: 'Eq', value: bob.address }])
    await alice.execute(lab, {
      register_tx_query: { connection_id: 'connection-0', update_period: 1, transactions_filter: filter },
    })
    await bob.transfer(hub.account('carol'), '1uatom')
    await hub.upgrade({ revision: 2 })
    await sandbox.relayer.upgradeClient('neutron')
    const counters = () => neutron.query(lab, { counters: {} })
    // The client takes headers of its own chain id alone.
    const error = await refused(sandbox.queryRelayer.deliver(2))
    expect(error.result).toMatchObject({ codespace: 'interchainqueries' })
    expect(error.shortMessage).toMatch(/header belongs to another chain "hub-sandbox-1", not "hub-sandbox-2"/)
    expect(counters()).toMatchObject({ tx_query_result: 0 })

    await alice.execute(lab, {
      update_query: {
        query_id: 2,
        new_transactions_filter: JSON.stringify([
          { field: 'transfer.sender', op: 'Eq', value: bob.address },
          { field: 'tx.height', op: 'Gt', value: Number(hub.height) },
        ]),
      },
    })
    await bob.transfer(hub.account('carol'), '2uatom')
    await sandbox.queryRelayer.deliver(2)
    expect(counters()).toMatchObject({ tx_query_result: 1 })
  })

  test('what it exports is the genesis of the chain under its new id', async () => {
    const sandbox = createSandbox()
    const { hub } = sandbox.chains
    hub.account('bob', '5uatom')
    await hub.upgrade({ revision: 2 })
    const genesis = hub.exportGenesis()
    expect(genesis).toMatchObject({ chain_id: 'hub-sandbox-2', initial_height: Number(hub.height) + 1 })
    const again = createSandbox({ chains: { hub: { genesis } } }).chains.hub
    expect(again.chainId).toBe('hub-sandbox-2')
    expect(again.exportGenesis().app_state['bank']).toEqual(genesis.app_state['bank'])
  })

  test("with proofs: 'trust' nothing is interrupted, and no client needs the upgrade", async () => {
    const sandbox = createSandbox({ ibc: { proofs: 'trust' } })
    const { hub, neutron } = sandbox.chains
    const bob = hub.account('bob', '50uatom')
    await hub.upgrade({ revision: 2 })
    await expect(sandbox.relayer.upgradeClient('neutron')).rejects.toThrow('no client needs an upgrade')
    await bob.ibcTransfer(neutron.account('alice'), '5uatom')
    await sandbox.relayer.relay()
    expect(neutron.balances('alice')).toMatchObject([{ amount: 5n }])
  })

  test('is an action that can be replayed, undone by a snapshot, and repeated', async () => {
    const sandbox = createSandbox()
    const { hub } = sandbox.chains
    const { seen } = await asking(sandbox)
    const id = await sandbox.snapshot()
    await hub.upgrade({ revision: 2 })
    await hub.upgrade({ revision: 5 })
    await sandbox.relayer.upgradeClient('neutron')
    await sandbox.relayer.upgradeClient('neutron')
    await sandbox.queryRelayer.deliver(1)
    expect(seen().revision).toBe(5)
    const log = [...sandbox.log]
    const again = createSandbox()
    for (const action of log) await again.perform(action)
    expect(again.chains.hub.exportGenesis()).toEqual(hub.exportGenesis())
    expect(again.chains.hub.chainId).toBe('hub-sandbox-5')
    await sandbox.restore(id)
    expect(hub.chainId).toBe('hub-sandbox-1')
    await sandbox.queryRelayer.deliver(1)
    expect(seen().revision).toBe(1)
  })

  test('refuses an invalid plan, and changes nothing', async () => {
    const sandbox = createSandbox({ chains: { neutron: { chainId: 'test-2' }, hub: { chainId: 'test-1' } } })
    const { hub } = sandbox.chains
    const height = hub.height
    for (const [revision, text] of [
      [1, 'revision 1 must be above that of test-1'],
      [2, 'neutron has the chain id test-2 already'],
      [-1, 'revision'],
    ] as const) {
      const failing = hub.upgrade({ revision })
      await expect(failing).rejects.toThrow(UsageError)
      await expect(failing).rejects.toThrow(text)
    }
    const withoutModule = { chainId: 'test-2', modules: [] } as unknown as ChainApp
    expect(() => upgrade(withoutModule, 3n)).toThrow('test-2 cannot be upgraded: it has no upgrade module')
    await expect(sandbox.relayer.upgradeClient('neutron')).rejects.toThrow('follows hub under its last id, test-1')
    await expect(sandbox.relayer.upgradeClient('neutron', { client: '07-tendermint-9' })).rejects.toThrow(
      'has no client',
    )
    expect(hub.height).toBe(height)
    await hub.upgrade({ revision: 3 })
    expect(hub.chainId).toBe('test-3')
    const plain = createSandbox({ chains: { hub: { chainId: 'hub' } } })
    await expect(plain.chains.hub.upgrade({ revision: 2 })).rejects.toThrow('has no revision')
  })
})

test('Neutron is upgraded too: packets to the hub pass once its client knows the new id', async () => {
  const sandbox = createSandbox()
  const { hub, neutron } = sandbox.chains
  const [alice, bob] = [neutron.account('alice', '100untrn'), hub.account('bob')]
  const { chainId } = await neutron.upgrade({ revision: 2 })
  expect(neutron.chainId).toBe(chainId)
  await alice.ibcTransfer(bob, '40untrn')
  expect((await refused(sandbox.relayer.relay())).shortMessage).toMatch(MISMATCH)
  await sandbox.relayer.upgradeClient('hub')
  await sandbox.relayer.relay()
  expect(hub.balances(bob).map(({ amount }) => amount)).toEqual([40n])
})
