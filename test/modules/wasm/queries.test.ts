import { describe, expect, test } from 'vitest'
import { fromUtf8, toUtf8 } from '../../../src/base/bytes.js'
import type { Context } from '../../../src/chain/context.js'
import { plainError } from '../../../src/chain/errors.js'
import { FiniteGasMeter, OutOfGasPanic } from '../../../src/chain/gas.js'
import { string, struct } from '../../../src/codec/go-json/index.js'
import { methodTypes } from '../../../src/codec/proto-json/index.js'
import { ProtoWriter } from '../../../src/codec/proto.js'
import { enterQuery } from '../../../src/modules/wasm/context.js'
import { NEUTRON_QUERIES } from '../../../src/app/neutron/allowed-queries.js'
import { NEUTRON_BINDINGS } from '../../../src/app/neutron/bindings.js'
import { Bindings } from '../../../src/modules/wasm/index.js'
import { answerWith, bankQuerier, wasmQuerier } from '../../../src/modules/wasm/dispatch/queriers.js'
import { grpcQuerier, stargateQuerier } from '../../../src/modules/wasm/dispatch/stargate.js'
import { contractStoreKey } from '../../../src/modules/wasm/keys.js'
import { asciiKey, joinKeys } from '../../../src/store/key.js'
import * as settings from '../../../src/modules/bank/settings.js'
import { base64, CREATOR, FRED, ProbeChain } from './chain.js'

const LIMIT = 1_000_000n * 140_000n

function asker(chain = new ProbeChain()) {
  const { bank, wasm } = chain.app.keepers
  const queries = () => chain.app.baseApp.queries
  const bindings = new Bindings(NEUTRON_BINDINGS).addQuery({
    name: 'mine',
    type: struct('Mine', { text: string }),
    answer: (_ctx, _contract, { text }) => {
      if (text === '') throw plainError('empty')
      return toUtf8(JSON.stringify({ text }))
    },
  })
  const answer = answerWith({
    bank: bankQuerier(bank, settings, queries),
    wasm: wasmQuerier(wasm.contracts),
    custom: bindings.querier,
    grpc: grpcQuerier(NEUTRON_QUERIES, queries),
    stargate: stargateQuerier(NEUTRON_QUERIES, queries),
  })
  const ask = (request: unknown, ctx: Context = chain.context(), limit = LIMIT): string => {
    const bytes = toUtf8(typeof request === 'string' ? request : JSON.stringify(request))
    const text = fromUtf8(answer(ctx, chain.first, bytes, limit))
    const { ok } = JSON.parse(text) as { ok?: { ok?: string } }
    return ok?.ok === undefined ? text : Buffer.from(ok.ok, 'base64').toString()
  }
  return { chain, ask }
}

const failed = (error: string) => JSON.stringify({ ok: { error } })
const system = (error: object) => JSON.stringify({ error })

