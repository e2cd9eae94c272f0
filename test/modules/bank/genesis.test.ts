import * as queries from 'cosmjs-types/cosmos/bank/v1beta1/query'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/base/json-value.js'
import { UsageError } from '../../../src/base/errors.js'
import { addressText } from '../../../src/chain/address.js'
import { bankModule } from '../../../src/modules/bank/index.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { bankChain } from '../chain.js'

const ALICE = new Uint8Array(20).fill(1)
const [alice, bob] = [1, 2].map((seed) => addressText('neutron', new Uint8Array(20).fill(seed))) as [string, string]
const coin = (denom: string, amount: string): Json => ({ denom, amount })
const STATE = {
  params: { send_enabled: [], default_send_enabled: false },
  balances: [
    { address: alice, coins: [coin('uatom', '3'), coin('untrn', '7')] },
    { address: bob, coins: [coin('untrn', '5')] },
  ],
  supply: [coin('uatom', '3'), coin('untrn', '12')],
  denom_metadata: [
    {
      description: 'about it',
      denom_units: [
        { denom: 'untrn', exponent: 0, aliases: ['micro'] },
        { denom: 'ntrn', exponent: 6, aliases: [] },
      ],
      base: 'untrn',
      display: 'ntrn',
      name: 'Neutron',
      symbol: 'NTRN',
      uri: 'https://example.com',
      uri_hash: 'ab',
    },
  ],
  send_enabled: [
    { denom: 'uatom', enabled: false },
    { denom: 'untrn', enabled: true },
  ],
} satisfies Json

