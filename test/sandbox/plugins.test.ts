import { readFileSync } from 'node:fs'
import {
  action as action_,
  ChainError,
  createSandbox,
  customMessage,
  customQuery,
  definePlugin,
  grpcQuery,
  protoMessage,
  storeItem,
  TxError,
  UsageError,
  type Contract,
  type Plugin,
  type PluginContext,
  type Sandbox,
} from 'sudobox'
import { checkFixture, replay } from 'sudobox/replay'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import type { CustomAnswerOf, CustomMessageOf, CustomQueryOf } from 'sudobox'
import { z } from 'zod'
import { MsgSetPrice, oracle, QueryPriceRequest, QueryPriceResponse } from './oracle.js'
import { response, saying, SPEAKER } from './speaker.js'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

let sandbox: Sandbox
let contract: Contract
let alice: ReturnType<Sandbox['chains']['neutron']['account']>

async function start(...plugins: readonly Plugin[]): Promise<void> {
  sandbox = createSandbox({ chains: { neutron: { plugins } } })
  alice = sandbox.chains.neutron.account('alice', '1000000untrn')
  contract = await alice.deploy(SPEAKER)
}
afterEach(() => sandbox.close())

const say = (...messages: readonly unknown[]) => alice.execute(contract, saying(...messages))
const failure = async (work: Promise<unknown>): Promise<TxError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(TxError)
  return error as TxError
}
const ask = (request: unknown) => contract.query(request as object)

