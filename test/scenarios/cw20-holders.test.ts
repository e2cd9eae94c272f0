// A token with more holders than any page shows, and spenders who may take some of it.
import { createSandbox, type Contract } from 'sudobox'
import { beforeAll, beforeEach, describe, expect, test } from 'sudobox/vitest'

const TOKEN = 'contracts/artifacts/cw20_base.wasm'
const HOLDERS = 1_020

interface Allowance {
  readonly allowance: string
  readonly expires: object
  readonly spender?: string
  readonly owner?: string
}

const sandbox = createSandbox()
const { neutron } = sandbox.chains
const names = Array.from({ length: HOLDERS }, (_, i) => `holder ${i}`)
const amountOf = (holder: number) => 1_000 + holder
let holders: string[]
let token: Contract
let start: number

const alice = neutron.account('alice')
const bob = neutron.account('bob')
const carol = neutron.account('carol')

const balance = (address: string) => BigInt(token.query<{ balance: string }>({ balance: { address } }).balance)
const supply = () => BigInt(token.query<{ total_supply: string }>({ token_info: {} }).total_supply)

/** Every page of a query that is paged by the last thing of the page before. */
function pages<Thing>(
  page: (startAfter: string | undefined) => readonly Thing[],
  key: (thing: Thing) => string,
): Thing[][] {
  const all: Thing[][] = []
  for (let last: string | undefined; ;) {
    const things = page(last)
    if (things.length === 0) return all
    if (all.length > HOLDERS) throw new Error('the pages do not end')
    all.push([...things])
    last = key(things.at(-1)!)
  }
}

const accounts = (limit?: number) => (start_after?: string) =>
  token.query<{ accounts: string[] }>({ all_accounts: { start_after, limit } }).accounts

beforeAll(async () => {
  holders = names.map((name) => neutron.account(name).address)
  token = await alice.deploy(TOKEN, {
    name: 'Widely Held',
    symbol: 'WIDE',
    decimals: 0,
    initial_balances: holders.map((address, i) => ({ address, amount: String(amountOf(i)) })),
    mint: { minter: alice.address, cap: '2000000' },
  })
  start = await sandbox.snapshot()
})

describe('all accounts', () => {
  test('come in pages, each address once, in the order of their bytes as text', () => {
    const found = pages(accounts(30), (address) => address)

    expect(found).toHaveLength(HOLDERS / 30)
    expect(found.flat()).toEqual([...holders].sort())
  })

  test('come by ten when no limit is given, and by thirty at most', () => {
    expect(accounts()()).toEqual([...holders].sort().slice(0, 10))
    expect(accounts(1_000)()).toHaveLength(30)
    expect(accounts(7)(accounts()()[4])).toEqual([...holders].sort().slice(5, 12))
    expect(accounts(0)()).toEqual([])
  })

  test('a page may begin after an address that holds nothing; an invalid limit is refused', () => {
    const [last] = [...holders].sort().slice(-1)
    expect(accounts()(last)).toEqual([])
    const between = [...holders].sort().find((address) => address > bob.address)
    expect(accounts(1)(bob.address)).toEqual([between])
    expect(() => token.query({ all_accounts: { limit: -1 } })).toThrow(
      /^Error parsing into type cw20_base::msg::QueryMsg: Invalid number\.: query wasm contract failed/,
    )
  })

  test('hold the whole supply, and keep it when they pay each other', async () => {
    await sandbox.restore(start)
    const sum = () =>
      pages(accounts(30), (address) => address)
        .flat()
        .reduce((total, address) => total + balance(address), 0n)
    for (let i = 0; i < 20; i++) {
      const paid = await neutron
        .account(names[i]!)
        .execute(token, { transfer: { recipient: holders[i + 20], amount: String(amountOf(i)) } })
      expect(paid).toEmit('wasm', { action: 'transfer', from: holders[i]!, to: holders[i + 20]! })
    }
    expect(balance(holders[25]!)).toBe(BigInt(amountOf(5) + amountOf(25)))
    // Who holds nothing any more is still listed.
    expect(balance(holders[5]!)).toBe(0n)
    expect(accounts(30)()).toHaveLength(30)
    expect(sum()).toBe(supply())
  })
})

