import { consensusParams } from '../../src/chain/index.js'
import { fc, runs } from '../random.js'
import { beforeEach, expect, test } from 'vitest'
import { NotSupportedError, UsageError } from '../../src/base/errors.js'
import { toBase64 } from '../../src/base/bytes.js'
import type { App } from '../../src/chain/app.js'
import { BLOCK_GAS_USED } from '../../src/chain/block/block-gas.js'
import { event } from '../../src/chain/events.js'
import { GoPanic } from '../../src/chain/gas.js'
import { message, type Module } from '../../src/chain/module.js'
import { SDK_0_53 } from '../../src/chain/release.js'
import { buildTx, type TxContent } from '../../src/chain/tx/build.js'
import type { Any } from '../../src/codec/any.js'
import { goText } from '../../src/codec/go-json/decoder.js'
import { asciiKey } from '../../src/store/key.js'
import { bankChain, keyAccount, msgSend, type KeyAccount } from '../modules/chain.js'

const alice = keyAccount(7)
const bob = keyAccount(8)
const a = asciiKey('a')

/** Gas that the block had used before messages that look. */
const positions: number[] = []

/** A module whose one message does what its first byte says: the ways in which a handler can end. */
const behaving: Module = {
  name: 'lab',
  stores: ['lab'],
  messages: Object.fromEntries([
    message<string>({
      typeUrl: '/test.lab.MsgDo',
      decode: (value) => Buffer.from(value).toString(),
      signers: () => [alice.text],
      handle: (ctx, what) => {
        ctx.store('lab').set(a, new Uint8Array([1]))
        if (what === 'panic') throw new GoPanic('runtime error: invalid memory address or nil pointer dereference')
        if (what === 'burn') for (;;) ctx.store('lab').get(a)
        if (what === 'position') positions.push(ctx.value(BLOCK_GAS_USED)!)
        if (what === 'unsupported') throw new NotSupportedError('not here')
        if (what === 'deep') {
          const branch = ctx.branch()
          branch.ctx.branch().ctx.gasMeter.consume(1e9, 'deep down')
        }
        ctx.events.emit(event('lab', ['module', 'own']))
        return new Uint8Array([1, 2])
      },
    }),
  ]),
  queries: { '/test.lab.Query/Value': (ctx) => ctx.store('lab').get(a) ?? new Uint8Array(0) },
  beginBlock: (ctx) => ctx.events.emit(event('begin')),
  endBlock: (ctx) => ctx.events.emit(event('end')),
}
const act = (what: string): Any => ({ typeUrl: '/test.lab.MsgDo', value: Buffer.from(what) })

let app: App
let accounts: ReturnType<typeof bankChain>['accounts']
let bank: ReturnType<typeof bankChain>['bank']

function start(maxBlockGas = 0, release = SDK_0_53) {
  ;({ app, accounts, bank } = bankChain({ consensus: consensusParams(maxBlockGas), release, more: [behaving] }))
  app.initChain({
    auth: {
      accounts: [alice, bob].map(({ text }, i) => ({
        '@type': '/cosmos.auth.v1beta1.BaseAccount',
        address: text,
        account_number: String(i),
      })),
    },
    bank: { balances: [{ address: alice.text, coins: [{ denom: 'untrn', amount: '1000' }] }] },
  })
}
beforeEach(() => start())

const state = () => app.stateContext()
const balance = (who: KeyAccount) => bank.balance(state(), who.address, 'untrn').amount
const sequence = (who: KeyAccount) => accounts.get(state(), who.address)!.sequence

function tx(
  messages: readonly Any[],
  changes: Partial<TxContent> = {},
  signer: Partial<TxContent['signers'][number]> = {},
) {
  return buildTx({
    chainId: 'testchain2-1',
    messages,
    fee: [{ denom: 'untrn', amount: 3n }],
    gasLimit: 300_000n,
    signers: [{ ...alice, accountNumber: 0n, sequence: sequence(alice), ...signer }],
    ...changes,
  })
}
const send = (amount: string, to = bob.text) => msgSend(alice.text, to, [['untrn', amount]])

