import { MsgMultiSend, MsgSetSendEnabled, MsgUpdateParams } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import * as queries from 'cosmjs-types/cosmos/bank/v1beta1/query'
import { PageRequest } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { beforeEach, expect, test } from 'vitest'
import { ChainError } from '../../../src/base/errors.js'
import { addressText } from '../../../src/chain/address.js'
import type { Context } from '../../../src/chain/context.js'
import { event, EventManager } from '../../../src/chain/events.js'
import { GoPanic } from '../../../src/chain/gas.js'
import type { Any } from '../../../src/codec/any.js'
import { keyBytes } from '../../../src/store/key.js'
import { setSupply } from '../../../src/modules/bank/balances.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { bankChain, msgSend } from '../chain.js'

const alice = new Uint8Array(20).fill(1)
const bob = new Uint8Array(20).fill(2)
const text = (address: Uint8Array) => addressText('neutron', address)
const [A, B] = [text(alice), text(bob)]
const GOV = text(moduleAddress('gov'))
const untrn = (amount: bigint) => [{ denom: 'untrn', amount }]

let chain: ReturnType<typeof bankChain>
let ctx: Context

beforeEach(() => {
  chain = bankChain()
  chain.app.initChain({
    bank: {
      balances: [
        {
          address: A,
          coins: [
            { denom: 'uatom', amount: '7' },
            { denom: 'untrn', amount: '1000' },
          ],
        },
        { address: B, coins: [{ denom: 'uatom', amount: '1' }] },
      ],
      denom_metadata: [
        {
          description: 'd',
          base: 'untrn',
          display: 'ntrn',
          name: 'Neutron',
          symbol: 'NTRN',
          denom_units: [
            { denom: 'untrn', exponent: 0, aliases: [] },
            { denom: 'ntrn', exponent: 6, aliases: ['n'] },
          ],
        },
      ],
      send_enabled: [{ denom: 'uatom', enabled: false }],
    },
  })
  ctx = chain.app.stateContext()
})

/** Runs one message as the router does; its error, or undefined. */
function run(message: Any): string | undefined {
  const branch = ctx.branch()
  try {
    chain.app.router.handler(message.typeUrl)!(branch.ctx, message)
    branch.write()
    return undefined
  } catch (error) {
    branch.discard()
    if (!(error instanceof ChainError)) throw error
    return `${error.codespace}/${error.code} ${error.log}`
  }
}

const balances = (address: Uint8Array) => chain.bank.balances(ctx, address)
const rows = () => {
  const found: [string, string][] = []
  for (const entries = ctx.rawStore('bank').iterator(); entries.valid; entries.next())
    found.push([Buffer.from(keyBytes(entries.key)).toString('hex'), Buffer.from(entries.value).toString('hex')])
  return found
}

test('the store has the keys and values of the real chain', () => {
  const one = `14${'01'.repeat(20)}`
  const two = `14${'02'.repeat(20)}`
  const [uatom, untrn] = [Buffer.from('uatom').toString('hex'), Buffer.from('untrn').toString('hex')]
  expect(rows().filter(([key]) => !key.startsWith('01'))).toEqual([
    [`00${uatom}`, Buffer.from('8').toString('hex')],
    [`00${untrn}`, Buffer.from('1000').toString('hex')],
    [`02${one}${uatom}`, Buffer.from('7').toString('hex')],
    [`02${one}${untrn}`, Buffer.from('1000').toString('hex')],
    [`02${two}${uatom}`, Buffer.from('1').toString('hex')],
    [`03${uatom}00${one}`, ''],
    [`03${uatom}00${two}`, ''],
    [`03${untrn}00${one}`, ''],
    [`04${uatom}`, ''],
    ['05', '1001'],
  ])
})