describe('allowances', () => {
  const REFUSED = { codespace: 'wasm', code: 5 }
  const refused = (text: string) => ({
    ...REFUSED,
    message: `failed to execute message; message index: 0: ${text}: execute wasm contract failed`,
  })
  const allowance = (owner: string, spender: string) => token.query<Allowance>({ allowance: { owner, spender } })
  const [owner, other] = [neutron.account(names[0]!), neutron.account(names[1]!)]
  const allow = (amount: string, expires?: object) =>
    owner.execute(token, { increase_allowance: { spender: bob.address, amount, expires } })
  const spend = (amount: string, from = owner.address) =>
    bob.execute(token, { transfer_from: { owner: from, recipient: carol.address, amount } })

  beforeEach(() => sandbox.restore(start))

  test('are listed in pages by owner and by spender', async () => {
    const spenders = holders.slice(1, 46).sort()
    for (const spender of spenders) await owner.execute(token, { increase_allowance: { spender, amount: '5' } })
    await other.execute(token, {
      increase_allowance: { spender: spenders[0], amount: '7', expires: { at_height: 99_999 } },
    })

    const ofOwner = (limit?: number) => (start_after?: string) =>
      token.query<{ allowances: Allowance[] }>({ all_allowances: { owner: owner.address, start_after, limit } })
        .allowances
    const found = pages(ofOwner(20), ({ spender }) => spender!)
    expect(found.map(({ length }) => length)).toEqual([20, 20, 5])
    expect(found.flat()).toEqual(spenders.map((spender) => ({ spender, allowance: '5', expires: { never: {} } })))
    expect(ofOwner()()).toHaveLength(10)
    expect(ofOwner(1_000)()).toHaveLength(30)

    const ofSpender = token.query<{ allowances: Allowance[] }>({ all_spender_allowances: { spender: spenders[0] } })
    expect(ofSpender.allowances).toEqual(
      [
        { owner: owner.address, allowance: '5', expires: { never: {} } },
        { owner: other.address, allowance: '7', expires: { at_height: 99_999 } },
      ].sort((a, b) => (a.owner < b.owner ? -1 : 1)),
    )
  })

  test('are spent, and not beyond', async () => {
    await allow('300')
    const spent = await spend('200')
    expect(spent).toEmit('wasm', {
      _contract_address: token.address,
      action: 'transfer_from',
      from: owner.address,
      to: carol.address,
      by: bob.address,
      amount: '200',
    })
    expect(allowance(owner.address, bob.address)).toEqual({ allowance: '100', expires: { never: {} } })

    await expect(spend('101')).rejects.toFailWith(refused('Overflow: Cannot Sub with given operands'))
    expect(balance(carol.address)).toBe(200n)
    await spend('100')
    await expect(spend('1')).rejects.toFailWith(refused('Overflow: Cannot Sub with given operands'))
    await expect(spend('1', other.address)).rejects.toFailWith(refused('No allowance for this account'))
  })

  test('do not help where the owner has too little', async () => {
    await allow('5000')
    await expect(spend('1001')).rejects.toFailWith(refused('Overflow: Cannot Sub with given operands'))
    // The allowance was lowered first; that went back too.
    expect(allowance(owner.address, bob.address)).toMatchObject({ allowance: '5000' })
    expect(balance(owner.address)).toBe(1_000n)
  })

  test('end at a height or a time', async () => {
    const height = Number(neutron.height) + 3
    await allow('10', { at_height: height })
    await spend('1')
    await expect(spend('1')).rejects.toFailWith(refused('Allowance is expired'))

    const time = neutron.time + 100_000_000_000n
    await allow('10', { at_time: String(time) })
    await spend('1')
    sandbox.advance(100)
    await expect(spend('1')).rejects.toFailWith(refused('Allowance is expired'))
    await expect(allow('10', { at_height: height })).rejects.toFailWith(refused('Invalid expiration value'))
    await expect(allow('10', { at_time: String(time) })).rejects.toFailWith(refused('Invalid expiration value'))
    expect(allowance(owner.address, bob.address)).toEqual({ allowance: '18', expires: { at_time: String(time) } })
  })

  test('are lowered, and gone when nothing is left', async () => {
    await allow('10')
    const lower = (amount: string) => owner.execute(token, { decrease_allowance: { spender: bob.address, amount } })
    await lower('4')
    expect(allowance(owner.address, bob.address)).toMatchObject({ allowance: '6' })
    await lower('7')
    expect(token.query({ all_allowances: { owner: owner.address } })).toEqual({ allowances: [] })
    await expect(
      owner.execute(token, { increase_allowance: { spender: owner.address, amount: '1' } }),
    ).rejects.toFailWith(refused('Cannot set to own account'))
    await expect(owner.execute(token, { increase_allowance: { spender: 'bob', amount: '1' } })).rejects.toFailWith(
      REFUSED,
    )
  })

  test('allow to burn, and to pay a contract in one message', async () => {
    const wallet = await alice.deploy('contracts/artifacts/callback_lab.wasm')
    await allow('30')
    const before = supply()
    await bob.execute(token, { burn_from: { owner: owner.address, amount: '10' } })
    expect(supply()).toBe(before - 10n)

    // The contract does not know the message `receive`: nothing of the payment stays.
    const payment = { send_from: { owner: owner.address, contract: wallet.address, amount: '5', msg: btoa('{}') } }
    await expect(bob.execute(token, payment)).rejects.toFailWith({ ...REFUSED, message: /unknown variant `receive`/ })
    expect(balance(wallet.address)).toBe(0n)
    expect(allowance(owner.address, bob.address)).toMatchObject({ allowance: '20' })
  })

  test('cost the same when they are repeated', async () => {
    const once = async () => {
      await sandbox.restore(start)
      return [(await allow('30')).gasUsed, (await spend('3')).gasUsed, (await spend('3')).gasUsed]
    }
    const [raised, first, second] = await once()
    expect(await once()).toEqual([raised, first, second])
    // The first one also makes the entry of who is paid.
    expect(first).toBeGreaterThan(second!)
  })
})

test('the minter mints up to the cap, and nobody else does', async () => {
  await sandbox.restore(start)
  const left = 2_000_000n - supply()
  const mint = (amount: bigint) => ({ mint: { recipient: carol.address, amount: amount.toString() } })
  await expect(alice.execute(token, mint(left + 1n))).rejects.toFailWith({ message: /Minting cannot exceed the cap/ })
  await expect(bob.execute(token, mint(1n))).rejects.toFailWith({ message: /Unauthorized/ })
  await alice.execute(token, mint(left))
  expect(supply()).toBe(2_000_000n)
  expect(balance(carol.address)).toBe(left)
})