describe('a contract that asks the chain', () => {
  const { chain, ask } = asker()
  const first = chain.text(chain.first)
  const fred = chain.text(FRED)

  const ROWS: readonly (readonly [sentence: string, request: unknown, answer: string])[] = [
    [
      'gets a balance',
      { bank: { balance: { address: first, denom: 'untrn' } } },
      '{"amount":{"denom":"untrn","amount":"1000"}}',
    ],
    ['gets no coins as an empty list', { bank: { all_balances: { address: fred } } }, '{"amount":[]}'],
    ['gets the supply', { bank: { supply: { denom: 'other' } } }, '{"amount":{"denom":"other","amount":"0"}}'],
    [
      'learns only codespace and code of an error',
      { bank: { balance: { address: 'nobody', denom: 'untrn' } } },
      failed('codespace: sdk, code: 7'),
    ],
    [
      'gets metadata that is not there as an error',
      { bank: { denom_metadata: { denom: 'untrn' } } },
      failed('codespace: sdk, code: 38'),
    ],
    ['gets all metadata', { bank: { all_denom_metadata: {} } }, '{"metadata":[]}'],
    [
      'is told of a request that it does not know',
      { bank: { nope: {} } },
      system({ unsupported_request: { kind: 'unknown BankQuery variant' } }),
    ],
    ['is told of a request of no kind', { nope: {} }, system({ unknown: {} })],
    [
      'is told of a request that is no JSON',
      'nope',
      system({
        invalid_request: {
          error: "invalid character 'o' in literal null (expecting 'u')",
          request: base64('nope'),
        },
      }),
    ],
    ['gets the answer of a contract', { wasm: { smart: { contract_addr: first, msg: base64({}) } } }, '{}'],
    [
      'is told that there is no contract',
      { wasm: { smart: { contract_addr: fred, msg: base64({}) } } },
      system({ no_such_contract: { addr: fred } }),
    ],
    ['gets a raw value', { wasm: { raw: { contract_addr: first, key: base64('s') } } }, '{"m":"o"}'],
    ['gets nothing under a key that is not there', { wasm: { raw: { contract_addr: first, key: base64('x') } } }, ''],
    [
      'gets a range of raw values',
      { wasm: { raw_range: { contract_addr: first, limit: 5, order: 'ascending' } } },
      `{"data":[["${base64('s')}","${base64({ m: 'o' })}"]],"next_key":null}`,
    ],
    [
      'gets a range from the end, up to its limit, with the key of what is left',
      { wasm: { raw_range: { contract_addr: first, limit: 0, order: 'descending' } } },
      `{"data":[],"next_key":"${base64('s')}"}`,
    ],
    [
      'is told of an order that there is not',
      { wasm: { raw_range: { contract_addr: first, limit: 5, order: 'sideways' } } },
      failed('codespace: sdk, code: 18'),
    ],
    [
      'gets what is known of a contract',
      { wasm: { contract_info: { contract_addr: first } } },
      JSON.stringify({
        code_id: 1,
        creator: 'neutron1qyqszqgpqyqszqgpqyqszqgpqyqszqgpkvguhm',
        admin: 'neutron1qyqszqgpqyqszqgpqyqszqgpqyqszqgpkvguhm',
        pinned: false,
        ibc2_port: `wasm2${first.slice('neutron'.length)}`,
      }),
    ],
    [
      'gets what is known of code',
      { wasm: { code_info: { code_id: 1 } } },
      '{"code_id":1,"creator":"neutron1qyqszqgpqyqszqgpqyqszqgpqyqszqgpkvguhm","checksum":"50341809cb6655573595a78d69596c4347be5ceff334fb41aa55e3340937c6ee"}',
    ],
    ['is told that code has an id', { wasm: { code_info: { code_id: 0 } } }, failed('codespace: wasm, code: 12')],
    [
      'is told that there is no code',
      { wasm: { code_info: { code_id: 9 } } },
      system({ no_such_code: { code_id: 9 } }),
    ],
    [
      'is told of a path that is not allowed',
      { stargate: { path: '/cosmos.bank.v1beta1.Query/AllBalances', data: '' } },
      system({
        unsupported_request: { kind: "'/cosmos.bank.v1beta1.Query/AllBalances' path is not allowed from the contract" },
      }),
    ],
    [
      'is told of a path that nobody answers',
      { grpc: { path: '/neutron.dex.Query/Params', data: '' } },
      system({ unsupported_request: { kind: "No route to query '/neutron.dex.Query/Params'" } }),
    ],
    [
      'gets a gRPC answer as protobuf',
      { grpc: { path: '/cosmos.bank.v1beta1.Query/Params', data: '' } },
      '\n\u0002\u0010\u0001',
    ],
    [
      'gets the same answer as JSON',
      { stargate: { path: '/cosmos.bank.v1beta1.Query/Params', data: '' } },
      '{"params":{"send_enabled":[],"default_send_enabled":true}}',
    ],
    [
      'gets numbers of 64 bits as texts, and what is opened in an Any',
      {
        stargate: {
          path: '/cosmos.auth.v1beta1.Query/Account',
          data: base64(`\n.${chain.text(CREATOR)}`),
        },
      },
      '{"account":{"@type":"/cosmos.auth.v1beta1.BaseAccount","address":"neutron1qyqszqgpqyqszqgpqyqszqgpqyqszqgpkvguhm","pub_key":null,"account_number":"NUMBER","sequence":"0"}}'.replace(
        'NUMBER',
        String(chain.app.keepers.accounts.get(chain.context(), CREATOR)?.accountNumber),
      ),
    ],
    [
      "gets the chain's words where a query fails",
      { stargate: { path: '/cosmos.bank.v1beta1.Query/DenomMetadata', data: base64('\n\x05other') } },
      failed('codespace: undefined, code: 1'),
    ],
    [
      'is told of a custom query that nobody knows',
      { custom: { nope: {} } },
      system({ unsupported_request: { kind: 'unknown neutron query type' } }),
    ],
    ['learns that a module is not there', { custom: { oracle: {} } }, failed('codespace: sdk, code: 37')],
    ["asks a user's own query", { custom: { mine: { text: 'hello' } } }, '{"text":"hello"}'],
    ['learns that a custom query failed', { custom: { mine: {} } }, failed('codespace: undefined, code: 1')],
    [
      'learns that a custom query has the wrong type',
      { custom: { mine: { text: 1 } } },
      failed('codespace: undefined, code: 1'),
    ],
    [
      'learns that a kind of query is not supported',
      { staking: { bonded_denom: {} } },
      failed('codespace: sdk, code: 37'),
    ],
  ]
  for (const [sentence, request, answer] of ROWS)
    test(sentence, () => {
      expect(ask(request)).toBe(answer)
    })
})

