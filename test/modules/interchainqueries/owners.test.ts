import { describe, expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import {
  MsgRegisterInterchainQuery,
  MsgRemoveInterchainQuery,
  MsgSubmitQueryResult,
  MsgUpdateInterchainQuery,
  MsgUpdateParams,
} from '../../../src/codec/neutron/interchainqueries.js'
import type { Any } from '../../../src/codec/any.js'
import { interchainQueriesModule } from '../../../src/modules/interchainqueries/index.js'
import { QueryPair, refusal as refused } from './pair.js'

const pair = new QueryPair()
const { router } = pair.neutron.baseApp
const KEY = { path: 'bank', key: Uint8Array.from([0, ...toUtf8('uatom')]) }
const FILTER = '[{"field":"transfer.recipient","op":"eq","value":"a"}]'
const NO_CHANGE = { newKeys: [], newUpdatePeriod: 0n, newTransactionsFilter: '' }
const refusal = (step: () => unknown) => refused(pair, step)
const registered = (id: bigint) => pair.queries.query(pair.neutron.context, id)

describe('an update', () => {
  test('is allowed only to the owner of the query', () => {
    const id = pair.registerKv([KEY])
    const change = { ...NO_CHANGE, queryId: id, newUpdatePeriod: 7n }
    expect(refusal(() => pair.update({ ...change, sender: pair.stranger }))).toMatchObject({
      codespace: 'sdk',
      code: 4,
      log: 'authorization failed: unauthorized',
    })
    expect(registered(id).updatePeriod).toBe(1n)
    pair.update({ ...change, sender: pair.contract })
    expect(registered(id).updatePeriod).toBe(7n)
  })

  test('leaves what it does not name as it was', () => {
    const [kv, tx] = [pair.registerKv([KEY]), pair.registerTx()]
    const sender = pair.contract
    pair.update({ ...NO_CHANGE, queryId: tx, newTransactionsFilter: FILTER, sender })
    expect(registered(tx)).toMatchObject({ transactionsFilter: FILTER, updatePeriod: 1n, keys: [] })
    for (const queryId of [kv, tx]) pair.update({ ...NO_CHANGE, queryId, newUpdatePeriod: 9n, sender })
    expect(registered(tx)).toMatchObject({ transactionsFilter: FILTER, updatePeriod: 9n, keys: [] })
    expect(registered(kv)).toMatchObject({ transactionsFilter: '', updatePeriod: 9n, keys: [KEY] })
  })

  test('gives no filter to a query of keys, and no keys to one of transactions', () => {
    const [kv, tx] = [pair.registerKv([KEY]), pair.registerTx()]
    const sender = pair.contract
    const unlike = "params to update don't correspond with query type: can't update"
    expect(
      refusal(() => pair.update({ ...NO_CHANGE, queryId: kv, newTransactionsFilter: FILTER, sender })),
    ).toMatchObject({ code: 18, log: `${unlike} TX filter for a KV query: invalid request` })
    expect(refusal(() => pair.update({ ...NO_CHANGE, queryId: tx, newKeys: [KEY], sender }))).toMatchObject({
      code: 18,
      log: `${unlike} KV keys for a TX query: invalid request`,
    })
    pair.update({ ...NO_CHANGE, queryId: kv, newKeys: [KEY, { ...KEY, path: 'wasm' }], sender })
    expect(registered(kv).keys.map(({ path }) => path)).toEqual(['bank', 'wasm'])
  })
})

describe('the params', () => {
  const run = (authority: string) => {
    const { options } = pair.queries
    const params = { ...pair.queries.params(pair.neutron.context), txQueryRemovalLimit: 77n }
    const message = {
      typeUrl: MsgUpdateParams.typeUrl,
      value: MsgUpdateParams.encode({ authority: authority || options.authority, params }).finish(),
    }
    return pair.run((ctx) => router.handler(message.typeUrl)!(ctx, message))
  }

  test('are set only by the authority', () => {
    expect(refusal(() => run('nobody'))).toMatchObject({
      log: 'failed to validate MsgUpdateParams: authority is invalid: decoding bech32 failed: invalid bech32 string length 6',
    })
    expect(refusal(() => run(pair.stranger))).toMatchObject({
      codespace: 'sdk',
      code: 18,
      log: `invalid authority; expected ${pair.queries.options.authority}, got ${pair.stranger}: invalid request`,
    })
    expect(pair.queries.params(pair.neutron.context).txQueryRemovalLimit).not.toBe(77n)
    run('')
    expect(pair.queries.params(pair.neutron.context).txQueryRemovalLimit).toBe(77n)
  })
})

interface Codec {
  readonly typeUrl: string
  encode(message: object): { finish(): Uint8Array }
}

test('messages are signed by their senders, and that of params by the authority', () => {
  const sender = 's'
  const messages: readonly Any[] = [
    [
      MsgRegisterInterchainQuery,
      { queryType: '', keys: [], transactionsFilter: '', connectionId: '', updatePeriod: 1n },
    ],
    [MsgSubmitQueryResult, { queryId: 1n, clientId: '', result: undefined }],
    [MsgRemoveInterchainQuery, { queryId: 1n }],
    [MsgUpdateInterchainQuery, { ...NO_CHANGE, queryId: 1n }],
  ].map(([codec, fields]) => {
    const { typeUrl } = codec as Codec
    return { typeUrl, value: (codec as Codec).encode({ ...fields, sender }).finish() }
  })
  expect(messages.map((message) => router.signers(message))).toEqual([[sender], [sender], [sender], [sender]])
  const params = pair.queries.params(pair.neutron.context)
  const value = MsgUpdateParams.encode({ authority: 'a', params }).finish()
  expect(router.signers({ typeUrl: MsgUpdateParams.typeUrl, value })).toEqual(['a'])
})

test('a genesis may list queries in any order: the last id is the highest, and the list comes out in order', () => {
  const other = new QueryPair()
  for (let i = 0; i < 3; i++) other.registerKv([KEY])
  const state = interchainQueriesModule(other.queries).exportGenesis!(other.neutron.context) as {
    registered_queries: { id: string }[]
  }
  expect(state.registered_queries.map(({ id }) => id)).toEqual(['1', '2', '3'])
  const [one, two, three] = state.registered_queries
  const later = new QueryPair()
  later.run((ctx) =>
    interchainQueriesModule(later.queries).initGenesis!(ctx, {
      ...state,
      registered_queries: [three, one, { ...two, id: '20' }],
    } as never),
  )
  expect(later.queries.lastId(later.neutron.context)).toBe(20n)
  expect(later.registerKv([KEY])).toBe(21n)
})