test('a transfer: fee, sequence, events, data, and its place in the block', () => {
  const bytes = tx([send('5')])
  const result = app.deliver(bytes)
  const collector = 'neutron17xpfvakm2amg962yls6f84z3kell8c5l5x2z36'
  const signature = result.events.find(({ attributes }) => attributes[0]?.[0] === 'signature')!
  expect(result).toMatchObject({ code: 0, codespace: '', log: '', gasWanted: 300_000, height: 1, index: 0 })
  expect(result.events).toEqual([
    event('coin_spent', ['spender', alice.text], ['amount', '3untrn']),
    event('coin_received', ['receiver', collector], ['amount', '3untrn']),
    event('transfer', ['recipient', collector], ['sender', alice.text], ['amount', '3untrn']),
    event('message', ['sender', alice.text]),
    event('tx', ['fee', '3untrn'], ['fee_payer', alice.text]),
    event('tx', ['acc_seq', `${alice.text}/0`]),
    signature,
    event(
      'message',
      ['action', '/cosmos.bank.v1beta1.MsgSend'],
      ['sender', alice.text],
      ['module', 'bank'],
      ['msg_index', '0'],
    ),
    event('coin_spent', ['spender', alice.text], ['amount', '5untrn'], ['msg_index', '0']),
    event('coin_received', ['receiver', bob.text], ['amount', '5untrn'], ['msg_index', '0']),
    event('transfer', ['recipient', bob.text], ['sender', alice.text], ['amount', '5untrn'], ['msg_index', '0']),
    event('message', ['sender', alice.text], ['msg_index', '0']),
  ])
  expect(Buffer.from(result.data).toString('latin1')).toBe('\u0012&\n$/cosmos.bank.v1beta1.MsgSendResponse')
  expect([balance(alice), balance(bob), sequence(alice)]).toEqual([992n, 5n, 1n])
  expect(app.tx(result.hash.toLowerCase())).toBe(result)
  expect(app.block(1)?.txs).toEqual([result])
})

test('a message with a module attribute in an event is not given another', () => {
  const { events } = app.deliver(tx([act('ok')]))
  expect(events.at(-2)).toEqual(
    event('message', ['action', '/test.lab.MsgDo'], ['sender', alice.text], ['msg_index', '0']),
  )
})

test('a failing message reverts all messages, but not fee and sequence', () => {
  const result = app.deliver(tx([act('ok'), send('998')]))
  expect(result).toMatchObject({
    code: 5,
    codespace: 'sdk',
    log: 'failed to execute message; message index: 1: spendable balance 997untrn is smaller than 998untrn: insufficient funds',
  })
  expect(result.events.map(({ type }) => type)).toEqual([
    'coin_spent',
    'coin_received',
    'transfer',
    'message',
    'tx',
    'tx',
    'tx',
  ])
  expect([balance(alice), balance(bob), sequence(alice)]).toEqual([997n, 0n, 1n])
  expect(app.query('/test.lab.Query/Value')).toEqual(new Uint8Array(0))
})

test('out of gas in a message, also below branches that stay open', () => {
  const burnt = app.deliver(tx([act('burn')], { gasLimit: 100_000n }))
  expect(burnt).toMatchObject({ code: 11, codespace: 'sdk' })
  expect(burnt.log).toMatch(/^out of gas in location: Read\w+; gasWanted: 100000, gasUsed: \d+: out of gas$/)
  expect(burnt.gasUsed).toBeGreaterThan(100_000)
  expect(burnt.events).toHaveLength(7)
  const deep = app.deliver(tx([act('deep')]))
  expect(deep.log).toMatch(/^out of gas in location: deep down; gasWanted: 300000, /)
  expect(app.deliver(tx([send('1')])).code).toBe(0)
})

test('a panic is recovered', () => {
  expect(app.deliver(tx([act('panic')]))).toMatchObject({
    code: 111222,
    codespace: 'undefined',
    log: 'recovered: runtime error: invalid memory address or nil pointer dereference\nstack:\n: panic',
  })
})

test('an unsupported feature throws, and the chain is as before', () => {
  const before = app.snapshot()
  const bytes = tx([act('unsupported')])
  expect(() => app.deliver(bytes)).toThrow(NotSupportedError)
  expect(app.snapshot()).toEqual(before)
  app.beginBlock()
  expect(() => app.deliver(bytes)).toThrow(NotSupportedError)
  expect(app.deliver(tx([send('1')]))).toMatchObject({ code: 0, index: 0 })
})

/** Checks before the messages: nothing is charged and no event stays. */
/** A message of a known type with a field that the type lacks. */
const UNKNOWN_FIELD = { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: Uint8Array.of(0x48, 1) }

