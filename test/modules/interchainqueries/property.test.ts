import { fc, runs } from '../../random.js'
import { expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import { ChainError } from '../../../src/base/errors.js'
import { Panic } from '../../../src/chain/gas.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import type { KVKey, QueryResult, RegisteredQuery } from '../../../src/codec/neutron/interchainqueries.js'
import { INTERCHAIN_QUERIES_STORE } from '../../../src/modules/interchainqueries/index.js'
import { keyOf } from '../../../src/store/key.js'
import { QueryPair } from './pair.js'

/** Random stories of two contracts, a relayer that lies now and then, and strangers. */

const KEYS: readonly KVKey[] = [
  { path: 'bank', key: Uint8Array.from([0, ...toUtf8('uatom')]) },
  { path: 'bank', key: Uint8Array.from([0, ...toUtf8('unothing')]) },
  { path: 'wasm', key: Uint8Array.of(1) },
]

const pick = { query: fc.nat(2) }
const deliver = fc.record({
  do: fc.constantFrom('deliver' as const),
  ...pick,
  lie: fc.constantFrom('none', 'none', 'value', 'proof', 'old', 'swap'),
})
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('registerKv' as const), owner: fc.nat(1), keys: fc.nat(2) }),
  fc.record({ do: fc.constantFrom('registerTx' as const), owner: fc.nat(1) }),
  fc.record({ do: fc.constantFrom('update' as const), ...pick, keys: fc.nat(2) }),
  deliver,
  deliver,
  deliver,
  deliver,
  fc.record({ do: fc.constantFrom('remove' as const), ...pick, stranger: fc.constantFrom(true, false) }),
  fc.record({ do: fc.constantFrom('block' as const), count: fc.nat(4) }),
  fc.record({ do: fc.constantFrom('params' as const), deposit: fc.nat(3), timeout: fc.nat(6), limit: fc.nat(3) }),
  fc.record({
    do: fc.constantFrom('mode' as const),
    owner: fc.nat(1),
    mode: fc.constantFrom('o' as const, 'e' as const, 'p' as const),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const base = new QueryPair()
const owners = [base.contract, base.deploy()]
base.send(['1', '2', '3'])
const [neutronStart, hubStart] = [base.neutron.baseApp.snapshot(), base.hub.baseApp.snapshot()]

class Story {
  readonly sentAt = base.hub.height - 1
  /** How often a contract was called for a query and a transaction. */
  readonly calls = new Map<string, number>()
  readonly heights = new Map<bigint, bigint>()
  now = 0

  get queries(): RegisteredQuery[] {
    return base.queries.all(base.neutron.context)
  }

  run(step: Step): void {
    try {
      this.#run(step)
    } catch (error) {
      // The chain refuses what is wrong.
      if (!(error instanceof ChainError || error instanceof Panic)) throw error
    }
  }

  #run(step: Step): void {
    const { queries } = this
    if (step.do === 'registerKv') base.registerKv(KEYS.slice(step.keys), owners[step.owner])
    else if (step.do === 'registerTx') base.registerTx(owners[step.owner])
    else if (step.do === 'block') for (let i = 0; i < step.count; i++) base.neutron.nextBlock(base.later())
    else if (step.do === 'mode') base.mode(step.mode, owners[step.owner])
    else if (step.do === 'params')
      base.neutron.setParams('interchainqueries', {
        query_deposit: step.deposit === 0 ? [] : [{ denom: 'untrn', amount: String(step.deposit) }],
        query_submit_timeout: String(step.timeout),
        tx_query_removal_limit: String(step.limit),
      })
    else if (queries.length > 0) {
      const query = queries[step.query % queries.length]!
      if (step.do === 'remove') base.remove(query.id, step.stranger ? base.stranger : query.owner)
      else if (step.do === 'deliver') this.#deliver(query, step.lie)
      else
        base.update({
          queryId: query.id,
          newKeys: KEYS.slice(step.keys),
          newUpdatePeriod: 2n,
          newTransactionsFilter: '',
          sender: query.owner,
        })
    }
  }

  #deliver(query: RegisteredQuery, lie: string): void {
    if (query.queryType === 'kv') {
      const height = base.provable()
      const honest = base.kv(query.keys, lie === 'old' ? height - 1 : height)
      base.submit(query.id, falsified(honest, lie))
      return
    }
    const index = this.now++ % 2
    const honest = base.tx({ height: this.sentAt, index })
    const { events } = base.submit(query.id, falsified(honest, lie))
    if (!events.some(({ type }) => type === 'sudo')) return
    const key = `${query.id}/${index}`
    this.calls.set(key, (this.calls.get(key) ?? 0) + 1)
  }

  check(): void {
    const { queries } = this
    const ctx = base.neutron.context
    const deposits = queries.flatMap(({ deposit }) => deposit).reduce((sum, { amount }) => sum + amount, 0n)
    expect(base.neutron.keepers.bank.balance(ctx, moduleAddress('interchainqueries'), 'untrn').amount).toBe(deposits)
    for (const times of this.calls.values()) expect(times).toBe(1)
    for (const { id, lastSubmittedResultRemoteHeight: remote } of queries) {
      if (remote === undefined) continue
      expect(remote.revisionHeight).toBeGreaterThanOrEqual(this.heights.get(id) ?? 0n)
      this.heights.set(id, remote.revisionHeight)
      const { kvResults, height } = base.queries.result(ctx, id)
      const { commitment } = base.hub.baseApp.stores.version(Number(height))
      for (const { storagePrefix, key, value } of kvResults)
        expect(value).toEqual(commitment.query(storagePrefix, keyOf(key)).value ?? new Uint8Array(0))
    }
  }
}

function falsified(result: QueryResult, lie: string): QueryResult {
  if (lie === 'none' || lie === 'old') return result
  const [first, ...rest] = result.kvResults
  const tx = result.block?.tx
  if (first === undefined) {
    const data = lie === 'value' ? { data: Uint8Array.of(1) } : { inclusionProof: tx!.deliveryProof }
    return { ...result, block: { ...result.block!, tx: { ...tx!, ...data } } }
  }
  if (lie === 'swap') return { ...result, kvResults: [...rest, first] }
  const wrong = lie === 'value' ? { value: Uint8Array.of(9, 9) } : { proof: first.proof!.slice(1) }
  return { ...result, kvResults: [{ ...first, ...wrong }, ...rest] }
}

test('deposits are conserved, no lie is stored, heights grow, a transaction comes once, and removal leaves nothing', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 30 }), (steps) => {
      base.neutron.baseApp.restore(neutronStart)
      base.hub.baseApp.restore(hubStart)
      const story = new Story()
      for (const one of steps) {
        story.run(one)
        story.check()
      }
      for (const { id, owner } of story.queries) base.remove(id, owner)
      story.check()
      for (let i = 0; i < 40; i++) base.neutron.nextBlock(base.later())
      const rows = base.neutron.context.rawStore(INTERCHAIN_QUERIES_STORE).iterator()
      const left: number[] = []
      for (; rows.valid; rows.next()) left.push(rows.key.charCodeAt(0))
      // Params, and the last id once there was a query.
      expect(left.filter((prefix) => prefix !== 0x05 && prefix !== 0x64)).toEqual([])
    }),
    { numRuns: runs(16) },
  )
}, 120_000)