describe('the oracle of the guide', () => {
  beforeEach(() => start(oracle))
  const set = (amount = '7') => ({ custom: { set_price: { denom: 'uatom', amount } } })

  test('is the one of the guide', () => {
    const guide = readFileSync(new URL('../../docs/plugins.md', import.meta.url), 'utf8')
    expect(guide).toContain(readFileSync(new URL('./oracle.ts', import.meta.url), 'utf8').trim())
  })

  test('takes custom messages of contracts and answers their queries', async () => {
    const result = await say(set())
    const { attributes } = result.events.find(({ type }) => type === 'oracle_price')!
    expect(attributes).toEqual([
      ['denom', 'uatom'],
      ['amount', '7'],
      ['by', contract.address],
      ['msg_index', '0'],
    ])
    expect(ask({ custom: { price: { denom: 'uatom' } } })).toEqual({ amount: '7', height: String(result.height) })
  })

  test('gives the contract data for its reply', async () => {
    await alice.execute(contract, response([{ msg: set(), reply_on: 'success' }]))
    const { app } = sandbox.chains.neutron.host
    const reply = JSON.parse(Buffer.from(app.wasm.contracts && rawOf(contract, 'w')!).toString())
    expect(Buffer.from(reply.result.ok.data, 'base64').toString()).toBe('{"stored":"uatom"}')
  })

  test('costs what it says, on top of the SDK’s prices for its store', async () => {
    await say(set())
    const gasOf = async () => (await say(set())).gasUsed
    const before = await gasOf()
    sandbox.chains.neutron.setParams('prices', { gas_per_price: 6_000 })
    expect((await gasOf()) - before).toBe(1_000n)
  })

  test('is reached by protobuf messages and gRPC queries, of clients and of contracts', async () => {
    const value = MsgSetPrice.encode({ authority: alice.address, denom: 'uatom', amount: '8' })
    await alice.send([{ any: { typeUrl: '/prices.v1.MsgSetPrice', value: base64(value) } }])
    const data = base64(QueryPriceRequest.encode({ denom: 'uatom' }))
    const path = '/prices.v1.Query/Price'
    expect(ask({ stargate: { path, data } })).toMatchObject({ amount: '8' })
    const app = sandbox.chains.neutron.host.app.baseApp
    const answer = app.query(path, QueryPriceRequest.encode({ denom: 'uatom' }))
    expect(QueryPriceResponse.decode(answer).amount).toBe('8')
    expect(ask({ grpc: { path, data } })).toBe(base64(answer))

    const own = MsgSetPrice.encode({ authority: contract.address, denom: 'uatom', amount: '9' })
    await say({ any: { type_url: '/prices.v1.MsgSetPrice', value: base64(own) } })
    expect(ask({ stargate: { path, data } })).toMatchObject({ amount: '9' })
    const foreign = await failure(say({ any: { type_url: '/prices.v1.MsgSetPrice', value: base64(value) } }))
    expect(foreign.message).toContain("contract doesn't have permission")
  })

  test('refuses invalid JSON with its places, invalid bytes, and what it forbids; no writes remain', async () => {
    const wrong = await failure(say({ custom: { set_price: { denom: '', amount: 1 } } }))
    expect(wrong).toMatchObject({ codespace: 'sdk', code: 17 })
    expect(wrong.message).toMatch(/custom message set_price: denom: .*; amount: .*: failed to unmarshal JSON bytes/)
    const thrown = await failure(say(set('1'), set('x')))
    expect(thrown).toMatchObject({ codespace: 'undefined', code: 1 })
    expect(thrown.message).toContain('x is not a price')
    expect(() => ask({ custom: { price: { denom: 'uatom' } } })).toThrow(ChainError)
    const any = (value: string) => alice.send([{ any: { typeUrl: '/prices.v1.MsgSetPrice', value } }])
    expect((await failure(any('/w=='))).message).not.toContain('TypeError')
    const nothing = MsgSetPrice.encode({ authority: alice.address, denom: '', amount: '' })
    expect((await failure(any(base64(nothing)))).message).toContain('no denom')
  })

  test('runs in blocks, follows its params, and goes through snapshots', async () => {
    sandbox.chains.neutron.setParams('prices', { keep_blocks: 3 })
    await say(set())
    const saved = await sandbox.snapshot()
    sandbox.chains.neutron.nextBlock(3)
    expect(() => ask({ custom: { price: { denom: 'uatom' } } })).toThrow('oracle')
    await sandbox.restore(saved)
    expect(ask({ custom: { price: { denom: 'uatom' } } })).toMatchObject({ amount: '7' })
    expect(() => sandbox.chains.neutron.setParams('prices', { keep_blocks: 0 })).toThrow(
      /prices\/params: params: keep_blocks/,
    )
    expect(() => sandbox.chains.neutron.setParams('prices', { keep: 0 })).toThrow(UsageError)
  })

  test('is passed to a replay, which does the same', async () => {
    await say(set())
    const steps = sandbox.log.map((action) => ({ do: z.encode(action_, action) }))
    const fixture = checkFixture({ sudobox: 1, title: 'prices', steps }, 'prices.json')
    const report = await replay(fixture, 'prices.json', { plugins: { neutron: [oracle] } })
    expect(report).toMatchObject({ passed: true, planned: steps.length })
    await expect(replay(fixture, 'prices.json')).rejects.toThrow('custom')
  })

  test('is only on the chain that was given it', () => {
    const { neutron, hub } = sandbox.chains
    expect(neutron.host.app.baseApp.queries.paths).toContain('/prices.v1.Query/Price')
    expect(hub.host.app.baseApp.queries.paths).not.toContain('/prices.v1.Query/Price')
  })
})

const rawOf = (of: Contract, key: string): Uint8Array | undefined => {
  const { app } = sandbox.chains.neutron.host
  const row = app.baseApp.query(
    '/cosmwasm.wasm.v1.Query/RawContractState',
    Uint8Array.from([0x0a, of.address.length, ...Buffer.from(of.address), 0x12, key.length, ...Buffer.from(key)]),
  )
  return row.length === 0 ? undefined : row.slice(row.findIndex((byte) => byte === 0x7b))
}

/** A plug-in with one custom message `go` that does what a test gives it. */
const going = (work: (ctx: PluginContext) => unknown, more: object = {}) =>
  definePlugin({
    name: 'going',
    messages: { go: customMessage({ check: () => undefined, handle: (ctx) => work(ctx) }) },
    ...more,
  })
