import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import * as queries from 'cosmjs-types/cosmos/auth/v1beta1/query'
import { expect, test } from 'vitest'
import { addressText } from '../../../src/chain/address.js'
import { GoPanic, InfiniteGasMeter } from '../../../src/chain/gas.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { keyBytes } from '../../../src/store/key.js'
import { bankChain, keyAccount } from '../chain.js'

const alice = keyAccount(7)
const account = (address: string, number = 0) => ({
  '@type': '/cosmos.auth.v1beta1.BaseAccount',
  address,
  account_number: String(number),
})

function start(accounts: readonly ReturnType<typeof account>[] = [account(alice.text)]) {
  const chain = bankChain()
  chain.app.initChain({ auth: { accounts } })
  return { ...chain, ctx: chain.app.stateContext() }
}

test('module accounts have the addresses of the recordings', () => {
  expect(addressText('neutron', moduleAddress('gov'))).toBe('neutron10d07y265gmmuvt4z0w9aw880jnsr700j7a68v5')
  expect(addressText('neutron', moduleAddress('fee_collector'))).toBe('neutron17xpfvakm2amg962yls6f84z3kell8c5l5x2z36')
})

test('the store has the keys of the real chain', () => {
  const { ctx } = start([account(alice.text, 1)])
  const keys: string[] = []
  for (const rows = ctx.rawStore('acc').iterator(); rows.valid; rows.next())
    keys.push(Buffer.from(keyBytes(rows.key)).toString('hex'))
  const number = Buffer.from('accountNumber').toString('hex')
  const [collector, own] = [moduleAddress('fee_collector'), alice.address].map((bytes) =>
    Buffer.from(bytes).toString('hex'),
  )
  expect(keys).toEqual([
    '00',
    ...[`01${collector}`, `01${own}`].sort(),
    '02',
    `${number}0000000000000001`,
    `${number}0000000000000002`,
  ])
})

test('numbers follow the largest one of genesis, doubles get the lowest free ones', () => {
  const [a, b, c] = [1, 2, 3].map((n) => addressText('neutron', new Uint8Array(20).fill(n)))
  const { accounts, ctx } = start([account(a!, 5), account(b!, 5), account(c!, 5)])
  const numbers = [a, b, c].map((_, i) => accounts.get(ctx, new Uint8Array(20).fill(i + 1))!.accountNumber)
  expect(numbers).toEqual([5n, 0n, 1n])
  expect(accounts.create(ctx, alice.address).accountNumber).toBe(7n)
})

test('gas of an account read, of a new account and of a changed one', () => {
  const { accounts, ctx } = start()
  const gas = (work: (metered: typeof ctx) => void) => {
    const meter = new InfiniteGasMeter()
    work(ctx.withGasMeter(meter))
    return meter.consumed
  }
  const record = (sequence: bigint) =>
    2 + 32 + 2 + BaseAccount.encode({ address: alice.text, accountNumber: 0n, sequence }).finish().length
  expect(gas((metered) => accounts.get(metered, alice.address))).toBe(1000 + 3 * 21 + 3 * record(0n))
  const written = 2000 + 30 * 21 + 30 * 20 + (2000 + 30 * 21 + 30 * record(1n))
  expect(gas((metered) => accounts.incrementSequence(metered, accounts.get(ctx, alice.address)!))).toBe(
    1000 + 3 * 21 + 3 * record(0n) + 1000 + 1000 + written,
  )
  const fresh = new Uint8Array(20).fill(9)
  expect(gas((metered) => accounts.open(metered, fresh))).toBe(
    1000 +
      3 +
      3 * 8 +
      (2000 + 30 + 30 * 8) +
      (1000 + 3 * 21) +
      1000 +
      (2000 + 30 * 21 + 30 * 20) +
      (2000 + 30 * 21 + 30 * (record(0n) + 2)),
  )
})

test('two accounts cannot have one number', () => {
  const { accounts, ctx } = start()
  expect(() => accounts.set(ctx, { ...accounts.get(ctx, alice.address)!, address: new Uint8Array(20) })).toThrow(
    GoPanic,
  )
})

test('module accounts are created on first use, with their permissions', () => {
  const { accounts, ctx } = start()
  expect(accounts.has(ctx, moduleAddress('mint'))).toBe(false)
  expect(accounts.moduleAccount(ctx, 'mint')).toMatchObject({ module: { name: 'mint', permissions: ['minter'] } })
  expect(accounts.has(ctx, moduleAddress('mint'))).toBe(true)
  expect(accounts.moduleAccount(ctx, 'nobody')).toBeUndefined()
})

test('queries', () => {
  const { app } = start()
  const ask = <Q, R>(
    name: string,
    request: { encode(message: Q): { finish(): Uint8Array } },
    response: { decode(bytes: Uint8Array): R },
    message: Q,
  ) => response.decode(app.query(`/cosmos.auth.v1beta1.Query/${name}`, request.encode(message).finish()))
  const found = ask('Account', queries.QueryAccountRequest, queries.QueryAccountResponse, {
    address: alice.text,
  }).account!
  expect([found.typeUrl, BaseAccount.decode(found.value).address]).toEqual([
    '/cosmos.auth.v1beta1.BaseAccount',
    alice.text,
  ])
  expect(() => ask('Account', queries.QueryAccountRequest, queries.QueryAccountResponse, { address: '' })).toThrow(
    'rpc error: code = InvalidArgument desc = Address cannot be empty',
  )
  const other = addressText('neutron', new Uint8Array(20))
  expect(() =>
    ask('AccountInfo', queries.QueryAccountInfoRequest, queries.QueryAccountInfoResponse, { address: other }),
  ).toThrow(`rpc error: code = NotFound desc = account ${other} not found`)
  expect(ask('Params', queries.QueryParamsRequest, queries.QueryParamsResponse, {}).params.sigVerifyCostSecp256k1).toBe(
    1000n,
  )
  expect(ask('Bech32Prefix', queries.Bech32PrefixRequest, queries.Bech32PrefixResponse, {}).bech32Prefix).toBe(
    'neutron',
  )
  expect(ask('Accounts', queries.QueryAccountsRequest, queries.QueryAccountsResponse, {}).accounts).toHaveLength(2)
  expect(
    ask('AccountAddressByID', queries.QueryAccountAddressByIDRequest, queries.QueryAccountAddressByIDResponse, {
      id: 0n,
      accountId: 0n,
    }).accountAddress,
  ).toBe(alice.text)
  expect(
    ask('ModuleAccounts', queries.QueryModuleAccountsRequest, queries.QueryModuleAccountsResponse, {}).accounts.length,
  ).toBe(13)
})

test.each([
  [
    { accounts: [{ '@type': '/x', address: alice.text }] },
    'genesis auth/accounts/0: accounts of type "/x" are not supported',
  ],
  [{ accounts: [account('cosmos1x')] }, 'genesis auth/accounts/0/address: '],
  [{ params: { max_memo_characters: '0' } }, 'genesis auth/params: invalid tx signature limit: 0'],
])('a genesis that cannot be: %j', (auth, message) => {
  expect(() => bankChain().app.initChain({ auth })).toThrow(message)
})
