import { expectTypeOf } from 'vitest'
import { RawMessage, type Contract, type ContractRef, type ContractTypes, type Json, type TypedContract } from 'sudobox'
import { expect, test } from 'sudobox/vitest'
import type { Cw20Base, CallbackLab } from './contracts.js'

const WASM = 'contracts/artifacts/cw20_base.wasm'
const TOKEN = { name: 'Token', symbol: 'TOK', decimals: 6, initial_balances: [] }

/** Only the type checker sees what is in it. */
const typesOnly = (unused: () => unknown): boolean => typeof unused === 'function'

test('a contract with types takes its own messages, and its answers have types', async ({ neutron }) => {
  const alice = neutron.account('alice', '1000000untrn')
  const initial_balances = [{ address: alice.address, amount: '100' }]
  const token = await alice.deploy<Cw20Base>(WASM, { ...TOKEN, initial_balances })
  await alice.execute(token, { transfer: { amount: '40', recipient: neutron.account('bob').address } })

  const answer = token.query({ balance: { address: alice.address } })
  expectTypeOf(answer).toEqualTypeOf<Cw20Base.BalanceResponse>()
  expect(answer).toEqual({ balance: '60' })
  expect(neutron.query(token, { token_info: {} })).toMatchObject({ total_supply: '100' })

  const again = neutron.contract<Cw20Base>(token.address)
  const either: Cw20Base.QueryMsg = { minter: {} }
  expect(again.query(either)).toBeNull()
  expectTypeOf(again.query(either as Cw20Base.QueryMsg)).toEqualTypeOf<Cw20Base['answers'][keyof Cw20Base['answers']]>()
  expect(token.query(new RawMessage('{"minter": {}}'))).toBeNull()
  const { balance } = token.query({ balance: { address: alice.address } })
  expectTypeOf(balance).toEqualTypeOf<string>()

  const asked = neutron.query(token, { balance: { address: alice.address } })
  expectTypeOf(asked).toEqualTypeOf<Cw20Base.BalanceResponse>()
  expect(asked).toEqual(answer)
  type Anything = Cw20Base['answers'][keyof Cw20Base['answers']]
  expectTypeOf(neutron.query(token, new RawMessage('{"minter": {}}'))).toEqualTypeOf<Json>()
  expectTypeOf(neutron.query(token, either as Cw20Base.QueryMsg)).toEqualTypeOf<Anything>()

  interface Named extends ContractTypes {
    query: 'owner' | { count: { of: string } }
    answers: { owner: string; count: number }
  }
  const named = undefined as unknown as TypedContract<Named>
  typesOnly(() => {
    expectTypeOf(neutron.query(named, 'owner')).toEqualTypeOf<string>()
    expectTypeOf(neutron.query(named, { count: { of: 'x' } })).toEqualTypeOf<number>()
    // @ts-expect-error -- no such query
    neutron.query(named, 'owners')
    expectTypeOf(named.query('owner')).toEqualTypeOf<string>()
    expectTypeOf(named.query({ count: { of: 'x' } })).toEqualTypeOf<number>()
    expectTypeOf(neutron.contract<Named>('c').query('owner')).toEqualTypeOf<string>()
    // @ts-expect-error -- no such query
    named.query('owners')
  })
})

