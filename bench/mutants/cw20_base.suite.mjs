// A suite of a token, as its authors might write it: 50 tests.
import { expect, prepared } from 'sudobox/vitest'
import { build } from './builds.mjs'

const test = prepared(async ({ chains }) => {
  const [alice, bob, carol] = ['alice', 'bob', 'carol'].map((name) => chains.neutron.account(name, '10000000untrn'))
  const token = await alice.deploy(build('cw20_base'), {
    name: 'Token',
    symbol: 'TOK',
    decimals: 6,
    initial_balances: [
      { address: alice.address, amount: '1000' },
      { address: carol.address, amount: '50' },
    ],
    mint: { minter: alice.address, cap: '2000' },
    marketing: { project: 'a project', description: 'a token', marketing: alice.address },
  })
  return { alice, bob, carol, token, chain: chains.neutron }
})

const balance = ({ token }, { address }) => token.query({ balance: { address } }).balance
const supply = ({ token }) => token.query({ token_info: {} }).total_supply
const allowance = ({ token }, owner, spender) =>
  token.query({ allowance: { owner: owner.address, spender: spender.address } })
const refused = (promise, message) => expect(promise).rejects.toThrow(message)
const allow = ({ alice, bob, token }, amount, expires) =>
  alice.execute(token, {
    increase_allowance: { spender: bob.address, amount: String(amount), ...(expires && { expires }) },
  })

for (const amount of [1, 30, 999, 1000])
  test(`a transfer of ${amount}`, async ({ world }) => {
    await world.alice.execute(world.token, { transfer: { recipient: world.bob.address, amount: String(amount) } })
    expect(balance(world, world.alice)).toBe(String(1000 - amount))
    expect(balance(world, world.bob)).toBe(String(amount))
    expect(supply(world)).toBe('1050')
  })

for (const amount of [1001, 5000])
  test(`no transfer of ${amount}`, async ({ world }) => {
    await refused(
      world.alice.execute(world.token, { transfer: { recipient: world.bob.address, amount: String(amount) } }),
      /Cannot Sub/,
    )
  })

test('a transfer to oneself keeps the balance', async ({ world }) => {
  await world.alice.execute(world.token, { transfer: { recipient: world.alice.address, amount: '10' } })
  expect(balance(world, world.alice)).toBe('1000')
})

test('a transfer to no address', async ({ world }) => {
  await refused(world.alice.execute(world.token, { transfer: { recipient: 'nobody!', amount: '1' } }), /addr_validate/)
})

test('a transfer says what it did', async ({ world: { alice, bob, token } }) => {
  const sent = await alice.execute(token, { transfer: { recipient: bob.address, amount: '3' } })
  expect(sent).toEmit('wasm', { action: 'transfer', from: alice.address, to: bob.address, amount: '3' })
})

for (const amount of [1, 400, 1000])
  test(`burns ${amount}`, async ({ world }) => {
    await world.alice.execute(world.token, { burn: { amount: String(amount) } })
    expect(balance(world, world.alice)).toBe(String(1000 - amount))
    expect(supply(world)).toBe(String(1050 - amount))
  })

test('burns no more than there is', async ({ world }) => {
  await refused(world.alice.execute(world.token, { burn: { amount: '1001' } }), /Cannot Sub/)
})

for (const amount of [1, 500, 950])
  test(`mints ${amount}`, async ({ world }) => {
    await world.alice.execute(world.token, { mint: { recipient: world.bob.address, amount: String(amount) } })
    expect(balance(world, world.bob)).toBe(String(amount))
    expect(supply(world)).toBe(String(1050 + amount))
  })

test('mints no more than the cap', async ({ world }) => {
  await refused(
    world.alice.execute(world.token, { mint: { recipient: world.bob.address, amount: '951' } }),
    /exceed the cap/,
  )
})

test('only the minter mints', async ({ world }) => {
  await refused(world.bob.execute(world.token, { mint: { recipient: world.bob.address, amount: '1' } }), /Unauthorized/)
})

test('a new minter mints', async ({ world: { alice, bob, token, ...world } }) => {
  await alice.execute(token, { update_minter: { new_minter: bob.address } })
  await bob.execute(token, { mint: { recipient: bob.address, amount: '7' } })
  expect(balance({ token, ...world }, bob)).toBe('7')
  expect(token.query({ minter: {} })).toEqual({ minter: bob.address, cap: '2000' })
})

test('nobody mints once there is no minter', async ({ world: { alice, token } }) => {
  await alice.execute(token, { update_minter: { new_minter: null } })
  await refused(alice.execute(token, { mint: { recipient: alice.address, amount: '1' } }), /Unauthorized/)
})

test('only the minter names another', async ({ world: { bob, token } }) => {
  await refused(bob.execute(token, { update_minter: { new_minter: bob.address } }), /Unauthorized/)
})

for (const amount of [1, 77, 1000])
  test(`an allowance of ${amount}`, async ({ world }) => {
    await allow(world, amount)
    expect(allowance(world, world.alice, world.bob)).toEqual({ allowance: String(amount), expires: { never: {} } })
  })

test('allowances add up', async ({ world }) => {
  await allow(world, 5)
  await allow(world, 6)
  expect(allowance(world, world.alice, world.bob).allowance).toBe('11')
})

