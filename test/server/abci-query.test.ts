import { QueryBalanceRequest, QueryBalanceResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query'
import { beforeAll, describe, expect, test } from 'vitest'
import type { NeutronApp } from '../../src/app/neutron/app.js'
import { fromUtf8, toUtf8 } from '../../src/base/bytes.js'
import { protoBytes, protoMessages, readProto } from '../../src/codec/proto.js'
import { queryAbci, type AbciQuery } from '../../src/server/abci-query.js'
import { ChainNode } from '../../src/server/chain-node.js'
import { DEFAULT_CHAIN_LIMITS } from '../../src/server/limits.js'
import { signedSend, testChain, testWallet } from './chain.js'

/** Codes, texts and heights of cosmos-sdk v0.53.6 baseapp/abci.go and cosmossdk.io/store v1.1.2 rootmulti, iavl. */

let app: NeutronApp
let node: ChainNode
let alice: Awaited<ReturnType<typeof testWallet>>
let rich: typeof alice
let last: number
const SUPPLY = toUtf8('\0untrn')

beforeAll(async () => {
  app = testChain()
  alice = await testWallet(app, 'alice', '77untrn')
  rich = await testWallet(app, 'rich')
  app.nextBlock()
  node = new ChainNode(app, DEFAULT_CHAIN_LIMITS)
  last = app.height
})

const ask = (path: string, change: Partial<AbciQuery> = {}) =>
  queryAbci(node, { path, data: new Uint8Array(0), height: 0, prove: false, ...change })
const failure = (path: string, change: Partial<AbciQuery> = {}) => {
  const { code, codespace, log, height } = ask(path, change)
  return `${codespace}/${code} ${log} at ${height}`
}
const BALANCE = '/cosmos.bank.v1beta1.Query/Balance'
const balanceOf = (address: string) => QueryBalanceRequest.encode({ address, denom: 'untrn' }).finish()

describe('a query by key', () => {
  test('gives the value at its height, the last one by default', () => {
    const now = ask('/store/bank/key', { data: SUPPLY })
    expect(now).toMatchObject({ code: 0, codespace: '', log: '', height: last, key: SUPPLY, ops: undefined })
    expect(now.value.length).toBeGreaterThan(0)
    expect(ask('store/bank/key', { data: SUPPLY })).toEqual(now)
    expect(ask('/store/bank/key', { data: SUPPLY, height: 1 })).toMatchObject({ height: 1 })
    expect(ask('/store/bank/key', { data: toUtf8('none') })).toMatchObject({ code: 0, value: new Uint8Array(0) })
  })

  test('proves it, from the second height on', () => {
    const { value, ops, height } = ask('/store/bank/key', { data: SUPPLY, prove: true, height: 2 })
    expect([height, ops?.map(({ type }) => type)]).toEqual([2, ['ics23:iavl', 'ics23:simple']])
    expect(value).toEqual(ask('/store/bank/key', { data: SUPPLY, height: 2 }).value)
  })

  test('has no value and no proof at a missing height', () => {
    expect(ask('/store/bank/key', { data: SUPPLY, height: 999 })).toMatchObject({
      code: 0,
      log: 'version does not exist',
      value: new Uint8Array(0),
      height: 999,
    })
    expect(failure('/store/bank/key', { data: SUPPLY, height: 999, prove: true })).toBe(
      'store/7 proof is unexpectedly empty; ensure height has not been pruned: invalid request at 0',
    )
  })

  test('below a prefix returns the latest rows', () => {
    const rows = (change: object) =>
      protoMessages(readProto(ask('/store/bank/subspace', { data: Uint8Array.of(0), ...change }).value), 1).map((row) =>
        fromUtf8(protoBytes(readProto(row), 1)),
      )
    expect(rows({})).toEqual(['\0untrn'])
    expect(rows({ height: 1 })).toEqual(['\0untrn'])
    expect(rows({ data: toUtf8('none') })).toEqual([])
  })
})

describe('a query of a service', () => {
  test('is answered at its height', () => {
    const { value, height } = ask(BALANCE, { data: balanceOf(alice.address) })
    expect([QueryBalanceResponse.decode(value).balance?.amount, height]).toEqual(['77', last])
    const before = ask(BALANCE, { data: balanceOf(alice.address), height: 1 })
    expect([QueryBalanceResponse.decode(before.value).balance?.amount, before.height]).toEqual(['0', 1])
  })

  test.each([
    [
      { data: balanceOf('x') },
      'sdk/18 rpc error: code = InvalidArgument desc = invalid address: decoding bech32 failed: invalid bech32 string length 1: invalid request at LAST',
    ],
    [{ height: -1 }, 'sdk/18 cannot query with height < 0; please provide a valid height: invalid request at 0'],
    [
      { height: 999 },
      'sdk/26 cannot query with height in the future; please provide a valid height: invalid height at 0',
    ],
    [
      { height: 1, prove: true },
      'sdk/18 cannot query with proof when height <= 1; please provide a valid height: invalid request at 0',
    ],
  ])('is refused with %j: %s', (change, said) => {
    expect(failure(BALANCE, change)).toBe(said.replace('LAST', String(last)))
  })

  test('that finds nothing returns an error', () => {
    expect(failure('/cosmos.auth.v1beta1.Query/ModuleAccountByName', { data: toUtf8('\n\x04none') })).toMatch(
      /^sdk\/22 rpc error: code = NotFound desc = .*: key not found at \d$/,
    )
  })
})

test.each([
  ['', {}, 'sdk/6 no query path provided: unknown request at 0'],
  ['/', {}, 'sdk/6 unknown query path: unknown request at 0'],
  ['x', {}, 'sdk/6 unknown query path: unknown request at 0'],
  ['/cosmos.bank.v1beta1.Query/Nothing', {}, 'sdk/6 unknown query path: unknown request at 0'],
  ['/store/none/key', {}, 'store/4 no such store: none: unknown request at 0'],
  ['/store', {}, 'store/4 no such store: : unknown request at 0'],
  ['/store/bank/key', {}, 'store/3 query cannot be zero length: tx parse error at 0'],
  ['/store/bank', { data: SUPPLY }, 'store/4 unexpected query path: : unknown request at 0'],
  ['/store/bank/other/x', { data: SUPPLY }, 'store/4 unexpected query path: /other/x: unknown request at 0'],
  [
    '/store/bank/key',
    { data: SUPPLY, prove: true, height: 1 },
    'sdk/18 cannot query with proof when height <= 1; please provide a valid height: invalid request at 0',
  ],
  ['/app/other/x', {}, 'sdk/6 unknown query: [app other x]: unknown request at 0'],
  [
    '/app',
    {},
    "sdk/6 expected second parameter to be either 'simulate' or 'version', neither was present: unknown request at 0",
  ],
  ['/app/simulate', { data: Uint8Array.of(1) }, /^sdk\/2 failed to simulate tx: .*tx parse error at 0$/],
])('the path %j with %j is refused: %s', (path, change, said) => {
  if (typeof said === 'string') expect(failure(path, change)).toBe(said)
  else expect(failure(path, change)).toMatch(said)
})

test('the application reports its version, and the result of a simulated transaction in JSON', async () => {
  expect(ask('/app/version')).toMatchObject({ code: 0, codespace: 'sdk', height: last })
  expect(fromUtf8(ask('/app/version').value)).toMatch(/^v\d+\.\d+\.\d+$/)
  const simulated = ask('/app/simulate', { data: await signedSend(app, rich, alice.address, 0) })
  expect([simulated.code, simulated.codespace]).toEqual([0, 'sdk'])
  expect(JSON.parse(fromUtf8(simulated.value))).toMatchObject({
    gas_info: {
      gas_wanted: expect.stringMatching(/^\d+$/) as string,
      gas_used: expect.stringMatching(/^\d+$/) as string,
    },
    result: { log: '', events: expect.any(Array) as unknown },
  })
})
