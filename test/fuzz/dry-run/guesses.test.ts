import { expect, test } from 'vitest'
import { addressed } from '../../../src/fuzz/dry-run/addressed.js'
import { amountQueries, risenBy } from '../../../src/fuzz/dry-run/claims.js'
import { coinsNamedIn } from '../../../src/fuzz/dry-run/payment.js'
import { NOWHERE } from '../../../src/schema/surroundings.js'

test.each([
  [{ buy: { price: { denom: 'uatom', amount: '5' } } }, '5uatom'],
  [{ provide: { assets: [asset('untrn', '7'), asset('uatom', '5')] } }, '5uatom,7untrn'],
  [
    {
      add: {
        coins: [
          { denom: 'untrn', amount: '1' },
          { denom: 'untrn', amount: '2' },
        ],
      },
    },
    '3untrn',
  ],
  [{ withdraw: { amount: '5' } }, ''],
  [{ buy: { price: { denom: 'uatom', amount: '0' } } }, ''],
])('a message %j is paid with %s', (message, coins) => {
  expect(coinsNamedIn(message)).toBe(coins)
})

function asset(denom: string, amount: string) {
  return { info: { native_token: { denom } }, amount }
}

const answers = (of: Record<string, unknown>) => new Map(Object.entries(of)) as Parameters<typeof risenBy>[1]

test('a claim is an amount that rose by exactly what was paid', () => {
  const query = '{"stake":{"of":"${actor}"}}'
  const before = answers({ [query]: { shares: '7', stake: '100' } })
  const after = answers({ '{"total":{}}': { total: '1000' }, [query]: { shares: '9', stake: '350' } })
  expect(risenBy('250untrn', before, after)).toEqual({
    query: { stake: { of: '${actor}' } },
    at: '/stake',
    denom: 'untrn',
  })
  expect(risenBy('251untrn', before, after)).toBeUndefined()
})

test('a claim under a name that a JSON pointer escapes names the coin too', () => {
  const held = { 'ibc/AB': { denom: 'ibc/AB', amount: '5' } }
  expect(risenBy('5ibc/AB', answers({}), answers({ '{"a":{}}': { held } }))).toEqual({
    query: { a: {} },
    at: '/held/ibc~1AB',
  })
})

test('a claim in coins names the coin, or the list of coins', () => {
  const coin = { denom: 'untrn', amount: '5' }
  expect(risenBy('5untrn', answers({}), answers({ '{"a":{}}': { held: coin } }))).toEqual({
    query: { a: {} },
    at: '/held',
  })
  expect(risenBy('5untrn', answers({}), answers({ '{"a":{}}': { all: [coin] } }))).toEqual({
    query: { a: {} },
    at: '/all',
  })
  expect(amountQueries(answers({ '{"a":{}}': { all: [coin] }, '{"b":{}}': { name: 'x' } }))).toEqual([
    { query: { a: {} }, at: '/all', now: [coin] },
  ])
  expect(amountQueries(answers({ '{"a":{}}': { staked: '7', refund: { amount: '2' } } }))).toEqual([
    { query: { a: {} }, at: '/staked', now: '7' },
    { query: { a: {} }, at: '/refund/amount', now: '2' },
  ])
})

test('arbitrary texts become an address; denominations, numbers and bytes are kept', () => {
  const around = { ...NOWHERE, addresses: ['neutron1a'], denoms: ['untrn'], words: ['red'] }
  const message = { sell: { who: 'x', to: ['', 'y'], denom: 'untrn', amount: '5', colour: 'red', msg: 'e30=', n: 3 } }
  expect(addressed(message, around)).toEqual({
    sell: {
      who: 'neutron1a',
      to: ['neutron1a', 'neutron1a'],
      denom: 'untrn',
      amount: '5',
      colour: 'red',
      msg: 'e30=',
      n: 3,
    },
  })
})