test('a balance that goes to zero leaves the store and its index', () => {
  chain.bank.send(ctx, alice, bob, untrn(1000n))
  const left = rows().map(([key]) => key)
  expect(left.some((key) => key.includes(`14${'01'.repeat(20)}${Buffer.from('untrn').toString('hex')}`))).toBe(false)
  expect(left.filter((key) => key.startsWith('03')).length).toBe(3)
  expect(balances(bob)).toEqual([
    { denom: 'uatom', amount: 1n },
    { denom: 'untrn', amount: 1000n },
  ])
})

test('a receiver without account gets one', () => {
  const carol = new Uint8Array(32).fill(9)
  expect(chain.accounts.has(ctx, carol)).toBe(false)
  chain.bank.send(ctx, alice, carol, untrn(1n))
  expect(chain.accounts.get(ctx, carol)).toMatchObject({ accountNumber: 1n, sequence: 0n, publicKey: undefined })
})

test.each([
  ['too much', untrn(1001n), 'spendable balance 1000untrn is smaller than 1001untrn: insufficient funds'],
  [
    'what one never had',
    [{ denom: 'other', amount: 5n }],
    'spendable balance 0other is smaller than 5other: insufficient funds',
  ],
  ['twice the same', [...untrn(1n), ...untrn(1n)], '1untrn,1untrn: invalid coins'],
  ['less than nothing', untrn(-1n), '-1untrn: invalid coins'],
])('sending %s', (_, amount, log) => {
  expect(() => chain.bank.send(ctx, alice, bob, amount)).toThrow(log)
})

test('sending nothing is a transfer of nothing', () => {
  const events = new EventManager()
  chain.bank.send(ctx.withEvents(events), alice, bob, [])
  expect(events.events[0]).toEqual(event('coin_spent', ['spender', A], ['amount', '']))
})

test('an amount has at most 256 bits', () => {
  const most = 2n ** 256n - 1n
  chain.bank.mint(ctx, 'mint', untrn(most - 1000n))
  expect(() => chain.bank.mint(ctx, 'mint', untrn(1000n))).toThrow(new GoPanic('integer overflow'))
})

test('only modules with the permission mint and burn coins', () => {
  const events = new EventManager()
  chain.bank.mint(ctx.withEvents(events), 'mint', untrn(5n))
  expect(chain.bank.supply(ctx, 'untrn').amount).toBe(1005n)
  const minter = text(moduleAddress('mint'))
  expect(events.events).toEqual([
    event('coin_received', ['receiver', minter], ['amount', '5untrn']),
    event('coinbase', ['minter', minter], ['amount', '5untrn']),
  ])
  chain.bank.sendBetweenModules(ctx, 'mint', 'gov', untrn(5n))
  chain.bank.burn(ctx, 'gov', untrn(5n))
  expect(chain.bank.supply(ctx, 'untrn').amount).toBe(1000n)
  expect(() => chain.bank.mint(ctx, 'gov', untrn(5n))).toThrow(
    new GoPanic('module account gov does not have permissions to mint tokens: unauthorized'),
  )
  expect(() => chain.bank.mint(ctx, 'nobody', untrn(5n))).toThrow(
    new GoPanic('module account nobody does not exist: unknown address'),
  )
  expect(() => chain.bank.sendFromModule(ctx, 'gov', moduleAddress('mint'), untrn(5n))).toThrow(
    'is not allowed to receive funds: unauthorized',
  )
})