const go = { custom: { go: {} } }

describe('a handler', () => {
  const counter = storeItem<number>('count')

  test.each([
    ['a TypeError', () => (undefined as unknown as { x: number }).x, 'Cannot read properties of undefined'],
    [
      'a text',
      () => {
        // oxlint-disable-next-line no-throw-literal
        throw 'just a text'
      },
      'just a text',
    ],
    ['what is no JSON', () => ({ go: 1n, self: cyclic() }), 'a cycle at /self'],
    ['what JSON changes', () => ({ go: new Map([[1, 1n]]) }), 'a Map at /go of a value of a plug-in'],
  ])('that throws %s fails its message, typed, with the state as it was', async (_, work, text) => {
    await start(
      going((ctx) => {
        counter.set(ctx, 1)
        return work()
      }),
    )
    const { app } = sandbox.chains.neutron.host
    const error = await failure(say(go))
    expect(error).toMatchObject({ codespace: 'undefined', code: 1 })
    expect(error.message).toContain(text)
    expect(app.baseApp.queryContext().rawStore('going').iterator().valid).toBe(false)
  })

  test('that is async is refused as such, and the chain is as before', async () => {
    await start(going(async () => Promise.resolve(1)))
    const { height } = sandbox.chains.neutron
    await expect(say(go)).rejects.toThrow(UsageError)
    await expect(say(go)).rejects.toThrow('returned a promise')
    expect(sandbox.chains.neutron.height).toBe(height)
  })

  test('that uses up the gas ends the transaction as the chain does', async () => {
    await start(going((ctx) => ctx.gas.consume(100_000_000n, 'mining')))
    const error = await failure(say(go))
    expect(error).toMatchObject({ codespace: 'sdk', code: 11 })
    expect(error.message).toContain('out of gas in location: mining')
  })

  test.each([-1n, 0.5, Number.NaN, 1n << 60n])('cannot consume %s gas', async (amount) => {
    await start(going((ctx) => ctx.gas.consume(amount)))
    await expect(say(go)).rejects.toThrow('is not a valid amount of gas')
  })

  test('has the chain’s coins, contracts, messages and queries', async () => {
    const seen: unknown[] = []
    await start(
      going(
        (ctx) => {
          ctx.bank.mint([{ denom: 'gold', amount: 5n }], alice.address)
          ctx.bank.mint([{ denom: 'gold', amount: 2n }])
          ctx.bank.burn([{ denom: 'gold', amount: 1n }])
          ctx.bank.send(alice.address, ctx.account, [{ denom: 'untrn', amount: 3n }])
          ctx.contracts.sudo(contract.address, { hello: 1n })
          seen.push(
            ctx.bank.balance(ctx.account, 'gold'),
            ctx.bank.balances(ctx.account),
            ctx.bank.supply('gold'),
            Buffer.from(ctx.contracts.raw(contract.address, 'w')!).toString(),
            ctx.contracts.info(contract.address)?.codeId,
            ctx.contracts.info(ctx.account),
            ctx.contracts.query(contract.address, { custom: { balance: {} } }),
            ctx.query('/cosmos.bank.v1beta1.Query/SupplyOf', Uint8Array.from([0x0a, 4, ...Buffer.from('gold')])).length,
          )
          return undefined
        },
        {
          permissions: ['minter', 'burner'],
          queries: {
            balance: customQuery({
              check: () => undefined,
              answer: (ctx) => ctx.bank.balance(alice.address, 'gold'),
            }),
          },
        },
      ),
    )
    await say(go)
    expect(seen).toEqual([
      1n,
      [
        { denom: 'gold', amount: 1n },
        { denom: 'untrn', amount: 3n },
      ],
      6n,
      '{"hello":"1"}',
      1n,
      undefined,
      '5',
      11,
    ])
  })

  test('cannot mint without the permission', async () => {
    await start(going((ctx) => ctx.bank.mint([{ denom: 'gold', amount: 5n }])))
    expect((await failure(say(go))).message).toContain('does not have permissions to mint tokens')
  })

  test('keeps what a branch did only when it returns, and pays its limit', async () => {
    let spent = 0n
    await start(
      going((ctx) => {
        counter.set(ctx, 1)
        const attempt = (work: (inner: PluginContext) => void, gasLimit?: bigint) => {
          try {
            ctx.branch(work, gasLimit === undefined ? {} : { gasLimit })
            return 'done'
          } catch (error) {
            return error instanceof ChainError ? `${error.codespace}/${error.code}` : (error as Error).message
          }
        }
        const first = attempt((inner) => {
          counter.set(inner, 2)
          inner.emit('dropped')
          throw new ChainError({ codespace: 'going', code: 9, log: 'no' })
        })
        const used = ctx.gas.used
        const second = attempt((inner) => inner.gas.consume(20_000n), 10_000n)
        spent = ctx.gas.used - used
        const third = attempt((inner) => counter.set(inner, 4))
        const fourth = attempt(() => counter.set(ctx, 5))
        ctx.emit('outcome', { first, second, third, fourth, count: counter.get(ctx)! })
      }),
    )
    const { events } = await say(go)
    expect(events.some(({ type }) => type === 'dropped')).toBe(false)
    expect(events.find(({ type }) => type === 'outcome')?.attributes).toEqual([
      ['first', 'going/9'],
      ['second', 'sdk/11'],
      ['third', 'done'],
      ['fourth', expect.stringContaining('a branch() is running')],
      ['count', '4'],
      ['msg_index', '0'],
    ])
    expect(spent).toBe(10_000n)
  })

  test('of blocks that throws stops the block with a typed error, and the chain goes on', async () => {
    let broken = false
    await start(
      going(() => undefined, {
        endBlock: () => {
          if (broken) throw new Error('no end')
        },
      }),
    )
    const { neutron } = sandbox.chains
    const { height } = neutron
    broken = true
    for (const work of [() => neutron.nextBlock(), () => neutron.account('bob', '1untrn')])
      expect(work).toThrow(new ChainError({ codespace: 'undefined', code: 1, log: 'no end' }).shortMessage)
    await expect(say()).rejects.toThrow(ChainError)
    expect(neutron.height).toBe(height)
    broken = false
    neutron.nextBlock()
    expect(neutron.height).toBe(height + 1n)
  })
})

