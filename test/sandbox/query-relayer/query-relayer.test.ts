import { describe } from 'vitest'
import type { Account, QueryDelivery } from '../../../src/sandbox/index.js'
import { z } from 'zod'
import { action, createSandbox, QueryRelayError, UsageError, type ActionInput } from '../../../src/sandbox/index.js'
import { expect, test } from '../../../src/vitest/index.js'

const PROBE = 'fixtures/golden-stories/probe.wasm'
type Sandbox = ReturnType<typeof createSandbox>

/** The key of a balance in the store of a chain's bank. */
const balanceKey = (account: Account): { path: string; key: string } => {
  const address = account.chain.host.app.address(account.address)
  return {
    path: 'bank',
    key: Buffer.from([2, address.length, ...address, ...Buffer.from('uatom')]).toString('base64'),
  }
}

/** A contract that registers what it is told to, and notes what it is called back with. */
async function owner(sandbox: Sandbox) {
  const alice = sandbox.chains.neutron.account('alice', '1000000000untrn')
  const contract = await alice.deploy(PROBE, {}, { funds: '100000000untrn' })
  const register = async (query: object) => {
    const custom = {
      register_interchain_query: {
        transactions_filter: '',
        keys: [],
        connection_id: 'connection-0',
        update_period: 1,
        ...query,
      },
    }
    const { events } = await alice.execute(contract, {
      ok: {
        messages: [{ id: 1, msg: { custom }, gas_limit: null, reply_on: 'never' }],
        attributes: [],
        events: [],
        data: null,
      },
    })
    return BigInt(events.find(({ type }) => type === 'neutron')!.attributes.find(([name]) => name === 'query_id')![1])
  }
  const mode = (m: string) => alice.execute(contract, { m })
  return { alice, contract, register, mode }
}

const result = (sandbox: Sandbox, id: bigint) => {
  const { app } = sandbox.chains.neutron.host
  return (
    app as unknown as { interchainQueries: { result(ctx: object, id: bigint): { kvResults: { value: Uint8Array }[] } } }
  ).interchainQueries.result(app.context, id)
}
const balanceIn = (sandbox: Sandbox, id: bigint): string =>
  Buffer.from(result(sandbox, id).kvResults[0]!.value).toString()
/** The messages with which the contract was called. */
const told = (deliveries: readonly QueryDelivery[]): unknown[] =>
  deliveries.flatMap(({ trace }) => trace.map(({ entryPoint, message }) => [entryPoint, JSON.parse(message)]))
const transferFilter = (to: Account, ...more: object[]) =>
  JSON.stringify([{ field: 'transfer.recipient', op: 'Eq', value: to.address }, ...more])

async function refused(step: Promise<unknown>): Promise<QueryRelayError> {
  try {
    await step
  } catch (error) {
    if (error instanceof QueryRelayError) return error
    throw error
  }
  throw new Error('it was not refused')
}