test('a contract with one query has its answer', ({ neutron }) => {
  interface Empty extends ContractTypes {
    query: { number: Record<string, never> }
    answers: { number: number }
  }
  interface Payload extends ContractTypes {
    query: { number: { of: string } }
    answers: { number: number }
  }
  interface Bare extends ContractTypes {
    query: 'number'
    answers: { number: number }
  }
  const empty = undefined as unknown as TypedContract<Empty>
  const payload = undefined as unknown as TypedContract<Payload>
  const bare = undefined as unknown as TypedContract<Bare>
  const inVariable: Payload['query'] = { number: { of: 'x' } }
  const all = typesOnly(() => {
    expectTypeOf(empty.query({ number: {} })).toEqualTypeOf<number>()
    expectTypeOf(payload.query({ number: { of: 'x' } })).toEqualTypeOf<number>()
    expectTypeOf(payload.query(inVariable)).toEqualTypeOf<number>()
    expectTypeOf(bare.query('number')).toEqualTypeOf<number>()
    expectTypeOf(neutron.query(empty, { number: {} })).toEqualTypeOf<number>()
    expectTypeOf(neutron.query(payload, { number: { of: 'x' } })).toEqualTypeOf<number>()
    expectTypeOf(neutron.query(bare, 'number')).toEqualTypeOf<number>()
    // @ts-expect-error -- no such query
    empty.query({ numbers: {} })
    // @ts-expect-error -- a member is missing
    payload.query({ number: {} })
    // @ts-expect-error -- no such query
    bare.query('numbers')
  })
  expect(all).toBe(true)
})

test('a contract without types takes every message', async ({ neutron }) => {
  const alice = neutron.account('alice', '1000000untrn')
  const token = await alice.deploy(WASM, TOKEN)
  expectTypeOf(token).toEqualTypeOf<Contract>()
  expectTypeOf(token.query({ minter: {} })).toEqualTypeOf<Json>()
  const balance = token.query<{ balance: string }>({ balance: { address: alice.address } })
  expectTypeOf(balance).toEqualTypeOf<{ balance: string }>()
  expect(balance).toEqual({ balance: '0' })
  expectTypeOf(neutron.query<null>(token, { minter: {} })).toEqualTypeOf<null>()
  for (const contract of [token.address, token, { address: token.address }] as const)
    expectTypeOf(neutron.query(contract, { minter: {} })).toEqualTypeOf<Json>()
  const either: ContractRef = token
  expectTypeOf(neutron.query(either, { minter: {} })).toEqualTypeOf<Json>()
})

test('a wrong message is an error of the type checker', ({ neutron }) => {
  const alice = neutron.account('alice')
  const token = undefined as unknown as Awaited<ReturnType<typeof deployed>>
  const deployed = () => alice.deploy<Cw20Base>(WASM, TOKEN)
  typesOnly(() => [
    // @ts-expect-error -- the message is missing
    alice.deploy<Cw20Base>(WASM),
    // @ts-expect-error -- members are missing
    alice.deploy<Cw20Base>(WASM, { name: 'Token' }),
    // @ts-expect-error -- a number where a text is right
    alice.deploy<Cw20Base>(WASM, { ...TOKEN, name: 5 }),
    // Every member of this one may be left out.
    alice.deploy<CallbackLab>(WASM),
    // @ts-expect-error -- no such message
    alice.execute(token, { send_all: {} }),
    // @ts-expect-error -- an amount is a text
    alice.execute(token, { transfer: { amount: 40, recipient: 'x' } }),
    // @ts-expect-error -- one member too many
    alice.execute(token, { transfer: { amount: '40', recipient: 'x', memo: 'x' } }),
    // @ts-expect-error -- a query is no message
    alice.execute(token, { balance: { address: 'x' } }),
    // @ts-expect-error -- no such query
    token.query({ balances: { address: 'x' } }),
    // @ts-expect-error -- the address is missing
    token.query({ balance: {} }),
    // @ts-expect-error -- one member too many
    token.query({ balance: { address: 'x', height: 5 } }),
    // @ts-expect-error -- it takes nothing
    token.query({ minter: { address: 'x' } }),
    // @ts-expect-error -- no such member of the answer
    token.query({ balance: { address: 'x' } }).amount,
    // @ts-expect-error -- no such query
    neutron.query(token, { balances: { address: 'x' } }),
    // @ts-expect-error -- the address is missing
    neutron.query(token, { balance: {} }),
    // @ts-expect-error -- no such member of the answer
    neutron.query(token, { balance: { address: 'x' } }).amount,
    // @ts-expect-error -- no such message of a migration
    alice.migrate(token, 1n, { to: 'x' }),
  ])
  expect(alice.name).toBe('alice')
})
