import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/base/json-value.js'
import { addressText } from '../../../src/chain/address.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { INTERCHAIN_QUERIES_STORE } from '../../../src/modules/interchainqueries/index.js'
import { QueryPair, refusal, STRANGER } from './pair.js'

const KEY = { path: 'bank', key: Uint8Array.of(1) }
const hash = (i: number): Uint8Array => {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setUint32(0, i)
  return bytes
}

const balance = (pair: QueryPair, address: Uint8Array): bigint =>
  pair.neutron.keepers.bank.balance(pair.neutron.context, address, 'untrn').amount
const escrow = (pair: QueryPair): bigint => balance(pair, moduleAddress('interchainqueries'))
const setParams = (pair: QueryPair, changes: Readonly<Record<string, Json>>): void =>
  void pair.neutron.setParams('interchainqueries', changes)

/** Rows of the module's store by the first byte of their keys. */
function rows(pair: QueryPair): Record<number, number> {
  const counts: Record<number, number> = {}
  const all = pair.neutron.context.rawStore(INTERCHAIN_QUERIES_STORE).iterator()
  for (; all.valid; all.next()) counts[all.key.charCodeAt(0)] = (counts[all.key.charCodeAt(0)] ?? 0) + 1
  return counts
}
const [PROCESSED, TO_REMOVE] = [3, 4]

describe('deposits', () => {
  test('are held by the module and go to whoever removes the query', () => {
    const pair = new QueryPair()
    const owner = pair.neutron.address(pair.contract)
    const before = balance(pair, owner)
    const [first, second] = [pair.registerKv([KEY]), pair.registerTx()]
    expect([before - balance(pair, owner), escrow(pair)]).toEqual([2_000_000n, 2_000_000n])
    expect(addressText('neutron', moduleAddress('interchainqueries'))).toBe(
      'neutron19dhua4r55gpc86fqtzfhdkklryspmsjy3h6300',
    )
    pair.remove(first)
    expect([before - balance(pair, owner), escrow(pair)]).toEqual([1_000_000n, 1_000_000n])
    expect(refusal(pair, () => pair.remove(second, pair.stranger))).toEqual({
      codespace: 'sdk',
      code: 4,
      log: 'only owner can remove a query within its service period: unauthorized',
    })
  })

  test('and timeouts are those of the time of registration', () => {
    const pair = new QueryPair()
    setParams(pair, { query_submit_timeout: '3', query_deposit: [{ denom: 'untrn', amount: '7' }] })
    const id = pair.registerKv([KEY])
    setParams(pair, { query_submit_timeout: '1000', query_deposit: [{ denom: 'untrn', amount: '1000' }] })
    const query = pair.queries.query(pair.neutron.context, id)
    expect(query).toMatchObject({ submitTimeout: 3n, deposit: [{ denom: 'untrn', amount: 7n }] })
    while (BigInt(pair.neutron.height) + 1n < query.registeredAtHeight + 3n) pair.neutron.nextBlock()
    expect(refusal(pair, () => pair.remove(id, pair.stranger)).code).toBe(4)
    pair.remove(id, pair.stranger)
    expect([balance(pair, STRANGER), escrow(pair)]).toEqual([7n, 0n])
  })

  test('start their timeout again with each result', () => {
    const pair = new QueryPair()
    setParams(pair, { query_submit_timeout: '6' })
    const id = pair.registerKv([KEY])
    pair.submit(id, pair.kv([KEY], pair.provable()))
    const { registeredAtHeight: from, lastSubmittedResultLocalHeight: last } = pair.queries.query(
      pair.neutron.context,
      id,
    )
    expect(last).toBeGreaterThan(from)
    while (BigInt(pair.neutron.height) < from + 6n) pair.neutron.nextBlock()
    expect(refusal(pair, () => pair.remove(id, pair.stranger)).code).toBe(4)
    while (BigInt(pair.neutron.height) < last + 6n) pair.neutron.nextBlock()
    pair.remove(id, pair.stranger)
  })
})

describe('the hashes of a removed query', () => {
  test('are deleted at the end of the block, up to the limit', () => {
    const pair = new QueryPair()
    setParams(pair, { tx_query_removal_limit: '3' })
    const [first, second] = [pair.registerTx(), pair.registerTx()]
    pair.run((ctx) => {
      for (let i = 0; i < 4; i++) pair.queries.markProcessed(ctx, first, hash(i))
      for (let i = 0; i < 2; i++) pair.queries.markProcessed(ctx, second, hash(i))
    })
    pair.remove(first)
    expect(rows(pair)).toMatchObject({ [PROCESSED]: 3, [TO_REMOVE]: 1 })
    pair.remove(second)
    // One is left of the first; of the limit's rest exactly both of the second, which stays on the list one block more.
    expect(rows(pair)).toMatchObject({ [TO_REMOVE]: 1 })
    expect(rows(pair)[PROCESSED]).toBeUndefined()
    pair.neutron.nextBlock()
    expect(rows(pair)[TO_REMOVE]).toBeUndefined()
  })

  test('of 10,000 queries at once are gone after the number of blocks that the limit implies', () => {
    const pair = new QueryPair()
    setParams(pair, { query_deposit: [] })
    const ids = pair.run((ctx) => {
      const registered = Array.from({ length: 10_000 }, (_, i) => {
        const id = BigInt(i + 1)
        pair.queries.save(ctx, {
          id,
          owner: pair.contract,
          queryType: 'tx',
          keys: [],
          transactionsFilter: '[]',
          connectionId: 'connection-0',
          updatePeriod: 1n,
          lastSubmittedResultLocalHeight: 0n,
          lastSubmittedResultRemoteHeight: undefined,
          deposit: [],
          submitTimeout: 1n,
          registeredAtHeight: 1n,
        })
        for (let h = 0; h < 3; h++) pair.queries.markProcessed(ctx, id, hash(h))
        return id
      })
      return registered
    }, 10_000_000_000).value
    pair.run((ctx) => {
      for (const id of ids) pair.queries.remove(ctx, pair.queries.query(ctx, id))
    }, 10_000_000_000)
    // 30,000 hashes, 10,000 a block: the last query of each block is cut or just met.
    expect(rows(pair)).toMatchObject({ [PROCESSED]: 20_000 })
    pair.neutron.nextBlock()
    expect(rows(pair)).toMatchObject({ [PROCESSED]: 10_000 })
    pair.neutron.nextBlock()
    expect(rows(pair)[PROCESSED]).toBeUndefined()
    pair.neutron.nextBlock()
    expect(rows(pair)[TO_REMOVE]).toBeUndefined()
  }, 60_000)
})

test('a genesis keeps queries and params, and ids go on from the highest', () => {
  const pair = new QueryPair()
  pair.registerKv([KEY])
  const last = pair.registerTx()
  const module = pair.neutron.modules.find(({ name }) => name === 'interchainqueries')!
  const exported = module.exportGenesis!(pair.neutron.context)
  const other = new QueryPair()
  other.run((ctx) => module.initGenesis!(ctx, exported))
  expect(module.exportGenesis!(other.neutron.context)).toEqual(exported)
  expect(other.registerTx()).toBe(last + 1n)
})