const cyclic = () => {
  const value: { self?: unknown } = {}
  value.self = value
  return value
}

describe('names', () => {
  const texts = { encode: () => new Uint8Array(0), decode: () => ({}) }
  const query = (path: string) => grpcQuery({ path, request: texts, response: texts, answer: () => ({}) })
  const message = (typeUrl: string) =>
    protoMessage({ typeUrl, request: texts, signers: () => [], handle: () => undefined })
  const custom = customMessage({ check: (value) => value, handle: () => undefined })
  const asked = customQuery({ check: (value) => value, answer: () => 1 })

  test.each<[string, () => readonly Plugin[], string]>([
    ['a module', () => [definePlugin({ name: 'bank' })], 'the name of plug-in bank is taken by module bank'],
    ['an account', () => [definePlugin({ name: 'bonded_tokens_pool' })], 'taken by an account of the chain'],
    ['a plug-in', () => [definePlugin({ name: 'one' }), definePlugin({ name: 'one' })], 'taken by another plug-in'],
    ['a custom message', () => [definePlugin({ name: 'one', messages: { create_denom: custom } })], 'create_denom'],
    ['a custom query', () => [definePlugin({ name: 'one', queries: { full_denom: asked } })], 'full_denom'],
    [
      'a message',
      () => [definePlugin({ name: 'one', protobuf: [message('/cosmos.bank.v1beta1.MsgSend')] })],
      'is handled by two modules',
    ],
    [
      'a query',
      () => [definePlugin({ name: 'one', grpc: [query('/cosmos.bank.v1beta1.Query/Balance')] })],
      'is handled by two modules',
    ],
    [
      'its own',
      () => [definePlugin({ name: 'one', grpc: [query('/a.B/C'), query('/a.B/C')] })],
      'handles /a.B/C twice',
    ],
  ])('of %s are taken', (_, plugins, text) => {
    const create = () => createSandbox({ chains: { neutron: { plugins: plugins() } } })
    expect(create).toThrow(UsageError)
    expect(create).toThrow(text)
  })

  test.each<[() => unknown]>([
    [() => definePlugin({ name: 'Oracle' })],
    [() => definePlugin({ name: 'one', messages: { 'a b': custom } })],
    [() => definePlugin({ name: 'one', protobuf: [message('no.slash')] })],
    [() => definePlugin({ name: 'one', grpc: [query('/no/method/')] })],
    [() => createSandbox({ chains: { neutron: { plugins: [{}] as never } } })],
    [() => createSandbox({ chains: { hub: { plugins: 'x' as never } } })],
  ])('that cannot be are refused: %s', (define) => expect(define).toThrow(UsageError))

  test('of modules that the chain lacks may be used', async () => {
    await start(definePlugin({ name: 'dex', messages: { dex: custom }, queries: { dex: asked } }))
    await say({ custom: { dex: {} } })
    expect(ask({ custom: { dex: {} } })).toBe(1)
  })

  test('a chain without custom JSON has that of its plug-ins', async () => {
    sandbox = createSandbox({ chains: { hub: { plugins: [oracle] } } })
    const bob = sandbox.chains.hub.account('bob', '1uatom')
    const speaker = await bob.deploy(SPEAKER)
    await bob.execute(speaker, saying({ custom: { set_price: { denom: 'x', amount: '1' } } }))
    expect(speaker.query({ custom: { price: { denom: 'x' } } })).toMatchObject({ amount: '1' })
  })
})