test('a range of raw values is read in both orders, from its start and before its end', () => {
  const { chain, ask } = asker()
  const ctx = chain.context()
  for (const key of ['a', 'b', 'c'])
    ctx.store('wasm').set(joinKeys(contractStoreKey(chain.first), asciiKey(key)), toUtf8('1'))
  const keys = (request: object) => {
    const raw_range = { contract_addr: chain.text(chain.first), limit: 10, ...request }
    const { data, next_key: next } = JSON.parse(ask({ wasm: { raw_range } }, ctx)) as {
      data: [string, string][]
      next_key: string | null
    }
    const text = (value: string) => Buffer.from(value, 'base64').toString()
    return [data.map(([key]) => text(key)).join(''), next && text(next)]
  }
  expect(keys({ order: 'ascending' })).toEqual(['abcs', null])
  expect(keys({ order: 'descending' })).toEqual(['scba', null])
  expect(keys({ order: 'descending', limit: 2 })).toEqual(['sc', 'b'])
  expect(keys({ order: 'ascending', start: base64('b'), end: base64('s') })).toEqual(['bc', null])
  expect(keys({ order: 'descending', start: base64('b'), end: base64('s') })).toEqual(['cb', null])
})

describe('gas of queries', () => {
  test('the caller pays the gas of a query, and its writes are dropped', () => {
    const { chain, ask } = asker()
    const meter = new FiniteGasMeter(1_000_000)
    ask({ bank: { supply: { denom: 'untrn' } } }, chain.context().withGasMeter(meter))
    // One read: 1000, 3 for each byte of key (1 + 5) and value (9 digits).
    expect(meter.consumed).toBe(1000 + 3 * 6 + 3 * 9)
  })

  test('a query is limited to the gas that the contract has left, which the caller pays', () => {
    const { chain, ask } = asker()
    const meter = new FiniteGasMeter(1_000_000)
    const ctx = chain.context().withGasMeter(meter)
    expect(() => ask({ bank: { supply: { denom: 'untrn' } } }, ctx, 100n * 140_000n)).toThrow(OutOfGasPanic)
    expect(meter.consumed).toBe(1000)
  })

  test('queries nest up to ten deep', () => {
    let ctx = new ProbeChain().context()
    for (let i = 0; i < 10; i++) ctx = enterQuery(ctx, 10)
    expect(() => enterQuery(ctx, 10)).toThrow('max query stack size exceeded')
  })
})

describe('custom names', () => {
  test('cannot be taken twice', () => {
    const mine = { name: 'mine', type: string, answer: () => new Uint8Array(0) }
    expect(() => new Bindings(NEUTRON_BINDINGS).addQuery(mine).addQuery(mine)).toThrow(
      'a handler of the custom name "mine" is registered already',
    )
  })
})

describe('the queries that contracts of the chain may make', () => {
  const { chain, ask } = asker()
  const factory = chain.text(CREATOR)

  test('are written as JSON wherever a module answers them', () => {
    const answered = [...NEUTRON_QUERIES].filter(([path]) => chain.app.baseApp.queries.handler(path) !== undefined)
    expect(answered.length).toBeGreaterThan(35)
    expect(answered.filter(([path]) => methodTypes(path) === undefined).map(([path]) => path)).toEqual([])
  })

  test.each([
    ['gaia.globalfee.v1beta1', { max_total_bypass_min_fee_msg_gas_usage: '1000000' }],
    ['feemarket.feemarket.v1', { enabled: false, min_base_gas_price: '0.002500000000000000' }],
    ['neutron.contractmanager', undefined],
  ])('tell the params of %s', (service, params) => {
    const text = ask({ stargate: { path: `/${service}.Query/Params`, data: '' } })
    const { unsupported_request: refused } =
      (JSON.parse(text) as { error?: { unsupported_request?: unknown } }).error ?? {}
    if (params === undefined) expect(refused).toBeDefined()
    else expect(JSON.parse(text)).toMatchObject({ params })
  })

  test('take the description of a denomination for a list, as the chain does', () => {
    const denom = chain.app.tokenFactory.create(chain.context(), factory, 'gold')
    const data = base64(
      new ProtoWriter()
        .string(1, denom)
        .finish()
        .reduce((text, byte) => text + String.fromCharCode(byte), ''),
    )
    expect(JSON.parse(ask({ stargate: { path: '/cosmos.bank.v1beta1.Query/DenomMetadata', data } }))).toEqual({
      metadatas: [
        {
          description: '',
          denom_units: [{ denom, exponent: 0, aliases: [] }],
          base: denom,
          display: denom,
          name: denom,
          symbol: denom,
          uri: '',
          uri_hash: '',
        },
      ],
      pagination: null,
    })
  })

  test('describe the error of an invalid response', () => {
    const path = '/cosmos.bank.v1beta1.Query/Params'
    const queries = () => ({ handler: () => () => Uint8Array.of(0x0a, 9) })
    const broken = () =>
      stargateQuerier(NEUTRON_QUERIES, queries)(chain.context(), chain.first, { path, data: undefined })
    expect(broken).toThrowError(/^to proto: /)
  })
})
