import { expect, test } from 'sudobox/vitest'
import { RawMessage } from 'sudobox'

const TOKEN = 'contracts/artifacts/cw20_base.wasm'

test('a bigint in a message is refused, with its place and both spellings', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const token = (amount: unknown) => ({
    name: 'Token',
    symbol: 'TOK',
    decimals: 6,
    initial_balances: [{ address: alice.address, amount }],
  })
  await expect(alice.deploy(TOKEN, token(100n))).rejects.toThrow(
    'a bigint at /initial_balances/0/amount of a message: a contract reads a number or a text there\n' +
      '  right: Number(…), which is sent as 100, for u64 and smaller, such as ids\n' +
      '  right: String(…), which is sent as "100", for Uint128, Uint64 and their like, such as amounts',
  )
  const contract = await alice.deploy(TOKEN, token(String(100n)))
  const before = neutron.height
  await expect(alice.execute(contract, { transfer: { recipient: alice.address, amount: 2n ** 53n } })).rejects.toThrow(
    /at \/transfer\/amount .*\n {2}right: new RawMessage\('…9007199254740992…'\) for u64.*\n {2}right: String/,
  )
  await expect(alice.migrate(contract, 1n, { at: 1n })).rejects.toThrow('a bigint at /at')
  expect(() => contract.query({ all_accounts: { limit: 3n } })).toThrow('a bigint at /all_accounts/limit')
  expect(contract.query({ all_accounts: { limit: Number(3n) } })).toEqual({ accounts: [alice.address] })
  expect(contract.query(new RawMessage('{"token_info":{}}'))).toMatchObject({ total_supply: '100' })
  // Nothing was done.
  expect(neutron.height).toBe(before)
})

test('a cyclic message is reported as such', async ({ neutron }) => {
  const cycle: { self?: object } = {}
  cycle.self = cycle
  await expect(neutron.account('alice').execute('neutron1qqqqqqqq', cycle)).rejects.toThrow(
    'a cycle at /self of a message, which JSON cannot express',
  )
})