test('types follow what is checked', () => {
  sandbox = createSandbox()
  expectTypeOf<CustomMessageOf<typeof oracle>>().toEqualTypeOf<{
    readonly set_price: { denom: string; amount: string }
  }>()
  expectTypeOf<CustomQueryOf<typeof oracle>>().toEqualTypeOf<{ readonly price: { denom: string } }>()
  expectTypeOf<CustomAnswerOf<typeof oracle, 'price'>>().toEqualTypeOf<{
    readonly amount: string
    readonly height: string
  }>()
  customMessage({
    check: (value): { n: bigint } => ({ n: BigInt(String(value)) }),
    handle: (ctx, message) => {
      expectTypeOf(message).toEqualTypeOf<{ n: bigint }>()
      expectTypeOf(ctx.contract).toBeString()
      expectTypeOf(ctx.block.height).toBeBigInt()
    },
  })
  customMessage({
    check: z.object({ at: z.coerce.date() }),
    handle: (_, message) => expectTypeOf(message.at).toEqualTypeOf<Date>(),
  })
  protoMessage({
    typeUrl: '/a.B',
    request: MsgSetPrice,
    response: QueryPriceResponse,
    signers: (message) => {
      expectTypeOf(message).toEqualTypeOf<Record<'authority' | 'denom' | 'amount', string>>()
      return []
    },
    handle: () => ({ amount: '1', height: '2' }),
  })
  protoMessage({
    typeUrl: '/a.B',
    request: MsgSetPrice,
    response: QueryPriceResponse,
    signers: () => [],
    // @ts-expect-error a response lacks a member
    handle: () => ({ amount: '1' }),
  })
  // @ts-expect-error a plug-in comes from definePlugin()
  expect(() => createSandbox({ chains: { neutron: { plugins: [{ name: 'x' }] } } })).toThrow(UsageError)
})