describe('a query of keys', () => {
  test('brings the state of the other chain to the contract, as it is now', async ({ sandbox }) => {
    const { contract, register } = await owner(sandbox)
    const bob = sandbox.chains.hub.account('bob', '123uatom')
    const id = await register({ query_type: 'kv', keys: [balanceKey(bob)] })
    const [delivery, ...none] = await sandbox.queryRelayer.deliver(id)
    expect(none).toEqual([])
    expect(delivery).toMatchObject({ code: 0, queryId: id, type: 'kv', remoteTx: undefined })
    expect(told([delivery!])).toEqual([['sudo', { kv_query_result: { query_id: Number(id) } }]])
    expect(delivery!.sudo).toMatchObject([{ contract: contract.address, gasLimit: 1_000_000n, failure: undefined }])
    expect(balanceIn(sandbox, id)).toBe('123')
    sandbox.chains.hub.account('bob', '7uatom')
    const [again] = await sandbox.queryRelayer.deliver(id, { callbacks: false })
    expect(again!.remoteHeight).toBeGreaterThan(delivery!.remoteHeight)
    expect(told([again!])).toEqual([])
    expect(balanceIn(sandbox, id)).toBe('130')
  })

  test('accepts the state of an older block, if it is newer than the last result', async ({ sandbox }) => {
    const { register } = await owner(sandbox)
    const bob = sandbox.chains.hub.account('bob', '1uatom')
    const height = (await sandbox.perform({ action: 'block', chain: 'hub' })).height
    sandbox.chains.hub.account('bob', '1uatom')
    const id = await register({ query_type: 'kv', keys: [balanceKey(bob)] })
    await sandbox.perform({ action: 'updateClient', chain: 'neutron' })
    await sandbox.queryRelayer.deliver(id, { height })
    expect(balanceIn(sandbox, id)).toBe('1')
    expect((await refused(sandbox.queryRelayer.deliver(id, { height }))).code).toBe(1114)
    await sandbox.queryRelayer.deliver(id)
    expect(balanceIn(sandbox, id)).toBe('2')
  })

  test('is due by its update period', async ({ sandbox }) => {
    const { register } = await owner(sandbox)
    const bob = sandbox.chains.hub.account('bob', '1uatom')
    const often = await register({ query_type: 'kv', keys: [balanceKey(bob)], update_period: 1 })
    const seldom = await register({ query_type: 'kv', keys: [balanceKey(bob)], update_period: 20 })
    expect((await sandbox.queryRelayer.deliverAll()).map(({ queryId }) => queryId)).toEqual([often, seldom])
    expect((await sandbox.queryRelayer.deliverAll()).map(({ queryId }) => queryId)).toEqual([often])
    const pending = sandbox.queryRelayer.pending()
    expect(pending.map(({ queryId, due, type }) => [queryId, due, type])).toEqual([
      [often, true, 'kv'],
      [seldom, false, 'kv'],
    ])
    await sandbox.perform({ action: 'block', count: 20 })
    expect((await sandbox.queryRelayer.deliverAll()).map(({ queryId }) => queryId)).toEqual([often, seldom])
  })

  test.for([
    ['value', 1107],
    ['proof', 1107],
    ['stale', 1114],
    ['replay', 1114],
  ] as const)('the lie "%s" is refused, and the truth is what is kept', async ([lie, code], { sandbox }) => {
    const { register } = await owner(sandbox)
    const bob = sandbox.chains.hub.account('bob', '5uatom')
    const id = await register({ query_type: 'kv', keys: [balanceKey(bob)] })
    if (lie === 'stale' || lie === 'replay')
      await expect(sandbox.queryRelayer.deliver(id, { lie })).rejects.toThrow(UsageError)
    await sandbox.queryRelayer.deliver(id)
    sandbox.chains.hub.account('bob', '5uatom')
    expect(await refused(sandbox.queryRelayer.deliver(id, { lie }))).toMatchObject({
      codespace: 'interchainqueries',
      code,
    })
    expect(balanceIn(sandbox, id)).toBe('5')
    await sandbox.queryRelayer.deliver(id)
    expect(balanceIn(sandbox, id)).toBe('10')
  })

  test('whose callback exceeds the gas limit is stored as a failure, which can be resubmitted', async ({ sandbox }) => {
    const { alice, contract, register, mode } = await owner(sandbox)
    const id = await register({ query_type: 'kv', keys: [balanceKey(sandbox.chains.hub.account('bob', '5uatom'))] })
    await mode('l')
    const [delivery] = await sandbox.queryRelayer.deliver(id)
    expect(delivery!.code).toBe(0)
    expect(delivery!.gasUsed).toBeGreaterThan(1_000_000n)
    expect(sandbox.chains.neutron.failures(contract)).toMatchObject([
      { id: 0n, error: 'codespace: contractmanager, code: 1103' },
    ])
    expect(balanceIn(sandbox, id)).toBe('5')
    await mode('o')
    await alice.execute(contract, {
      ok: {
        messages: [
          { id: 1, msg: { custom: { resubmit_failure: { failure_id: 0 } } }, gas_limit: null, reply_on: 'never' },
        ],
        attributes: [],
        events: [],
        data: null,
      },
    })
    expect(sandbox.chains.neutron.failures(contract)).toEqual([])
  })

  test('runs out of gas when the relayer provides too little, and nothing is stored', async ({ sandbox }) => {
    const { register } = await owner(sandbox)
    const id = await register({ query_type: 'kv', keys: [balanceKey(sandbox.chains.hub.account('bob', '5uatom'))] })
    expect(await refused(sandbox.queryRelayer.deliver(id, { gasLimit: 60_000n }))).toMatchObject({
      codespace: 'sdk',
      code: 11,
    })
    expect(() => result(sandbox, id)).toThrow('no query result')
  })
})