const refusals: readonly (readonly [name: string, make: () => Uint8Array, code: number, log: string | RegExp])[] = [
  [
    'a wrong sequence',
    () => tx([send('1')], {}, { sequence: 4n }),
    32,
    'account sequence mismatch, expected 0, got 4: incorrect account sequence',
  ],
  [
    'a signature for another chain',
    () => tx([send('1')], { chainId: 'other-1' }),
    4,
    'signature verification failed; please verify account number (0) and chain-id (testchain2-1): (unable to verify single signer signature): unauthorized',
  ],
  [
    'the key of somebody else',
    () => tx([send('1')], {}, { publicKey: bob.publicKey }),
    8,
    `pubKey does not match signer address ${alice.text} with signer index: 0: invalid pubkey`,
  ],
  ['no signer', () => tx([send('1')], { signers: [] }), 15, 'no signatures supplied'],
  [
    'two signers for one',
    () => tx([send('1')], { signers: [alice, bob].map((who) => ({ ...who, accountNumber: 0n, sequence: 0n })) }),
    4,
    'wrong number of signers; expected 1, got 2: unauthorized',
  ],
  ['no messages', () => tx([]), 18, 'must contain at least one message: invalid request'],
  [
    'no gas',
    () => tx([send('1')], { gasLimit: 0n }),
    11,
    /^out of gas in location: ReadFlat; gasWanted: 0, gasUsed: 1000: out of gas$/,
  ],
  [
    'too little gas for the steps before the messages',
    () => tx([send('1')], { gasLimit: 5000n }),
    11,
    /^out of gas in location: \w+; gasWanted: 5000, gasUsed: \d+: out of gas$/,
  ],
  [
    'a fee that nobody has',
    () => tx([send('1')], { fee: [{ denom: 'untrn', amount: 1001n }] }),
    5,
    'spendable balance 1000untrn is smaller than 1001untrn: insufficient funds: insufficient funds',
  ],
  [
    'a long memo',
    () => tx([send('1')], { memo: 'm'.repeat(257) }),
    12,
    'maximum number of characters is 256 but received 257 characters: memo too large',
  ],
  [
    'a message that nobody handles',
    () => tx([{ typeUrl: '/no.such.Msg', value: new Uint8Array(0) }]),
    2,
    'unable to resolve type URL /no.such.Msg: tx parse error: tx parse error',
  ],
  [
    'a message that nobody handles, before one with an unknown field,',
    () => tx([{ typeUrl: '/no.such.Msg', value: new Uint8Array(0) }, UNKNOWN_FIELD]).slice(),
    2,
    'unable to resolve type URL /no.such.Msg: tx parse error: tx parse error',
  ],
  [
    'a message with an unknown field, before one that nobody handles,',
    () => tx([UNKNOWN_FIELD, { typeUrl: '/no.such.Msg', value: new Uint8Array(0) }]).slice(),
    2,
    'errUnknownField "*types.MsgSend": {TagNum: 9, WireType:"varint"}: tx parse error: tx parse error',
  ],
]

test.each(refusals)('%s is refused before any message', (_, make, code, log) => {
  const result = app.deliver(make())
  expect(result).toMatchObject({ code, codespace: 'sdk', events: [] })
  if (typeof log === 'string') expect(result.error?.log).toBe(log)
  else expect(result.error?.log).toMatch(log)
  // Of one that cannot be decoded a block has no more.
  expect(result.log).toBe(code === 2 ? 'tx parse error' : result.error?.log)
  expect([balance(alice), sequence(alice)]).toEqual([1000n, 0n])
})

test('an account that does not exist cannot pay', () => {
  const carol = keyAccount(9)
  const result = app.deliver(
    buildTx({
      chainId: 'testchain2-1',
      messages: [msgSend(carol.text, bob.text, [['untrn', '1']])],
      fee: [],
      gasLimit: 100_000n,
      signers: [{ ...carol, accountNumber: 5n, sequence: 0n }],
    }),
  )
  expect(result.log).toBe(`fee payer address: ${goText(carol.address)} does not exist: unknown address`)
})

test('a timeout height has passed only after that block', () => {
  expect(app.deliver(tx([send('1')], { timeoutHeight: 1n })).code).toBe(0)
  expect(app.deliver(tx([send('1')], { timeoutHeight: 1n })).log).toBe(
    'block height: 2, timeout height: 1: tx timeout height',
  )
})