test.each([
  ['well', msgSend(A, B, [['untrn', '1']]), undefined],
  [
    'from nowhere',
    msgSend('x', B, [['untrn', '1']]),
    'sdk/7 invalid from address: decoding bech32 failed: invalid bech32 string length 1: invalid address',
  ],
  [
    'to nowhere',
    msgSend(A, '', [['untrn', '1']]),
    'sdk/7 invalid to address: empty address string is not allowed: invalid address',
  ],
  ['nothing', msgSend(A, B, []), 'sdk/10 : invalid coins'],
  ['zero', msgSend(A, B, [['untrn', '0']]), 'sdk/10 0untrn: invalid coins'],
  [
    'unsorted',
    msgSend(A, B, [
      ['untrn', '1'],
      ['uatom', '1'],
    ]),
    'sdk/10 1untrn,1uatom: invalid coins',
  ],
  ['no number', msgSend(A, B, [['untrn', 'x']]), 'undefined/1 math/big: cannot unmarshal "x" into a *big.Int'],
  [
    'what is disabled',
    msgSend(A, B, [['uatom', '1']]),
    'bank/5 uatom transfers are currently disabled: send transactions are disabled',
  ],
  ['to a module', msgSend(A, GOV, [['untrn', '1']]), `sdk/4 ${GOV} is not allowed to receive funds: unauthorized`],
  [
    'too much',
    msgSend(A, B, [['untrn', '1001']]),
    'sdk/5 spendable balance 1000untrn is smaller than 1001untrn: insufficient funds',
  ],
])('MsgSend %s', (_, message, expected) => {
  expect(run(message)).toBe(expected)
})

const coins = (...amounts: number[]) => amounts.map((amount) => ({ denom: 'untrn', amount: String(amount) }))
const multiSend = (inputs: readonly [string, number][], outputs: readonly [string, number][]): Any => ({
  typeUrl: '/cosmos.bank.v1beta1.MsgMultiSend',
  value: MsgMultiSend.encode({
    inputs: inputs.map(([address, amount]) => ({ address, coins: coins(amount) })),
    outputs: outputs.map(([address, amount]) => ({ address, coins: coins(amount) })),
  }).finish(),
})

test.each([
  [
    'well',
    multiSend(
      [[A, 3]],
      [
        [B, 1],
        [A, 2],
      ],
    ),
    undefined,
  ],
  ['without input', multiSend([], [[B, 1]]), 'bank/2 no inputs to send transaction'],
  [
    'with two inputs',
    multiSend(
      [
        [A, 1],
        [B, 1],
      ],
      [[B, 2]],
    ),
    'bank/9 multiple senders not allowed',
  ],
  ['without output', multiSend([[A, 1]], []), 'bank/3 no outputs to send transaction'],
  ['with unequal sums', multiSend([[A, 3]], [[B, 1]]), 'bank/4 sum inputs != sum outputs'],
  ['to a module', multiSend([[A, 3]], [[GOV, 3]]), `sdk/4 ${GOV} is not allowed to receive funds: unauthorized`],
  [
    'to nowhere',
    multiSend([[A, 3]], [['x', 3]]),
    'sdk/7 invalid output address: decoding bech32 failed: invalid bech32 string length 1: invalid address',
  ],
  [
    'more than there is',
    multiSend([[A, 3000]], [[B, 3000]]),
    'sdk/5 spendable balance 1000untrn is smaller than 3000untrn: insufficient funds',
  ],
])('MsgMultiSend %s', (_, message, expected) => {
  expect(run(message)).toBe(expected)
})

test('more than the supply cannot be burned, whatever an account holds', () => {
  chain.bank.mint(ctx, 'mint', untrn(5n))
  chain.bank.sendBetweenModules(ctx, 'mint', 'gov', untrn(5n))
  setSupply(ctx, { denom: 'untrn', amount: 3n })
  const branch = ctx.branch()
  expect(() => chain.bank.burn(branch.ctx, 'gov', untrn(5n))).toThrow(new GoPanic('negative coin amount: -2untrn'))
  branch.discard()
  chain.bank.burn(ctx, 'gov', untrn(3n))
  expect(chain.bank.hasSupply(ctx, 'untrn')).toBe(false)
})

test('a multi-send names its sender first and each receiver behind its coins', () => {
  const events = new EventManager()
  const side = (address: Uint8Array, given: string) => ({ address, given, coins: untrn(3n) })
  chain.bank.multiSend(ctx.withEvents(events), side(alice, A), [side(bob, B)])
  expect(events.events).toEqual([
    event('message', ['sender', A]),
    event('coin_spent', ['spender', A], ['amount', '3untrn']),
    event('coin_received', ['receiver', B], ['amount', '3untrn']),
    event('transfer', ['recipient', B], ['sender', A], ['amount', '3untrn']),
  ])
})

