import { describe } from 'vitest'
import { QueryRelayError, TxError, UsageError, createSandbox, type Sandbox } from '../../../src/sandbox/index.js'
import { expect, test } from '../../../src/vitest/index.js'
import { replayed, rootsOf } from '../replaying.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'
/** As on the live chain: a callback that fails takes its submission with it. */
const DIRECT = { chains: { neutron: { icq: { callbacks: 'direct' } } } } as const
const AUTOMATIC = { relayer: 'automatic', queryRelayer: 'automatic', ...DIRECT } as const

/** A contract that registers what it is told to. */
async function asking(sandbox: Sandbox) {
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '1000000000untrn')
  const [bob, carol] = [hub.account('bob', '500uatom'), hub.account('carol')]
  const lab = await alice.deploy(LAB, {}, { funds: '100000000untrn' })
  const address = hub.host.app.address(bob.address)
  const key = Buffer.from([2, address.length, ...address, ...Buffer.from('uatom')]).toString('base64')
  const keys = (path: string, update_period = 1) =>
    alice.execute(lab, { register_kv_query: { connection_id: 'connection-0', update_period, keys: [{ path, key }] } })
  const transfers = () => {
    const filter = [{ field: 'transfer.recipient', op: 'Eq', value: carol.address }]
    const transactions_filter = JSON.stringify(filter)
    return alice.execute(lab, {
      register_tx_query: { connection_id: 'connection-0', update_period: 1, transactions_filter },
    })
  }
  const configure = (callback: string, behaviour: unknown) => alice.execute(lab, { configure: { callback, behaviour } })
  const counters = () => neutron.query<{ tx_query_result: number; kv_query_result: number }>(lab, { counters: {} })
  return { neutron, hub, alice, bob, carol, lab, keys, transfers, configure, counters }
}
const failing = ({ queryRelayer }: Sandbox) =>
  queryRelayer.pending().flatMap(({ queryId, failures }) => failures.map(({ reason }) => [queryId, reason] as const))