test('with verifySignatures: false a signature is not verified, but its gas is charged', () => {
  const signed = app.deliver(tx([send('5')]))
  start()
  const unsigned = tx([send('5')], {}, { sign: () => new Uint8Array(64) })
  expect(app.deliver(unsigned).code).toBe(4)
  expect(app.deliver(unsigned, { verifySignatures: false })).toMatchObject({ code: 0, gasUsed: signed.gasUsed })
})

test('a simulation changes nothing and needs no signature', () => {
  const before = app.snapshot()
  const bytes = tx([send('5')], { gasLimit: 0n }, { sign: () => new Uint8Array(0) })
  const simulated = app.simulate(bytes)
  expect(simulated).toMatchObject({ code: 0, gasWanted: Infinity })
  expect(simulated.gasUsed).toBeGreaterThan(50_000)
  expect(app.snapshot()).toEqual(before)
})

test('a simulation runs out of gas where a block would', () => {
  start(200_000)
  expect(app.simulate(tx([act('burn')], { gasLimit: 1n }))).toMatchObject({ code: 11, gasWanted: 200_000 })
})

test('blocks by hand: several transactions, begin and end, time and height', () => {
  expect(app.beginBlock({ height: 7, time: 1_000n })).toMatchObject({
    chainId: 'testchain2-1',
    height: 7,
    time: 1_000n,
    votes: [],
    misbehaviour: [],
  })
  const [first, second] = [app.deliver(tx([send('1')])), app.deliver(tx([send('2')]))]
  expect([first.index, second.index, second.height]).toEqual([0, 1, 7])
  const block = app.endBlock()
  expect(block.txs).toEqual([first, second])
  expect(block.events).toEqual([event('begin', ['mode', 'BeginBlock']), event('end', ['mode', 'EndBlock'])])
  expect(app.beginBlock()).toMatchObject({ height: 8, time: 5_000_001_000n })
})

test('blocks follow each other', () => {
  expect(() => app.endBlock()).toThrow(UsageError)
  app.beginBlock({ time: 50n })
  expect(() => app.beginBlock()).toThrow('block 1 is open: end it first')
  app.endBlock()
  expect(() => app.beginBlock({ height: 1 })).toThrow('height 1 does not follow height 1')
  expect(() => app.beginBlock({ time: 50n })).toThrow('block time 50 ns is not after 50 ns, the time of block 1')
  expect(() => app.initChain()).toThrow(UsageError)
  expect(() => bankChain().app.beginBlock()).toThrow('the chain has not started: call initChain first')
})

test('a block whose gas is used up runs nothing more', () => {
  start(300_000)
  expect(app.deliver(tx([send('1')], { gasLimit: 300_001n })).log).toBe(
    'tx gas limit 300001 exceeds block max gas 300000: invalid gas limit',
  )
  app.beginBlock()
  app.deliver(tx([act('burn')]))
  expect(app.deliver(tx([send('1')]))).toMatchObject({
    code: 11,
    log: 'no block gas left to run tx: out of gas',
    gasUsed: 0,
  })
  app.endBlock()
  expect(app.deliver(tx([send('1')])).code).toBe(0)
})

test.each([
  { metersBlocks: true, code: 11, sees: 300_000 },
  { metersBlocks: false, code: 0, sees: 0 },
])('with metersBlocks $metersBlocks a transaction after one of all gas has code $code', ({ code, sees, ...rule }) => {
  const release = { ...SDK_0_53, ...rule }
  start(300_000, release)
  app.beginBlock()
  app.deliver(tx([act('burn')]))
  expect(app.deliver(tx([send('1')])).code).toBe(code)

  start(0, release)
  positions.length = 0
  app.beginBlock()
  app.deliver(tx([act('burn')]))
  app.deliver(tx([act('position')]))
  expect(positions).toEqual([sees])
})

test('a transaction that passes the gas of its block fails after all', () => {
  start(350_000)
  app.beginBlock()
  app.deliver(tx([act('burn')]))
  const result = app.deliver(tx([send('5')], { gasLimit: 200_000n }))
  expect(result).toMatchObject({ code: 11, codespace: 'sdk' })
  expect(result.gasUsed).toBeLessThan(200_000)
  expect(result.log).toBe(
    `out of gas in location: block gas meter; gasWanted: 200000, gasUsed: ${result.gasUsed}: out of gas`,
  )
  expect([balance(bob), sequence(alice)]).toEqual([0n, 2n])
})