describe('a query of transactions', () => {
  test('delivers those that match the filter, each once, oldest first', async ({ sandbox }) => {
    const { contract, register, mode } = await owner(sandbox)
    const { hub } = sandbox.chains
    const [bob, carol] = [hub.account('bob', '1000uatom'), hub.account('carol')]
    const id = await register({ query_type: 'tx', transactions_filter: transferFilter(carol) })
    expect(await sandbox.queryRelayer.deliver(id)).toEqual([])
    const first = await bob.transfer(carol, '1uatom')
    await bob.transfer(hub.account('dave'), '2uatom')
    const second = await bob.transfer(carol, '3uatom')
    expect(sandbox.queryRelayer.pending()).toMatchObject([{ due: true, transactions: [first.hash, second.hash] }])
    const deliveries = await sandbox.queryRelayer.deliver(id)
    expect(deliveries.map(({ remoteTx, remoteHeight, type }) => [remoteTx, remoteHeight, type])).toEqual([
      [first.hash, first.height, 'tx'],
      [second.hash, second.height, 'tx'],
    ])
    expect(told(deliveries)).toMatchObject([
      ['sudo', { tx_query_result: { query_id: Number(id), height: { revision_height: Number(first.height) } } }],
      ['sudo', { tx_query_result: { height: { revision_height: Number(second.height) } } }],
    ])
    expect(await sandbox.queryRelayer.deliver(id)).toEqual([])
    // Once more: the chain takes it, and does not tell the contract, which would fail.
    await mode('e')
    const [replayed] = await sandbox.queryRelayer.deliver(id, { lie: 'replay' })
    expect([replayed!.code, told([replayed!])]).toEqual([0, []])
    expect(sandbox.chains.neutron.failures(contract)).toEqual([])
  })

  test.for([
    ['Eq', 5, [5]],
    ['gt', 5, [6, 7]],
    ['Gte', 5, [5, 6, 7]],
    ['LT', 5, [3, 4]],
    ['lte', 5, [3, 4, 5]],
    ['eq', '5uatom', [5]],
    ['gte', '6', [6, 7]],
  ] as const)('compares by %s %s', async ([op, value, expected], { sandbox }) => {
    const { register } = await owner(sandbox)
    const { hub } = sandbox.chains
    const [bob, carol] = [hub.account('bob', '1000uatom'), hub.account('carol')]
    const id = await register({
      query_type: 'tx',
      transactions_filter: transferFilter(carol, { field: 'transfer.amount', op, value }),
    })
    const hashes = new Map<string, number>()
    for (const amount of [3, 4, 5, 6, 7]) hashes.set((await bob.transfer(carol, `${amount}uatom`)).hash, amount)
    const deliveries = await sandbox.queryRelayer.deliver(id)
    expect(deliveries.map(({ remoteTx }) => hashes.get(remoteTx!))).toEqual(expected)
  })

  test.for([
    ['value', 1111],
    ['proof', 1111],
  ] as const)('the lie "%s" is refused', async ([lie, code], { sandbox }) => {
    const { register } = await owner(sandbox)
    const { hub } = sandbox.chains
    const [bob, carol] = [hub.account('bob', '1000uatom'), hub.account('carol')]
    const id = await register({ query_type: 'tx', transactions_filter: transferFilter(carol) })
    await bob.transfer(carol, '1uatom')
    expect(await refused(sandbox.queryRelayer.deliver(id, { lie }))).toMatchObject({
      codespace: 'interchainqueries',
      code,
    })
    expect((await sandbox.queryRelayer.deliver(id)).map(({ code }) => code)).toEqual([0])
  })

  test('can deliver a transaction that the filter does not match, since the chain does not check it', async ({
    sandbox,
  }) => {
    const { register } = await owner(sandbox)
    const { hub } = sandbox.chains
    const [bob, carol] = [hub.account('bob', '1000uatom'), hub.account('carol')]
    const id = await register({ query_type: 'tx', transactions_filter: transferFilter(carol) })
    const other = await bob.transfer(hub.account('dave'), '2uatom')
    const [delivery] = await sandbox.queryRelayer.deliver(id, { lie: 'otherTx' })
    expect(delivery).toMatchObject({ code: 0, remoteTx: other.hash })
    expect(told([delivery!])).toMatchObject([['sudo', { tx_query_result: { query_id: Number(id) } }]])
  })
})

