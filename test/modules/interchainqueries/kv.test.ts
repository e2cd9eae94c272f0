import { describe, expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import { provenValues } from '../../../src/modules/interchainqueries/index.js'
import type { KVKey, QueryResult, StorageValue } from '../../../src/codec/neutron/interchainqueries.js'
import { keyOf } from '../../../src/store/key.js'
import { QueryPair, refusal } from './pair.js'

/** The supply of uatom, which is there; and a key that is not. */
const SUPPLY: KVKey = { path: 'bank', key: Uint8Array.from([0, ...toUtf8('uatom')]) }
const ABSENT: KVKey = { path: 'bank', key: Uint8Array.from([0, ...toUtf8('unothing')]) }

const flip = (bytes: Uint8Array, bit: number): Uint8Array => {
  const copy = bytes.slice()
  copy[bit >> 3]! ^= 1 << (bit & 7)
  return copy
}
const values = (result: QueryResult, change: (values: readonly StorageValue[]) => readonly StorageValue[]) => ({
  ...result,
  kvResults: change(result.kvResults),
})
const changed = (result: QueryResult, index: number, change: Partial<StorageValue>): QueryResult =>
  values(result, (all) => all.map((value, i) => (i === index ? { ...value, ...change } : value)))

describe('a result of keys', () => {
  test('is stored without proofs; the contract is notified and reads it', () => {
    const pair = new QueryPair()
    const id = pair.registerKv([SUPPLY, ABSENT])
    const height = pair.provable()
    const result = pair.kv([SUPPLY, ABSENT], height)
    expect(result.kvResults[0]!.value.length).toBeGreaterThan(0)
    pair.submit(id, result)
    expect(pair.heard()).toEqual({ kv_query_result: { query_id: Number(id) } })
    const ctx = pair.neutron.context
    const stored = pair.queries.result(ctx, id)
    expect(stored).toEqual({
      kvResults: result.kvResults.map((value) => ({ ...value, proof: undefined })),
      block: undefined,
      height: BigInt(height),
      revision: 3n,
      allowKvCallbacks: false,
    })
    expect(pair.queries.query(ctx, id)).toMatchObject({
      lastSubmittedResultRemoteHeight: { revisionNumber: 3n, revisionHeight: BigInt(height) },
      lastSubmittedResultLocalHeight: BigInt(pair.neutron.height),
    })
    const asked = toUtf8(JSON.stringify({ interchain_query_result: { query_id: Number(id) } }))
    const answer = JSON.parse(Buffer.from(pair.neutron.bindings.querier(ctx, asked, asked) ?? []).toString()) as object
    expect(answer).toMatchObject({
      result: { height, revision: 3, kv_results: [{ storage_prefix: 'bank' }, { value: '' }] },
    })
  })

  test('must be of a later height than the one before, whatever else it is', () => {
    const pair = new QueryPair()
    const id = pair.registerKv([SUPPLY])
    const first = pair.provable()
    const second = pair.provable()
    pair.submit(id, pair.kv([SUPPLY], second))
    for (const height of [first, second])
      expect(
        refusal(pair, () => pair.submit(id, { ...pair.kv([SUPPLY], height), kvResults: [], block: undefined })),
      ).toMatchObject({ code: 1101 })
    for (const height of [first, second])
      expect(refusal(pair, () => pair.submit(id, pair.kv([ABSENT, SUPPLY], height)))).toEqual({
        codespace: 'interchainqueries',
        code: 1114,
        log: `result's remote height {3 ${height}} is less than or equal to last result's remote height &{3 ${second}}: height is invalid`,
      })
    pair.submit(id, pair.kv([SUPPLY], pair.provable()))
  })

  test('has no value where the remote chain has none, whatever the relayer submits', () => {
    const pair = new QueryPair()
    const id = pair.registerKv([ABSENT])
    pair.submit(id, changed(pair.kv([ABSENT], pair.provable()), 0, { value: toUtf8('a lie') }))
    expect(pair.queries.result(pair.neutron.context, id).kvResults[0]!.value).toEqual(new Uint8Array(0))
  })
})

describe('a lie', () => {
  const pair = new QueryPair()
  const keys = [SUPPLY, ABSENT]
  pair.provable()
  const id = pair.registerKv(keys)
  const height = pair.provable()
  const honest = pair.kv(keys, height)
  const refused = (result: QueryResult) => refusal(pair, () => pair.submit(id, result))
  const [supply, absent] = honest.kvResults as [StorageValue, StorageValue]

  test('with a bit of a proof flipped is refused, wherever it is', () => {
    for (const [index, value] of honest.kvResults.entries())
      for (const [op, { data }] of value.proof!.entries())
        for (let bit = 0; bit < data.length * 8; bit += 263) {
          const proof = value.proof!.map((step, i) => (i === op ? { ...step, data: flip(data, bit) } : step))
          const { code, codespace } = refused(changed(honest, index, { proof }))
          expect([codespace, code], `value ${index}, step ${op}, bit ${bit}`).toEqual(['interchainqueries', 1107])
        }
  })

  const cases: readonly (readonly [name: string, result: QueryResult, log: RegExp | string])[] = [
    [
      'with a bit of the value flipped',
      changed(honest, 0, { value: flip(supply.value, 3) }),
      /provided value doesn't match proof/,
    ],
    [
      'with keys in another order',
      values(honest, (all) => all.toReversed()),
      /extra verification failed at index 0: KV key from result is not equal/,
    ],
    [
      'with another key',
      changed(honest, 0, { key: ABSENT.key }),
      /KV key from result is not equal to registered query key/,
    ],
    [
      'with the proof of another key',
      changed(honest, 0, { proof: absent.proof }),
      /non-membership verification failed for value at index 0 with path \{\[bank \0uatom\]\}/,
    ],
    [
      'with another store by name',
      changed(honest, 0, { storagePrefix: 'staking' }),
      'KV path from result is not equal to registered query storage prefix: staking != bank',
    ],
    [
      'with the proof of another store',
      changed(honest, 0, {
        proof: provenValues(pair.hub.baseApp, [{ path: 'wasm', key: SUPPLY.key }], height)[0]!.proof,
      }),
      /invalid result$/,
    ],
    [
      'with the proof of another height',
      changed(honest, 0, { proof: provenValues(pair.hub.baseApp, [SUPPLY], height - 1)[0]!.proof }),
      /proof did not commit to expected root/,
    ],
    [
      'of a height that the client does not know',
      { ...honest, height: honest.height + 1n },
      /^failed to get consensus state: rpc error: code = NotFound/,
    ],
    ['of another revision', { ...honest, revision: 4n }, /consensus state not found$/],
    ['of the greatest height', { ...honest, height: (1n << 64n) - 1n }, /consensus state not found$/],
    [
      'with one value too many',
      values(honest, (all) => [...all, absent]),
      'KV keys length from result is not equal to registered query keys length: 3 != 2: invalid result',
    ],
    [
      'with one value too few',
      values(honest, (all) => all.slice(1)),
      'KV keys length from result is not equal to registered query keys length: 1 != 2: invalid result',
    ],
    [
      'without proof',
      changed(honest, 0, { proof: undefined }),
      /tendermint proof is nil: invalid merkle proof: invalid type: invalid result$/,
    ],
    [
      'with one step only',
      changed(honest, 0, { proof: supply.proof!.slice(0, 1) }),
      /length of specs: 2 not equal to length of proof: 1/,
    ],
    [
      'with three steps',
      changed(honest, 0, { proof: [...supply.proof!, supply.proof![1]!] }),
      /length of specs: 2 not equal to length of proof: 3/,
    ],
    [
      'with empty steps',
      changed(honest, 0, { proof: supply.proof!.map((op) => ({ ...op, data: new Uint8Array(0) })) }),
      /could not unmarshal proof op into CommitmentProof at index 0: <nil>/,
    ],
  ]
  test.each(cases)('%s is refused', (_, result, log) => {
    const outcome = refused(result)
    expect(outcome.log).toMatch(log)
    expect([1107, 7]).toContain(outcome.code)
  })

  test('with a proof of no steps ends in the panic of the reference', () => {
    expect(refused(changed(honest, 0, { proof: [] }))).toEqual({
      codespace: 'panic',
      code: 0,
      log: 'runtime error: index out of range [0] with length 0',
    })
  })

  test('leaves the query as it was: a true result is accepted afterwards', () => {
    expect(pair.queries.query(pair.neutron.context, id).lastSubmittedResultRemoteHeight).toBeUndefined()
    pair.submit(id, honest)
  })
})

describe('a value that is empty', () => {
  const EMPTY: KVKey = { path: 'bank', key: Uint8Array.from([9, 9]) }
  /** Above it, so that the proof of its absence has the empty value as neighbour. */
  const BESIDE: KVKey = { path: 'bank', key: Uint8Array.from([9, 9, 9]) }
  const withEmptyValue = (emptyValues?: 'allow') => {
    const pair = new QueryPair(emptyValues === undefined ? {} : { emptyValues })
    pair.hub.runInBlock((ctx) => ctx.rawStore('bank').set(keyOf(EMPTY.key), new Uint8Array(0)))
    return pair
  }

  test('can be proven neither itself nor the absence of its neighbour: a known defect of the chain', () => {
    const pair = withEmptyValue()
    const [there, beside] = [pair.registerKv([EMPTY]), pair.registerKv([BESIDE])]
    const height = pair.provable()
    expect(refusal(pair, () => pair.submit(there, pair.kv([EMPTY], height)))).toMatchObject({
      code: 1107,
      log: expect.stringContaining('empty value in membership proof') as string,
    })
    expect(refusal(pair, () => pair.submit(beside, pair.kv([BESIDE], height)))).toMatchObject({
      code: 1107,
      log: expect.stringContaining('leaf op needs value') as string,
    })
  })

  test("can be proven with emptyValues: 'allow', and a lie cannot", () => {
    const pair = withEmptyValue('allow')
    const [there, beside] = [pair.registerKv([EMPTY]), pair.registerKv([BESIDE])]
    const height = pair.provable()
    expect(
      refusal(pair, () => pair.submit(there, changed(pair.kv([EMPTY], height), 0, { value: Uint8Array.of(1) }))),
    ).toMatchObject({ code: 1107 })
    expect(
      refusal(pair, () =>
        pair.submit(there, {
          ...pair.kv([EMPTY], height),
          kvResults: [{ ...pair.kv([SUPPLY], height).kvResults[0]!, key: EMPTY.key, value: new Uint8Array(0) }],
        }),
      ),
    ).toMatchObject({ code: 1107 })
    pair.submit(there, pair.kv([EMPTY], height))
    pair.submit(beside, pair.kv([BESIDE], height))
    expect(pair.heard()).toEqual({ kv_query_result: { query_id: Number(beside) } })
  })
})

describe('a callback that fails', () => {
  test.each([
    ['e', 'codespace: wasm, code: 5', 'Generic error: boom: execute wasm contract failed'],
    ['l', 'codespace: contractmanager, code: 1103', 'sudo handling went beyond the gas limit allowed by the module'],
  ] as const)('is recorded and can be resubmitted; the result stays (mode %s)', (mode, error, text) => {
    const pair = new QueryPair()
    const id = pair.registerKv([SUPPLY])
    pair.mode(mode)
    const height = pair.provable()
    const { events, gas } = pair.submit(id, pair.kv([SUPPLY], height))
    const ctx = pair.neutron.context
    expect(pair.neutron.contractManager.failures(ctx, pair.contract)).toMatchObject([{ id: 0n, error }])
    expect(events).toEqual([
      {
        type: 'sudo',
        attributes: [
          ['_contract_address', pair.contract],
          ['failure_id', '0'],
          ['error', text],
        ],
      },
    ])
    if (mode === 'l') expect(gas).toBeGreaterThan(1_000_000)
    expect(pair.queries.query(ctx, id)).toMatchObject({
      lastSubmittedResultLocalHeight: BigInt(pair.neutron.height),
      lastSubmittedResultRemoteHeight: { revisionHeight: BigInt(height) },
    })
    expect(pair.heard()).toBeNull()
    pair.mode('o')
    pair.run((ctx) => pair.neutron.contractManager.resubmit(ctx, pair.neutron.address(pair.contract), 0n))
    expect(pair.heard()).toEqual({ kv_query_result: { query_id: Number(id) } })
    expect(pair.neutron.contractManager.failures(pair.neutron.context, pair.contract)).toEqual([])
  })

  test("rejects the submission with callbacks: 'direct', as on the live chain", () => {
    const pair = new QueryPair({ callbacks: 'direct' })
    const id = pair.registerKv([SUPPLY])
    pair.mode('e')
    const result = pair.kv([SUPPLY], pair.provable())
    expect(refusal(pair, () => pair.submit(id, result))).toEqual({
      codespace: 'undefined',
      code: 1,
      log: `contract ${pair.contract} rejected KV query result (query_id: ${id}): failed to sudo: Generic error: boom: execute wasm contract failed`,
    })
    pair.mode('l')
    expect(refusal(pair, () => pair.submit(id, result, 3_000_000))).toMatchObject({
      codespace: 'panic',
      log: expect.stringContaining('out of gas') as string,
    })
    pair.submit(id, { ...result, allowKvCallbacks: false })
    expect(pair.heard()).toBeNull()
  })
})