test('nobody allows oneself', async ({ world: { alice, token } }) => {
  await refused(alice.execute(token, { increase_allowance: { spender: alice.address, amount: '1' } }), /own account/)
})

for (const [less, left] of [
  [1, '9'],
  [9, '1'],
  [10, '0'],
  [11, '0'],
])
  test(`an allowance of 10 less ${less}`, async ({ world }) => {
    await allow(world, 10)
    await world.alice.execute(world.token, {
      decrease_allowance: { spender: world.bob.address, amount: String(less) },
    })
    expect(allowance(world, world.alice, world.bob).allowance).toBe(left)
  })

test('an allowance with an end', async ({ world }) => {
  await allow(world, 10, { at_height: Number(world.chain.height) + 100 })
  expect(allowance(world, world.alice, world.bob).expires).toEqual({ at_height: expect.any(Number) })
})

test('no allowance with an end that has passed', async ({ world }) => {
  await refused(allow(world, 10, { at_height: 1 }), /expire|Invalid/i)
})

for (const amount of [1, 20])
  test(`transfers ${amount} of 20 that are allowed`, async ({ world }) => {
    const { alice, bob, carol, token } = world
    await allow(world, 20)
    await bob.execute(token, {
      transfer_from: { owner: alice.address, recipient: carol.address, amount: String(amount) },
    })
    expect(balance(world, carol)).toBe(String(50 + amount))
    expect(balance(world, alice)).toBe(String(1000 - amount))
    expect(allowance(world, alice, bob).allowance).toBe(String(20 - amount))
  })

test('transfers no more than is allowed', async ({ world }) => {
  const { alice, bob, token } = world
  await allow(world, 20)
  await refused(
    bob.execute(token, { transfer_from: { owner: alice.address, recipient: bob.address, amount: '21' } }),
    /Cannot Sub/,
  )
})

test('transfers nothing without an allowance', async ({ world: { alice, bob, token } }) => {
  await refused(
    bob.execute(token, { transfer_from: { owner: alice.address, recipient: bob.address, amount: '1' } }),
    /No allowance/,
  )
})

test('burns what is allowed', async ({ world }) => {
  const { alice, bob, token } = world
  await allow(world, 20)
  await bob.execute(token, { burn_from: { owner: alice.address, amount: '8' } })
  expect(balance(world, alice)).toBe('992')
  expect(supply(world)).toBe('1042')
})

test('lists the allowances of an owner', async ({ world }) => {
  const { alice, bob, carol, token } = world
  await allow(world, 20)
  await alice.execute(token, { increase_allowance: { spender: carol.address, amount: '3' } })
  const { allowances } = token.query({ all_allowances: { owner: alice.address } })
  const byAddress = Object.fromEntries(allowances.map(({ spender, allowance: amount }) => [spender, amount]))
  expect(byAddress).toEqual({ [bob.address]: '20', [carol.address]: '3' })
})

test('lists the allowances of a spender', async ({ world }) => {
  const { alice, bob, token } = world
  await allow(world, 20)
  const { allowances } = token.query({ all_spender_allowances: { spender: bob.address } })
  expect(allowances).toEqual([{ owner: alice.address, allowance: '20', expires: { never: {} } }])
})

test('lists the accounts', async ({ world: { alice, carol, token } }) => {
  expect(new Set(token.query({ all_accounts: {} }).accounts)).toEqual(new Set([alice.address, carol.address]))
})

for (const limit of [1, 2])
  test(`lists ${limit} accounts`, async ({ world: { token } }) => {
    expect(token.query({ all_accounts: { limit } }).accounts).toHaveLength(limit)
  })

test('a balance that is not there', async ({ world }) => {
  expect(balance(world, world.bob)).toBe('0')
})

test('what the token is', async ({ world: { token } }) => {
  expect(token.query({ token_info: {} })).toEqual({ name: 'Token', symbol: 'TOK', decimals: 6, total_supply: '1050' })
})

test('who markets it', async ({ world: { alice, token } }) => {
  expect(token.query({ marketing_info: {} })).toEqual({
    project: 'a project',
    description: 'a token',
    logo: null,
    marketing: alice.address,
  })
})

test('new words for it', async ({ world: { alice, token } }) => {
  await alice.execute(token, { update_marketing: { project: 'another', description: null, marketing: null } })
  expect(token.query({ marketing_info: {} })).toMatchObject({ project: 'another', description: 'a token' })
})

test('words of strangers', async ({ world: { bob, token } }) => {
  await refused(bob.execute(token, { update_marketing: { project: 'mine' } }), /Unauthorized/)
})

test('a logo by its address', async ({ world: { alice, token } }) => {
  await alice.execute(token, { upload_logo: { url: 'https://example.org/logo.png' } })
  expect(token.query({ marketing_info: {} }).logo).toEqual({ url: 'https://example.org/logo.png' })
})

for (const [what, change] of Object.entries({
  'a name that is too short': { name: 'T' },
  'a symbol with digits': { symbol: 'T0K' },
  '19 decimals': { decimals: 19 },
}))
  test(`no token with ${what}`, async ({ world: { alice } }) => {
    const message = { name: 'Token', symbol: 'TOK', decimals: 6, initial_balances: [], ...change }
    await refused(alice.deploy(build('cw20_base'), message), /Name|symbol|Decimals/i)
  })