describe('by itself', () => {
  const automatic = test.extend({ sandboxOptions: { queryRelayer: 'automatic' as const } })

  automatic('it delivers what is due after each action, and what is refused stops nothing', async ({ sandbox }) => {
    const { alice, contract, register } = await owner(sandbox)
    const { hub } = sandbox.chains
    const [bob, carol] = [hub.account('bob', '1000uatom'), hub.account('carol')]
    const kv = await register({ query_type: 'kv', keys: [balanceKey(bob)], update_period: 1000 })
    const tx = await register({ query_type: 'tx', transactions_filter: transferFilter(carol) })
    expect(sandbox.queryRelayer.delivered.map(({ queryId }) => queryId)).toEqual([kv])
    const sent = await bob.transfer(carol, '1uatom')
    // The search at its registration found nothing: the next one is a period later.
    expect(sandbox.queryRelayer.delivered).toHaveLength(1)
    sandbox.chains.neutron.nextBlock()
    expect(sandbox.queryRelayer.delivered.map(({ queryId, remoteTx }) => [queryId, remoteTx])).toEqual([
      [kv, undefined],
      [tx, sent.hash],
    ])
    await alice.execute(contract, { m: 'o' })
    expect(sandbox.queryRelayer.delivered).toHaveLength(2)
    sandbox.queryRelayer.auto(false)
    await bob.transfer(carol, '1uatom')
    expect(sandbox.queryRelayer.delivered).toHaveLength(2)
  })

  test('it can be late', async ({ sandbox }) => {
    const { register } = await owner(sandbox)
    const bob = sandbox.chains.hub.account('bob', '1000uatom')
    await register({ query_type: 'kv', keys: [balanceKey(bob)], update_period: 1000 })
    sandbox.queryRelayer.auto(true, { late: 5 })
    await sandbox.perform({ action: 'block', count: 2 })
    expect(sandbox.queryRelayer.delivered).toEqual([])
    await sandbox.perform({ action: 'block', count: 3 })
    expect(sandbox.queryRelayer.delivered).toHaveLength(1)
  })

  test('it goes back with a snapshot', async ({ sandbox }) => {
    const { register } = await owner(sandbox)
    const { hub } = sandbox.chains
    const [bob, carol] = [hub.account('bob', '1000uatom'), hub.account('carol')]
    const id = await register({ query_type: 'tx', transactions_filter: transferFilter(carol) })
    const snapshot = await sandbox.snapshot()
    await bob.transfer(carol, '1uatom')
    expect(await sandbox.queryRelayer.deliver(id)).toHaveLength(1)
    await sandbox.restore(snapshot)
    expect(await sandbox.queryRelayer.deliver(id)).toEqual([])
    await bob.transfer(carol, '9uatom')
    expect(await sandbox.queryRelayer.deliver(id)).toHaveLength(1)
  })
})