describe('by itself', () => {
  test('a query that cannot be read stops no other query, and reports why', async () => {
    const sandbox = createSandbox(AUTOMATIC)
    const { keys, counters, neutron, bob, carol } = await asking(sandbox)
    await keys('nostore')
    await keys('bank')
    await keys('nostore', 40)
    const seen = counters().kv_query_result
    expect(seen).toBeGreaterThan(0)
    await bob.transfer(carol, '1uatom')
    neutron.nextBlock(3)
    expect(counters().kv_query_result).toBeGreaterThan(seen)
    expect(failing(sandbox)).toEqual([
      [1n, expect.stringContaining('nostore')],
      [3n, expect.stringContaining('nostore')],
    ])
    const [first, , third] = sandbox.queryRelayer.pending()
    expect(first!.failures[0]!.attempts).toBeGreaterThan(1)
    // By its update period, where that is longer than the pause.
    expect(third!.failures).toMatchObject([{ attempts: 1, remoteTx: undefined }])
    expect(third!.failures[0]!.retryAt - neutron.height).toBeGreaterThan(20n)
    await sandbox.close()
  })

  test('of several transactions one whose callback fails waits alone, and is delivered once the contract is fixed', async () => {
    const sandbox = createSandbox(AUTOMATIC)
    const { transfers, configure, counters, neutron, hub, bob, carol } = await asking(sandbox)
    await transfers()
    await configure('tx_query_result', 'error')
    const sent = await bob.transfer(carol, '1uatom')
    neutron.nextBlock()
    expect(sandbox.queryRelayer.pending()).toMatchObject([
      { transactions: [sent.hash], failures: [{ remoteTx: sent.hash }] },
    ])
    await configure('tx_query_result', 'succeed')
    const before = sandbox.queryRelayer.delivered.length
    await bob.transfer(carol, '2uatom')
    neutron.nextBlock(64)
    expect(counters().tx_query_result).toBe(2)
    expect(sandbox.queryRelayer.delivered.length).toBeGreaterThan(before)
    expect(sandbox.queryRelayer.pending()).toMatchObject([{ transactions: [], failures: [] }])
    expect(hub.balance(carol, 'uatom')).toBe(3n)
    await sandbox.close()
  })

  test('a filter that makes a search longer than nodes accept is never delivered, and reports why', async () => {
    const sandbox = createSandbox(AUTOMATIC)
    const { alice, lab, neutron, bob, carol, counters } = await asking(sandbox)
    const item = { field: 'transfer.recipient', op: 'Eq', value: carol.address }
    const register = (times: number) =>
      alice.execute(lab, {
        register_tx_query: {
          connection_id: 'connection-0',
          update_period: 1,
          transactions_filter: JSON.stringify(Array.from({ length: times }, () => item)),
        },
      })
    await register(7)
    await register(8)
    await bob.transfer(carol, '1uatom')
    neutron.nextBlock(2)
    expect(counters().tx_query_result).toBe(1)
    const [short, long] = sandbox.queryRelayer.pending()
    expect(short!.failures).toEqual([])
    expect(long!.failures[0]!.reason).toContain('the filter makes a search of 579 characters, and nodes take 512')
    await sandbox.close()
  })

  test('a transaction that failed a while ago is not retried because of a new one', async () => {
    const sandbox = createSandbox(AUTOMATIC)
    const { transfers, configure, neutron, bob, carol } = await asking(sandbox)
    await transfers()
    await configure('tx_query_result', 'error')
    await bob.transfer(carol, '1uatom')
    for (let i = 0; i < 3; i++) neutron.nextBlock(4)
    const attempts = () => sandbox.queryRelayer.pending()[0]!.failures.map((failure) => failure.attempts)
    const [before] = attempts()
    expect(before).toBeGreaterThan(2)
    await bob.transfer(carol, '1uatom')
    expect(attempts()).toEqual([before, 1])
    await sandbox.close()
  })

  test('a frozen client fails the queries over it, and nothing else; a listener is notified', async () => {
    const sandbox = createSandbox(AUTOMATIC)
    const { keys, hub, neutron, alice, bob } = await asking(sandbox)
    await keys('bank', 5)
    await keys('bank', 5)
    await sandbox.relayer.misbehaviour('neutron')
    const heard: string[] = []
    sandbox.queryRelayer.onFailure(({ result, reason }) => heard.push(`${result.queryId} ${reason.slice(-60)}`))
    neutron.nextBlock(10)
    await bob.transfer(hub.account('carol'), '5uatom')
    await alice.transfer(neutron.account('dora'), '5untrn')
    expect([hub.balance('carol', 'uatom'), neutron.balance('dora', 'untrn')]).toEqual([5n, 5n])
    expect(failing(sandbox).map(([id]) => id)).toEqual([1n, 2n])
    for (const [, reason] of failing(sandbox)) expect(reason).toMatch(/status Frozen/)
    expect(heard.length).toBeGreaterThanOrEqual(2)
    await sandbox.close()
  })

  test('what failed is in a snapshot, and in a replay', async () => {
    const sandbox = createSandbox(AUTOMATIC)
    const { keys, transfers, configure, neutron, bob, carol } = await asking(sandbox)
    await keys('nostore')
    await transfers()
    await configure('tx_query_result', 'error')
    await bob.transfer(carol, '1uatom')
    const id = await sandbox.snapshot()
    const go = async () => {
      for (let i = 0; i < 4; i++) {
        neutron.nextBlock()
        await bob.transfer(carol, '1uatom')
      }
      return { pending: sandbox.queryRelayer.pending(), roots: rootsOf(sandbox) }
    }
    const once = await go()
    await sandbox.restore(id)
    expect(await go()).toEqual(once)
    expect(await replayed(AUTOMATIC, sandbox.log)).toEqual(once.roots)
    await sandbox.close()
  })
})

describe('on request', () => {
  test('a forged result that is refused is not a failure of the query', async ({ sandbox }) => {
    const { keys } = await asking(sandbox)
    await keys('bank')
    await expect(sandbox.queryRelayer.deliver(1, { lie: 'value' })).rejects.toThrow(QueryRelayError)
    expect(failing(sandbox)).toEqual([])
    await sandbox.queryRelayer.deliver(1)
  })

  test('all others are delivered, and a request for one query reports what prevents it', async ({ sandbox }) => {
    const { keys, counters } = await asking(sandbox)
    await keys('nostore')
    await keys('bank')
    const error: unknown = await sandbox.queryRelayer.deliverAll().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(QueryRelayError)
    const { delivered, cause } = error as QueryRelayError
    expect(delivered.map(({ queryId, code, hash }) => [queryId, code, hash === ''])).toEqual([
      [1n, 3, true],
      [2n, 0, false],
    ])
    expect(cause).toBeInstanceOf(UsageError)
    expect(counters().kv_query_result).toBe(1)
    const one = sandbox.queryRelayer.deliver(1)
    await expect(one).rejects.toThrow(/nostore/)
    await expect(one).rejects.not.toThrow(TxError)
  })
})
