// A suite of the vault with money on another chain, as its authors might write it.
import { createHash } from 'node:crypto'
import { expect, prepared } from 'sudobox/vitest'
import { build } from './builds.mjs'

const voucher = (channel) =>
  `ibc/${createHash('sha256').update(`transfer/${channel}/uatom`).digest('hex').toUpperCase()}`
const ATOM = voucher('channel-0')

const test = prepared(
  async (sandbox) => {
    const { neutron, hub } = sandbox.chains
    const [alice, bob, admin] = ['alice', 'bob', 'admin'].map((name) => neutron.account(name, '100000000untrn'))
    const bank = hub.account('bank', '1000000uatom')
    for (const to of [alice, bob]) await bank.ibcTransfer(to, '1000uatom', { channel: 'channel-0' })
    await sandbox.relayer.relay()
    const { staking } = hub.exportGenesis().app_state
    const vault = await admin.deploy(build('remote_vault'), {
      connection_id: 'connection-0',
      channels: [{ id: 'channel-0', remote: 'channel-0', denom: ATOM }],
      denom: 'uatom',
      validator: staking.validators[0].operator_address,
      ordered: true,
      timeout: 3600,
    })
    await admin.execute(vault, { register: {} }, { funds: '1000000untrn' })
    await sandbox.relayer.relay()
    return { sandbox, neutron, vault, alice, bob, admin }
  },
  { ibc: { proofs: 'trust' } },
)

const deposit = ({ vault }, from, amount = 100) =>
  from.execute(vault, { deposit: { channel: 'channel-0' } }, { funds: `${amount}${ATOM},2000untrn` })
const claims = ({ vault }, { address }) => vault.query({ claims: { actor: address } }).coins
const pool = ({ vault }) => vault.query({ state: {} }).pool
const tick = ({ vault, admin }) => admin.execute(vault, { tick: {} }, { funds: '2000untrn' })

test('has an account there', ({ world: { vault } }) => {
  expect(vault.query({ state: {} }).account).toMatch(/^cosmos1/)
})

for (const amount of [1, 100, 1000])
  test(`a deposit of ${amount} arrives`, async ({ world }) => {
    await deposit(world, world.alice, amount)
    await world.sandbox.relayer.relay()
    expect(pool(world).liquid).toBe(String(amount))
    expect(claims(world, world.alice)).toEqual([{ denom: ATOM, amount: String(amount) }])
  })

test('a deposit that times out comes back', async ({ world }) => {
  const { sandbox, alice, neutron } = world
  await deposit(world, alice)
  await sandbox.chains.hub.skipPastTimeout()
  await sandbox.relayer.relay()
  expect(neutron.balance(alice, ATOM)).toBe(1000n)
  expect(pool(world).liquid).toBe('0')
})

test('a deposit that fails comes back', async ({ world }) => {
  const { sandbox, alice, neutron } = world
  await deposit(world, alice)
  await sandbox.relayer.relay({ receiver: { errorCode: 7 } })
  expect(neutron.balance(alice, ATOM)).toBe(1000n)
})

test('two depositors have their own claims', async ({ world }) => {
  await deposit(world, world.alice, 100)
  await deposit(world, world.bob, 40)
  await world.sandbox.relayer.relay()
  expect(claims(world, world.alice)).toEqual([{ denom: ATOM, amount: '100' }])
  expect(claims(world, world.bob)).toEqual([{ denom: ATOM, amount: '40' }])
})

test('delegates what is there', async ({ world }) => {
  await deposit(world, world.alice)
  await world.sandbox.relayer.relay()
  await tick(world)
  await world.sandbox.relayer.relay()
  expect(pool(world)).toMatchObject({ liquid: '0', delegated: '100' })
})

test('nobody withdraws more than the own share', async ({ world: { vault, bob } }) => {
  await expect(bob.execute(vault, { withdraw: { amount: '1' } })).rejects.toThrow(/not so much/)
})

test('a deposit of nothing is refused', async ({ world: { vault, alice } }) => {
  await expect(alice.execute(vault, { deposit: { channel: 'channel-0' } }, { funds: '2000untrn' })).rejects.toThrow()
})

test('a deposit over another channel is refused', async ({ world: { vault, alice } }) => {
  await expect(
    alice.execute(vault, { deposit: { channel: 'channel-9' } }, { funds: `5${ATOM},2000untrn` }),
  ).rejects.toThrow()
})

test('a withdrawal waits for the pool', async ({ world }) => {
  const { vault, alice, sandbox } = world
  await deposit(world, alice)
  await sandbox.relayer.relay()
  await tick(world)
  await sandbox.relayer.relay()
  await alice.execute(vault, { withdraw: { amount: '30' } })
  expect(pool(world).delegated).toBe('100')
})