test('snapshots: nested, in the middle of a block, as often as wanted', () => {
  app.deliver(tx([send('1')]))
  const first = app.snapshot()
  app.beginBlock()
  app.deliver(tx([send('2')]))
  const second = app.snapshot()
  app.deliver(tx([send('4')]))
  app.endBlock()
  expect([balance(bob), app.last.height]).toEqual([7n, 2])
  app.restore(second)
  expect([balance(bob), app.last.height, app.open?.height]).toEqual([3n, 1, 2])
  expect(app.endBlock().txs).toHaveLength(1)
  app.restore(first)
  expect([balance(bob), app.last.height, app.open, app.block(2)]).toEqual([1n, 1, undefined, undefined])
  app.restore(second)
  expect(app.deliver(tx([send('8')])).code).toBe(0)
  app.restore(first)
  expect(balance(bob)).toBe(1n)
})

test('a block that begins again after the same state has the same beginning; after another state or at another time it begins anew', () => {
  let began = 0
  ;({ app } = bankChain({
    more: [
      {
        name: 'counting',
        stores: ['counting'],
        beginBlock: (ctx) => {
          began++
          const before = ctx.store('counting').get(a)?.[0] ?? 0
          ctx.store('counting').set(a, Uint8Array.of(before + 1))
          ctx.events.emit(event('began', ['before', String(before)], ['at', String(ctx.block.time)]))
        },
      },
    ],
  }))
  app.initChain()
  const block = (time?: bigint) => {
    app.beginBlock(time === undefined ? {} : { time })
    return app.endBlock()
  }
  const stored = () => app.stateContext().store('counting').get(a)![0]
  block()
  const here = app.snapshot()
  const first = block()
  for (let i = 0; i < 3; i++) {
    app.restore(here)
    const again = block()
    expect([again.events, again.time, again.height, stored()]).toEqual([first.events, first.time, first.height, 2])
    expect(again.signed.header).toEqual(first.signed.header)
  }
  expect(began).toBe(2)
  app.restore(here)
  expect(block(first.time + 1n).events).not.toEqual(first.events)
  app.restore(here)
  app.stateContext().store('counting').set(a, Uint8Array.of(7))
  expect([block().height, stored()]).toEqual([first.height, 8])
  expect(began).toBe(4)
})

test('queries see finished heights', () => {
  app.deliver(tx([act('ok')]))
  app.beginBlock()
  expect(app.query('/test.lab.Query/Value')).toEqual(new Uint8Array([1]))
  expect(() => app.query('/test.lab.Query/Nothing')).toThrow(
    'unknown query path: unknown request\n  path: /test.lab.Query/Nothing',
  )
  expect(() => app.query('/test.lab.Query/Value', undefined, { height: 9 })).toThrow(
    'cannot query with height in the future; please provide a valid height: invalid height',
  )
})

test('genesis goes out as it came in', () => {
  app.deliver(tx([send('5')]))
  const genesis = app.exportGenesis()
  const { app: other } = bankChain({ more: [behaving] })
  other.initChain(genesis)
  expect(other.exportGenesis()).toEqual(genesis)
  expect(genesis.auth).toMatchObject({
    accounts: [
      { address: bob.text, pub_key: null },
      { address: alice.text, sequence: '1', pub_key: { '@type': '/cosmos.crypto.secp256k1.PubKey' } },
      { '@type': '/cosmos.auth.v1beta1.ModuleAccount', name: 'fee_collector' },
    ],
  })
  expect(() => bankChain().app.initChain({ gov: {} })).toThrow(
    'genesis names a module that this chain lacks: "gov"\n  modules: auth, bank',
  )
})

test('any bytes that are not a transaction give a result and change nothing', () => {
  const good = tx([send('1')])
  const before = app.snapshot()
  const mutated = fc
    .array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 })
    .map((edits) => {
      const bytes = good.slice()
      for (const [at, byte] of edits) bytes[at] = byte
      return bytes
    })
  const cut = fc.nat(good.length - 1).map((length) => good.slice(0, length))
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), mutated, cut), (bytes) => {
      app.restore(before)
      try {
        const result = app.deliver(bytes)
        if (toBase64(bytes) === toBase64(good)) expect(result.code).toBe(0)
        else {
          expect(result.code).not.toBe(0)
          expect([balance(alice), sequence(alice)]).toEqual([1000n, 0n])
        }
      } catch (error) {
        expect(error).toBeInstanceOf(NotSupportedError)
      }
    }),
    { numRuns: runs(400) },
  )
})