test('params and send-enabled entries belong to the gov module', () => {
  const set = (
    authority: string,
    sendEnabled: { denom: string; enabled: boolean }[],
    useDefaultFor: string[] = [],
  ): Any => ({
    typeUrl: '/cosmos.bank.v1beta1.MsgSetSendEnabled',
    value: MsgSetSendEnabled.encode({ authority, sendEnabled, useDefaultFor }).finish(),
  })
  const params = (authority: string, defaultSendEnabled: boolean): Any => ({
    typeUrl: '/cosmos.bank.v1beta1.MsgUpdateParams',
    value: MsgUpdateParams.encode({ authority, params: { sendEnabled: [], defaultSendEnabled } }).finish(),
  })
  expect(run(set(A, []))).toBe(
    `gov/13 invalid authority; expected ${GOV}, got ${A}: expected gov account as only signer for proposal message`,
  )
  expect(run(set(GOV, [{ denom: '1', enabled: true }]))).toBe(
    'sdk/18 invalid SendEnabled denom "1": invalid denom: 1: invalid request',
  )
  expect(
    run(
      set(
        GOV,
        ['untrn', 'uatom', 'untrn'].map((denom) => ({ denom, enabled: true })),
      ),
    ),
  ).toBe('sdk/18 duplicate denom entries found for "untrn": invalid request')
  expect(run(set(GOV, [], ['uatom', '1']))).toBe(
    'sdk/18 invalid UseDefaultFor denom "1": invalid denom: 1: invalid request',
  )
  expect(run(set(GOV, [], ['uatom']))).toBeUndefined()
  expect(run(msgSend(A, B, [['uatom', '1']]))).toBeUndefined()
  expect(run(params(GOV, false))).toBeUndefined()
  expect(run(msgSend(A, B, [['untrn', '1']]))).toMatch(/^bank\/5 /)
  expect(run(set(GOV, [{ denom: 'untrn', enabled: true }]))).toBeUndefined()
  expect(run(msgSend(A, B, [['untrn', '1']]))).toBeUndefined()
})

function ask<Q, R>(
  name: string,
  request: { encode(message: Q): { finish(): Uint8Array } },
  response: { decode(bytes: Uint8Array): R },
  message: Q,
): R {
  return response.decode(chain.app.query(`/cosmos.bank.v1beta1.Query/${name}`, request.encode(message).finish()))
}
const page = (parts: Partial<PageRequest>) => PageRequest.fromPartial(parts)