function start(changes: Readonly<Record<string, Json>> = {}) {
  const made = bankChain()
  made.app.initChain({ bank: { ...STATE, ...changes } })
  const module = bankModule(made.bank, moduleAddress('gov'))
  return { ...made, module, exported: () => module.exportGenesis!(made.app.queryContext()) as typeof STATE }
}
const refusal = (changes: Readonly<Record<string, Json>>): string => {
  try {
    start(changes)
    return ''
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
}

test('what is exported is what was imported', () => {
  expect(start().exported()).toEqual(STATE)
  expect(start({ supply: [] }).exported()).toEqual(STATE)
})

test.each<[Readonly<Record<string, Json>>, RegExp]>([
  [{ supply: [coin('untrn', '12')] }, /genesis supply is incorrect, expected 12untrn, got 3uatom,12untrn/],
  [{ balances: [STATE.balances[0]!, STATE.balances[0]!] }, /duplicate balance for address neutron1/],
  [{ balances: [{ address: alice, coins: [coin('untrn', '1'), coin('untrn', '2')] }] }, /duplicate denomination/],
  [{ balances: [{ address: alice, coins: [coin('untrn', '0')] }] }, /amounts must be positive/],
  [{ balances: [{ address: alice, coins: [coin('x', '1')] }] }, /invalid denom: x/],
  [{ balances: [{ address: 'x', coins: [] }] }, /address.*decoding bech32 failed/s],
  [{ send_enabled: [{ denom: '1', enabled: true }] }, /send_enabled.*denom.*invalid denom: 1/s],
])('%# is refused', (changes, text) => {
  expect(refusal(changes)).toMatch(text)
})

test('coins may be sent by default, when no params are given', () => {
  const { app, bank, module } = bankChainWithout()
  expect(module.params!.get(app.queryContext())).toEqual({ send_enabled: [], default_send_enabled: true })
  expect(bank.supply(app.queryContext(), 'untrn').amount).toBe(0n)
  app.runInBlock((ctx) => module.params!.set(ctx, { send_enabled: [], default_send_enabled: false }))
  expect(module.params!.get(app.queryContext())).toEqual({ send_enabled: [], default_send_enabled: false })
})
function bankChainWithout() {
  const made = bankChain()
  made.app.initChain()
  return { ...made, module: bankModule(made.bank, moduleAddress('gov')) }
}

describe('single records', () => {
  const put = (name: string, record: Json) => {
    const chain = start()
    chain.app.runInBlock((ctx) => chain.module.put![name]!(ctx, record))
    return chain
  }

  test('a balance changes the supply by as much, and 0 removes it', () => {
    const more = put('balance', { address: alice, coins: [coin('untrn', '9')] }).exported()
    expect(more.balances[0]).toEqual({ address: alice, coins: [coin('uatom', '3'), coin('untrn', '9')] })
    expect(more.supply).toEqual([coin('uatom', '3'), coin('untrn', '14')])
    const none = put('balance', { address: alice, coins: [coin('uatom', '0')] }).exported()
    expect(none.balances[0]!.coins).toEqual([coin('untrn', '7')])
    expect(none.supply).toEqual([coin('untrn', '12')])
    expect(() => put('balance', { address: 'x', coins: [] })).toThrow(/bank\/balance\/address/)
  })

  test('a supply, and metadata, which name their denomination', () => {
    expect(put('supply', coin('untrn', '99')).exported().supply).toEqual([coin('uatom', '3'), coin('untrn', '99')])
    const [metadata] = STATE.denom_metadata
    const renamed = { ...metadata!, name: 'Other' }
    expect(put('denom_metadata', renamed).exported().denom_metadata).toEqual([renamed])
    expect(() => put('denom_metadata', { ...renamed, base: '' })).toThrow('expected the denomination that is described')
  })
})

test('queries of metadata and of what may be sent', () => {
  const { app } = start()
  const ask = <R>(name: string, request: Uint8Array, response: { decode(bytes: Uint8Array): R }): R =>
    response.decode(app.query(`/cosmos.bank.v1beta1.Query/${name}`, request))
  const one = ask(
    'DenomMetadata',
    queries.QueryDenomMetadataRequest.encode({ denom: 'untrn' }).finish(),
    queries.QueryDenomMetadataResponse,
  )
  expect(one.metadata).toMatchObject({ symbol: 'NTRN', display: 'ntrn' })
  const entries = (denoms: string[]) =>
    ask(
      'SendEnabled',
      queries.QuerySendEnabledRequest.encode(queries.QuerySendEnabledRequest.fromPartial({ denoms })).finish(),
      queries.QuerySendEnabledResponse,
    ).sendEnabled
  expect(entries([])).toEqual(STATE.send_enabled)
  expect(entries(['untrn', 'ufoo'])).toEqual([{ denom: 'untrn', enabled: true }])
})

describe('delegated coins', () => {
  const coins = (amount: bigint) => [{ denom: 'untrn', amount }]

  test('leave the account for the pool, and come back', () => {
    const { app, bank, accounts } = start()
    app.runInBlock((ctx) => accounts.open(ctx, ALICE))
    const pool = moduleAddress('bonded_tokens_pool')
    const balances = () => [ALICE, pool].map((of) => bank.balance(app.queryContext(), of, 'untrn').amount)
    app.runInBlock((ctx) => bank.delegate(ctx, ALICE, 'bonded_tokens_pool', coins(7n)))
    expect(balances()).toEqual([0n, 7n])
    app.runInBlock((ctx) => bank.undelegate(ctx, 'bonded_tokens_pool', ALICE, coins(3n)))
    expect(balances()).toEqual([3n, 4n])
  })

  test('are valid, and those of an account that has them, in a pool that may have some', () => {
    const { app, bank } = start()
    const delegate = (amount: bigint, pool = 'bonded_tokens_pool') =>
      app.runInBlock((ctx) => bank.delegate(ctx, ALICE, pool, coins(amount)))
    expect(() => delegate(0n)).toThrow('0untrn: invalid coins')
    expect(() => delegate(8n)).toThrow('failed to delegate; 7untrn is smaller than 8untrn: insufficient funds')
    expect(() => delegate(1n, 'distribution')).toThrow(
      'module account distribution does not have permissions to receive delegated coins',
    )
    expect(() => app.runInBlock((ctx) => bank.undelegate(ctx, 'distribution', ALICE, coins(1n)))).toThrow(
      'module account distribution does not have permissions to undelegate coins',
    )
  })
})
