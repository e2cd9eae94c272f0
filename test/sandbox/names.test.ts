import { inspect } from 'node:util'
import { expect, test } from 'sudobox/vitest'

const LAB = 'contracts/artifacts/callback_lab.wasm'

test('names are accepted wherever an address is, on the other chain too', async ({ neutron, hub, relayer }) => {
  const alice = neutron.account('alice', '100000untrn')
  const bob = neutron.account('bob')
  const carol = hub.account('carol')
  await alice.transfer('bob', '5untrn')
  expect(bob).toHaveBalance('untrn', 5n)
  expect(neutron.balance('bob', 'untrn')).toBe(5n)
  const lab = await alice.deploy(LAB, {}, { label: 'lab', admin: 'alice' })
  await alice.transfer('lab', '7untrn')
  expect(lab).toHaveBalance('untrn', 7n)
  await alice.execute('lab', { act: { behaviour: 'succeed' } })
  await alice.updateAdmin('lab', 'bob')
  await bob.clearAdmin('lab')
  await alice.ibcTransfer('carol', '9untrn')
  await relayer.relay()
  expect(carol.balances()).toMatchObject([{ amount: 9n }])
})

test('a promise in place of a contract is reported as a forgotten await', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const deployed = alice.deploy(LAB)
  const lab = deployed as never
  const message =
    /^an await is missing: the contract is a promise, which has no address\n {2}right: const contract = await/
  await expect(alice.execute(lab, {})).rejects.toThrow(message)
  expect(() => neutron.query(lab, {})).toThrow(message)
  await deployed
})

test('an unknown name is refused with the list of known ones', async ({ neutron }) => {
  const alice = neutron.account('alice', '5untrn')
  await alice.deploy(LAB, {}, { label: 'lab' })
  const message =
    'neutron has no account and no contract "bob"\n  accounts: alice\n  contracts: lab\n' +
    "  right: neutron.account('bob') makes an account; an address here begins with neutron1"
  await expect(alice.transfer('bob', '1untrn')).rejects.toThrow(message)
  await expect(alice.execute('bob', {})).rejects.toThrow(message)
  await expect(alice.migrate('bob', 1n, {})).rejects.toThrow(message)
  await expect(alice.updateAdmin('lab', 'bob')).rejects.toThrow(message)
  expect(() => neutron.balances('bob')).toThrow(message)
  // What looks like an address is the chain's to judge.
  await expect(alice.transfer('cosmos1qdahyedv3gt8lxe6f6huvtw7re95a4755yfgza', '1untrn')).rejects.toFailWith({})
})

test('an unknown contract is refused with the list of known ones, whatever asks for it', async ({ neutron }) => {
  const alice = neutron.account('alice')
  await alice.deploy(LAB, {}, { label: 'lab' })
  const message =
    'neutron has no contract "vault"\n  accounts: alice\n  contracts: lab\n  an address here begins with neutron1'
  expect(() => neutron.contract('vault')).toThrow(message)
  expect(() => neutron.query('vault', {})).toThrow(message)
  expect(() => neutron.failures('vault')).toThrow(message)
  expect(() => neutron.fault({ contract: 'vault', fail: { child: 1 } })).toThrow(message)
  await expect(neutron.callback('vault', { timeout: {} })).rejects.toThrow(message)
  // An account is none.
  expect(() => neutron.query('alice', {})).toThrow('neutron has no contract "alice"\n  accounts: alice\n')
})

test('a second contract with the same label is refused', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const { address } = await alice.deploy(LAB, {}, { label: 'lab' })
  await expect(alice.instantiate(1n, {}, { label: 'lab' })).rejects.toThrow(
    `neutron has a contract "lab" already: ${address}\n  right: another label, such as "lab-2", or none`,
  )
  expect((await alice.deploy(LAB)).label).toBe('callback_lab')
  expect((await alice.deploy(LAB)).label).toBe('callback_lab-2')
})

test('the supply counts all coins', async ({ neutron }) => {
  const before = neutron.supply('untrn')
  const alice = neutron.account('alice', '5untrn')
  neutron.account('bob', '7untrn')
  expect(neutron.supply('untrn') - before).toBe(12n)
  await alice.transfer('bob', '5untrn')
  expect(neutron.supply('untrn') - before).toBe(12n)
  expect(neutron.supply('unknown')).toBe(0n)
})

test('each call of account() with coins mints them', ({ neutron }) => {
  neutron.account('alice', '5untrn')
  neutron.account('alice')
  expect(neutron.account('alice', '5untrn')).toHaveBalance('untrn', 10n)
})

test('what is logged is a line', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const lab = await alice.deploy(LAB, {}, { label: 'lab' })
  expect(inspect(alice)).toBe(`Account alice of neutron: ${alice.address}`)
  expect(inspect({ lab })).toBe(`{\n  lab: Contract lab of neutron: ${lab.address}\n}`)
  expect(inspect(neutron)).toBe(
    `Chain neutron (neutron-sandbox-1) at height ${neutron.height}; accounts: alice; contracts: lab`,
  )
})

test('a long text of the chain has its cause in front', async ({ neutron }) => {
  const lab = await neutron.account('alice').deploy(LAB)
  const transfer = { channel: 'channel-0', to: 'x', amount: '100' }
  const error = await neutron
    .account('alice')
    .execute(lab, { transfer })
    .then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    )
  const [first, second] = error!.message.split('\n')
  expect(first).toBe('spendable balance 0untrn is smaller than 2000untrn: insufficient funds')
  // The chain's own text is there, once.
  expect(second).toMatch(
    /^failed to execute message; message index: 0: failed to execute IBCTransfer: .*insufficient funds$/,
  )
  expect(error!.message.split('source_port:"transfer"')).toHaveLength(2)
  expect(error).toMatchObject({ shortMessage: second, log: second })
})

test('the address of a contract with a salt is known before it exists', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const codeId = await alice.store(LAB)
  const salt = new TextEncoder().encode('salt')
  const predicted = neutron.predictAddress(codeId, 'alice', salt)
  expect((await alice.instantiate(codeId, {}, { salt })).address).toBe(predicted)
  expect(neutron.predictAddress(codeId, neutron.account('bob'), salt)).not.toBe(predicted)
  expect(() => neutron.predictAddress(codeId, alice, new Uint8Array(65))).toThrow('a salt has 1 to 64 bytes, not 65')
  expect(() => neutron.predictAddress(codeId, alice, new Uint8Array(0))).toThrow('a salt has 1 to 64 bytes, not 0')
  expect(() => neutron.predictAddress(9n, alice, salt)).toThrow('code id 9: no such code')
  expect(() => neutron.predictAddress(codeId, 'carol', salt)).toThrow('neutron has no account and no contract "carol"')
})

test('a chain has a supply', ({ neutron }) => {
  const supply = neutron.supply('untrn')
  neutron.account('alice', '5untrn')
  expect(neutron).toHaveSupply('untrn', supply + 5n)
  expect(() => expect(neutron).toHaveSupply('untrn', supply)).toThrow(
    `expected that there is ${supply} untrn on neutron, but there is ${supply + 5n}`,
  )
  expect(() => expect(neutron.account('alice')).toHaveSupply('untrn', 5n)).toThrow('a chain')
})