test('queries', () => {
  expect(
    ask('Balance', queries.QueryBalanceRequest, queries.QueryBalanceResponse, { address: A, denom: 'untrn' }),
  ).toEqual({
    balance: { denom: 'untrn', amount: '1000' },
  })
  const all = ask('AllBalances', queries.QueryAllBalancesRequest, queries.QueryAllBalancesResponse, {
    address: A,
    resolveDenom: true,
    pagination: page({ limit: 5n, countTotal: true }),
  })
  expect(all.balances).toEqual([
    { denom: 'uatom', amount: '7' },
    { denom: 'ntrn', amount: '1000' },
  ])
  expect(all.pagination?.total).toBe(2n)
  const part = ask('SpendableBalances', queries.QuerySpendableBalancesRequest, queries.QuerySpendableBalancesResponse, {
    address: A,
    pagination: page({ limit: 1n }),
  })
  expect(part.balances).toEqual([{ denom: 'uatom', amount: '7' }])
  expect(Buffer.from(part.pagination!.nextKey).toString()).toBe('untrn')
  expect(
    ask(
      'SpendableBalanceByDenom',
      queries.QuerySpendableBalanceByDenomRequest,
      queries.QuerySpendableBalanceByDenomResponse,
      {
        address: A,
        denom: 'uatom',
      },
    ).balance,
  ).toEqual({ denom: 'uatom', amount: '7' })
  expect(ask('TotalSupply', queries.QueryTotalSupplyRequest, queries.QueryTotalSupplyResponse, {}).supply).toEqual([
    { denom: 'uatom', amount: '8' },
    { denom: 'untrn', amount: '1000' },
  ])
  expect(
    ask('SupplyOf', queries.QuerySupplyOfRequest, queries.QuerySupplyOfResponse, { denom: 'none' }).amount.amount,
  ).toBe('0')
  expect(ask('Params', queries.QueryParamsRequest, queries.QueryParamsResponse, {}).params.defaultSendEnabled).toBe(
    true,
  )
  expect(
    ask('DenomsMetadata', queries.QueryDenomsMetadataRequest, queries.QueryDenomsMetadataResponse, {}).metadatas.map(
      ({ name }) => name,
    ),
  ).toEqual(['Neutron'])
  expect(
    ask('DenomMetadata', queries.QueryDenomMetadataRequest, queries.QueryDenomMetadataResponse, { denom: 'untrn' })
      .metadata.denomUnits,
  ).toHaveLength(2)
  const owners = ask('DenomOwners', queries.QueryDenomOwnersRequest, queries.QueryDenomOwnersResponse, {
    denom: 'uatom',
    pagination: page({ limit: 1n, reverse: true }),
  })
  expect(owners.denomOwners).toEqual([{ address: B, balance: { denom: 'uatom', amount: '1' } }])
  expect(
    ask('SendEnabled', queries.QuerySendEnabledRequest, queries.QuerySendEnabledResponse, {
      denoms: ['uatom', 'untrn'],
    }).sendEnabled,
  ).toEqual([{ denom: 'uatom', enabled: false }])
})

test.each([
  [
    'Balance',
    queries.QueryBalanceRequest.fromPartial({ address: A, denom: '1' }),
    'rpc error: code = InvalidArgument desc = invalid denom: 1',
  ],
  [
    'Balance',
    queries.QueryBalanceRequest.fromPartial({ address: 'x', denom: 'untrn' }),
    'rpc error: code = InvalidArgument desc = invalid address: decoding bech32 failed: invalid bech32 string length 1',
  ],
])('a bad %s query', (name, request, log) => {
  expect(() => ask(name, queries.QueryBalanceRequest, queries.QueryBalanceResponse, request)).toThrow(log)
})

test('missing metadata, and an invalid request', () => {
  expect(() =>
    ask('DenomMetadata', queries.QueryDenomMetadataRequest, queries.QueryDenomMetadataResponse, { denom: 'none' }),
  ).toThrow('rpc error: code = NotFound desc = client metadata for denom none')
  expect(() => chain.app.query('/cosmos.bank.v1beta1.Query/Balance', new Uint8Array([10, 200]))).toThrow(ChainError)
})

test.each([
  [{ balances: [{ address: 'x', coins: [] }] }, 'genesis bank/balances/0/address: decoding bech32 failed'],
  [
    { balances: [{ address: A, coins: [{ denom: 'untrn', amount: 5.5 }] }] },
    'genesis bank/balances/0/coins/0/amount: expected a whole number as text, got 5.5',
  ],
  [
    { balances: [{ address: A, coins: [{ denom: 'untrn', amount: '0' }] }] },
    'genesis bank/balances/0/coins: amounts must be positive',
  ],
  [
    { supply: [{ denom: 'untrn', amount: '1' }] },
    'genesis bank/supply: genesis supply is incorrect, expected 1untrn, got ',
  ],
  [{ params: [] }, 'genesis bank/params: expected an object, got []'],
  [{ denom_metadata: [{ name: 1 }] }, 'genesis bank/denom_metadata/0/name: expected a string, got 1'],
])('a genesis that cannot be: %j', (bank, message) => {
  expect(() => bankChain().app.initChain({ bank })).toThrow(message)
})
