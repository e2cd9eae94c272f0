import { expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import { ChainError } from '../../../src/base/errors.js'
import { grpcStatus } from '../../../src/chain/errors.js'
import {
  QueryLastRemoteHeight,
  QueryRegisteredQueryResultRequest,
  type MsgRegisterInterchainQuery,
} from '../../../src/codec/neutron/interchainqueries.js'
import { connectionKey } from '../../../src/modules/ibc/keys.js'
import { IBC_STORE } from '../../../src/modules/ibc/index.js'
import { register, validateGenesis } from '../../../src/modules/interchainqueries/index.js'
import { textKey } from '../../../src/store/key.js'
import { QueryPair, refusal } from './pair.js'

/** Every code of the module, provoked by what a user can send; and why two cannot be. */

const pair = new QueryPair()
const SUPPLY = { path: 'bank', key: Uint8Array.from([0, ...toUtf8('uatom')]) }
const kv = pair.registerKv([SUPPLY])
const gone = pair.registerKv([SUPPLY])
const tx = pair.registerTx()
const [sent, failed] = pair.send(['1', null])
const height = pair.provable()
const keys = pair.kv([SUPPLY], height)
const block = pair.tx({ height: sent!.height, index: 0 })

const registration =
  (change: Partial<MsgRegisterInterchainQuery> = {}) =>
  () =>
    pair.run((ctx) =>
      register(pair.queries, ctx, {
        queryType: 'kv',
        keys: [SUPPLY],
        transactionsFilter: '',
        connectionId: 'connection-0',
        updatePeriod: 1n,
        sender: pair.contract,
        ...change,
      }),
    )
const ask = (path: string, request: Uint8Array) => () =>
  pair.neutron.baseApp.queries.handler(`/neutron.interchainqueries.Query/${path}`)!(pair.neutron.context, request)

const registered = (change: object) => ({
  id: '1',
  owner: pair.contract,
  query_type: 'kv',
  keys: [{ path: 'bank', key: 'AA==' }],
  ...change,
})
const genesis =
  (...queries: readonly object[]) =>
  () =>
    validateGenesis('neutron', {
      params: { max_kv_query_keys_count: '2', max_transactions_filters: '1' },
      registered_queries: queries as never,
    })

/** Without what a client's connection leads to, which only a broken state has. */
function broken(remove: 'connection' | 'client', step: () => unknown): unknown {
  const { baseApp: app } = pair.neutron
  const snapshot = app.snapshot()
  pair.neutron.runInBlock((ctx) =>
    ctx
      .rawStore(IBC_STORE)
      .delete(remove === 'connection' ? connectionKey('connection-0') : textKey(`clients/${pair.client}/clientState`)),
  )
  try {
    return step()
  } finally {
    app.restore(snapshot)
  }
}

const CASES: readonly (readonly [code: number, what: string, log: string | RegExp, step: () => unknown])[] = [
  [
    1100,
    'no such query to submit to',
    /^failed to get query by id: there is no query with id: 99: invalid query id: there is no query/,
    () => pair.submit(99n, keys),
  ],
  [
    1100,
    'two of one id in a genesis',
    'duplicate query id: 1: invalid query id',
    genesis(registered({}), registered({})),
  ],
  [
    1101,
    'an empty result',
    "failed to validate MsgSubmitQueryResult: query result can't be empty: empty result",
    () => pair.submit(kv, { ...keys, kvResults: [] }),
  ],
  [
    1102,
    'a client that has gone',
    'could not find a ClientState with client id: 07-tendermint-0: invalid client id',
    () => broken('client', () => pair.submit(kv, keys)),
  ],
  [
    1103,
    'no update period',
    'failed to validate MsgRegisterInterchainQuery: update period can not be equal to zero: invalid update period',
    registration({ updatePeriod: 0n }),
  ],
  [
    1104,
    'a blank connection',
    'failed to validate MsgRegisterInterchainQuery: connection id cannot be empty: invalid connection id',
    registration({ connectionId: ' \t' }),
  ],
  [
    1104,
    'a connection that there is not',
    "failed to get connection with ID 'connection-77': rpc error: code = NotFound desc = connection-77: connection not found: invalid connection id",
    registration({ connectionId: 'connection-77' }),
  ],
  [
    1104,
    'a connection that has gone',
    `registered query ${gone} has invalid connection id: connection-0: invalid connection id`,
    () => broken('connection', () => pair.submit(gone, keys)),
  ],
  [
    1104,
    'the height of a chain without connection',
    'connection not found: invalid connection id',
    ask('LastRemoteHeight', QueryLastRemoteHeight.encode({ connectionId: 'connection-localhost' }).finish()),
  ],
  [
    1105,
    'a type in capitals',
    'failed to validate MsgRegisterInterchainQuery: invalid query type: invalid query type',
    registration({ queryType: 'KV' }),
  ],
  [
    1106,
    'an invalid filter',
    'failed to validate MsgRegisterInterchainQuery: failed to unmarshal transactions filter: unexpected end of JSON input: invalid transactions filter',
    registration({ queryType: 'tx' }),
  ],
  [
    1107,
    'a value too many',
    /^KV keys length from result is not equal to registered query keys length: 2 != 1: invalid result$/,
    () => pair.submit(kv, { ...keys, kvResults: [...keys.kvResults, ...keys.kvResults] }),
  ],
  [
    1109,
    'a block without headers',
    /^failed to ProcessBlock: failed to unpack block header: protobuf Any message cannot be nil/,
    () => pair.submit(tx, { ...block, block: { ...block.block!, header: undefined } }),
  ],
  [
    1110,
    'keys for a query of transactions',
    'invalid query result for query type: tx: invalid type',
    () => pair.submit(tx, keys),
  ],
  [
    1111,
    'a transaction that failed',
    /is unsuccessful: ResponseDelivery.Code = 5: internal error: internal error/,
    () => pair.submit(tx, pair.tx({ height: failed!.height, index: 1 })),
  ],
  [
    1113,
    'headers that do not follow',
    /nextHeader\.Height \(\d+\) is not actually next/,
    () => pair.submit(tx, { ...block, block: { ...block.block!, nextBlockHeader: block.block!.header } }),
  ],
  [
    1114,
    'a height that is not later',
    /^result's remote height/,
    () => {
      pair.submit(kv, keys)
      return pair.submit(kv, keys)
    },
  ],
  [
    1115,
    'a result of a query of transactions',
    'failed to get query result by query id: no query result: no query result',
    ask('QueryResult', QueryRegisteredQueryResultRequest.encode({ queryId: tx }).finish()),
  ],
  [
    1116,
    'a sender that is no contract',
    `${pair.stranger} is not a contract address: not a contract`,
    registration({ sender: pair.stranger }),
  ],
  [
    1117,
    'no keys',
    'failed to validate MsgRegisterInterchainQuery: keys cannot be empty: keys are empty',
    registration({ keys: [] }),
  ],
  [
    1118,
    'a key without store',
    'failed to validate MsgRegisterInterchainQuery: keys path cannot be empty: key path is empty',
    registration({ keys: [{ path: '', key: SUPPLY.key }] }),
  ],
  [
    1119,
    'a key without bytes',
    'failed to validate MsgRegisterInterchainQuery: keys id cannot be empty: key id is empty',
    registration({ keys: [{ path: 'bank', key: new Uint8Array(0) }] }),
  ],
  [
    1120,
    '33 keys',
    'failed to validate MsgRegisterInterchainQuery: keys count cannot be more than 32: too many keys',
    registration({ keys: Array.from({ length: 33 }, (_, i) => ({ path: 'bank', key: Uint8Array.of(i) })) }),
  ],
  [
    1121,
    'another type in a genesis',
    'Unexpected query type: both: unexpected query type',
    genesis(registered({ query_type: 'both' })),
  ],
]

const UNREACHABLE: Readonly<Record<number, string>> = {
  1108: 'a record that was made of a message can always be written: protobuf refuses no value of its fields',
  1112: 'wrapped as text: a failed proof of a transaction is reported under 1111, of a value under 1107',
}

test.each(CASES)('%i: %s', (code, _, log, step) => {
  // Two steps in one: the first is to succeed.
  const outcome = code === 1114 || code === 1102 || code === 1104 ? failureOf(step) : refusal(pair, step)
  expect(outcome).toMatchObject({ codespace: 'interchainqueries', code })
  expect(outcome.log).toMatch(
    log instanceof RegExp ? log : new RegExp(`^${log.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
  )
})

function failureOf(step: () => unknown) {
  try {
    step()
  } catch (error) {
    if (error instanceof ChainError) return { codespace: error.codespace, code: error.code, log: error.log }
    throw error
  }
  throw new Error('the step was not refused')
}

test('every code from 1100 to 1121 is provoked, or listed as unreachable', () => {
  const covered = new Set([...CASES.map(([code]) => code), ...Object.keys(UNREACHABLE).map(Number)])
  expect([...covered].sort((a, b) => a - b)).toEqual(Array.from({ length: 22 }, (_, i) => 1100 + i))
})

test('1112 is in the text of 1111, and of 1107 as the text of its own kind', () => {
  const other = { ...block, block: { ...block.block!, tx: { ...block.block!.tx!, data: Uint8Array.of(1) } } }
  expect(failureOf(() => pair.submit(tx, other))).toMatchObject({
    code: 1111,
    log: expect.stringMatching(/merkle proof is invalid: internal error$/) as string,
  })
})

test('queries answer as bare errors of the chain', () => {
  const status = (step: () => unknown) => {
    try {
      step()
    } catch (error) {
      return grpcStatus(error as ChainError)
    }
    return undefined
  }
  expect(status(ask('QueryResult', QueryRegisteredQueryResultRequest.encode({ queryId: tx }).finish()))).toEqual({
    code: 2,
    message:
      'codespace interchainqueries code 1115: no query result: failed to get query result by query id: no query result',
  })
  expect(status(ask('RegisteredQuery', QueryRegisteredQueryResultRequest.encode({ queryId: 0n }).finish()))).toEqual({
    code: 2,
    message:
      'codespace interchainqueries code 1100: invalid query id: failed to get registered query by query id: there is no query with id: 0: invalid query id',
  })
})

test.each([
  [
    'keys that repeat',
    genesis(
      registered({
        keys: [
          { path: 'bank', key: 'AA==' },
          { path: 'bank', key: 'AA==' },
        ],
      }),
    ),
    'keys cannot be duplicated: invalid request',
  ],
  [
    'too many keys',
    genesis(registered({ keys: ['AA==', 'AQ==', 'Ag=='].map((key) => ({ path: 'bank', key })) })),
    'keys count cannot be more than 2: too many keys',
  ],
  ['no keys', genesis(registered({ keys: [] })), 'keys cannot be empty: keys are empty'],
  [
    'an invalid filter',
    genesis(registered({ query_type: 'tx', transactions_filter: '' })),
    'failed to unmarshal transactions filter: unexpected end of JSON input: invalid transactions filter',
  ],
  [
    'an invalid owner',
    genesis(registered({ owner: '' })),
    'Invalid owner address (empty address string is not allowed): empty address string is not allowed',
  ],
])('a genesis with %s is refused', (_, step, log) => {
  expect(failureOf(step).log).toBe(log)
})

test.each([
  [{ registered_queries: [{ id: '-1' }] }, '/registered_queries/0/id'],
  [{ registered_queries: [{ keys: [{ key: '?' }] }] }, '/keys/0/key'],
  [{ registered_queries: 7 }, '/registered_queries'],
  [{ params: { query_submit_timeout: '1.5' } }, '/params/query_submit_timeout'],
])('a genesis of another shape is refused with its place: %j', (state, place) => {
  expect(() => validateGenesis('neutron', state as never)).toThrow(place)
})