test('misuse is reported', async ({ sandbox }) => {
  const { register } = await owner(sandbox)
  const bob = sandbox.chains.hub.account('bob', '1000uatom')
  const kv = await register({ query_type: 'kv', keys: [balanceKey(bob)] })
  const local = await register({ query_type: 'kv', keys: [balanceKey(bob)], connection_id: 'connection-localhost' })
  await expect(sandbox.queryRelayer.deliver(99)).rejects.toThrow('neutron has no interchain query 99')
  await expect(sandbox.queryRelayer.deliver(local)).rejects.toThrow('leads to no chain of the sandbox')
  await expect(sandbox.queryRelayer.deliver(kv, { lie: 'otherTx' })).rejects.toThrow('it takes no transactions')
  await expect(sandbox.perform({ action: 'deliverQueries', chain: 'hub' })).rejects.toThrow(
    'hub has no interchain queries',
  )
  await expect(sandbox.perform({ action: 'deliverQueries', lie: 'stale' })).rejects.toThrow(
    'possible for one query only',
  )
  expect((await sandbox.queryRelayer.deliverAll()).map(({ queryId }) => queryId)).toEqual([kv])
})

test('two runs of the same story are equal to the byte', async () => {
  const run = async () => {
    const sandbox = createSandbox()
    const { register } = await owner(sandbox)
    const { hub } = sandbox.chains
    const [bob, carol] = [hub.account('bob', '1000uatom'), hub.account('carol')]
    const kv = await register({ query_type: 'kv', keys: [balanceKey(bob)] })
    const tx = await register({ query_type: 'tx', transactions_filter: transferFilter(carol) })
    await bob.transfer(carol, '1uatom')
    const deliveries = [...(await sandbox.queryRelayer.deliver(kv)), ...(await sandbox.queryRelayer.deliver(tx))]
    await sandbox.close()
    return deliveries
  }
  expect(await run()).toEqual(await run())
})

test('replaying its log from a file gives the same', async ({ sandbox }) => {
  const { register } = await owner(sandbox)
  const { hub } = sandbox.chains
  const [bob, carol] = [hub.account('bob', '1000uatom'), hub.account('carol')]
  const kv = await register({ query_type: 'kv', keys: [balanceKey(bob)] })
  await register({ query_type: 'tx', transactions_filter: transferFilter(carol) })
  await bob.transfer(carol, '1uatom')
  await sandbox.queryRelayer.deliverAll({ gasLimit: 20_000_000n })
  await refused(sandbox.queryRelayer.deliver(kv, { lie: 'value' }))
  sandbox.queryRelayer.auto(true, { late: 1 })
  await sandbox.perform({ action: 'block', count: 3 })
  const written = JSON.parse(JSON.stringify(sandbox.log.map((done) => z.encode(action, done)))) as ActionInput[]
  const again = createSandbox()
  for (const step of written)
    await again.perform(step).catch((error: unknown) => expect(error).toBeInstanceOf(QueryRelayError))
  const end = ({ chains }: Sandbox) =>
    Object.values(chains).map(({ host: { app } }) => [app.height, app.baseApp.block(app.height)!.signed.appHash])
  expect(end(again)).toEqual(end(sandbox))
  expect(again.queryRelayer.delivered).toEqual(sandbox.queryRelayer.delivered)
  await again.close()
})

describe("with proofs: 'trust'", () => {
  const trusting = test.extend({ sandboxOptions: { ibc: { proofs: 'trust' as const } } })

  trusting(
    'results come without a look at their proofs, and say so where a lie would show nothing',
    async ({ sandbox }) => {
      const { register } = await owner(sandbox)
      const { hub } = sandbox.chains
      const [bob, carol] = [hub.account('bob', '1000uatom'), hub.account('carol')]
      const kv = await register({ query_type: 'kv', keys: [balanceKey(bob), balanceKey(carol)] })
      const tx = await register({ query_type: 'tx', transactions_filter: transferFilter(carol) })
      await bob.transfer(carol, '1uatom')
      await sandbox.queryRelayer.deliver(kv)
      expect(balanceIn(sandbox, kv)).toBe('999')
      expect((await sandbox.queryRelayer.deliver(tx)).map(({ code }) => code)).toEqual([0])
      await expect(sandbox.queryRelayer.deliver(kv, { lie: 'value' })).rejects.toThrow('proofs are not verified')
    },
  )
})
