// A contract that is migrated along a chain of codes, while the right to do so changes hands and ends.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSandbox, type Account, type Contract, type Sandbox, type SandboxClient } from 'sudobox'
import { expect, test as base } from 'sudobox/vitest'

const LAB = 'contracts/artifacts/callback_lab.wasm'

/** The same program under another checksum: its release stands in a custom section. */
function release(name: string): Uint8Array {
  const content = [...Buffer.from('\u0007release'), ...Buffer.from(name)]
  return Uint8Array.from([...readFileSync(LAB), 0, content.length, ...content])
}
const checksum = (wasm: Uint8Array) => createHash('sha256').update(wasm).digest('hex')

interface World {
  readonly alice: Account
  readonly bob: Account
  readonly lab: Contract
  readonly client: SandboxClient
  readonly v1: bigint
  readonly v2: bigint
}

async function world({ chains: { neutron } }: Sandbox): Promise<World> {
  const [alice, bob] = [neutron.account('alice'), neutron.account('bob')]
  const v1 = await alice.store(release('one'))
  const v2 = await alice.store(release('two'))
  const lab = await alice.instantiate(v1, { on_reply: 'error' }, { label: 'lab', admin: 'alice' })
  return { alice, bob, lab, v1, v2, client: await neutron.client(alice) }
}

const test = base.extend<{ world: World }>({
  world: async ({ sandbox }, use) => {
    await use(await world(sandbox))
  },
})

const refused = (text: string) => ({
  codespace: 'sdk',
  code: 4,
  message: `failed to execute message; message index: 0: ${text}: unauthorized`,
})

test('its current admin migrates a contract to each code, until it has none', async ({ sandbox, world }) => {
  const { alice, bob, lab, client, v1, v2 } = world
  const { neutron } = sandbox.chains
  expect((await client.getCodes()).map(({ checksum }) => checksum)).toEqual([
    checksum(release('one')),
    checksum(release('two')),
  ])
  const code = async () => BigInt((await client.getContract(lab.address)).codeId)
  const admin = async () => (await client.getContract(lab.address)).admin
  const { height } = neutron

  await expect(bob.migrate(lab, v2, {})).rejects.toFailWith(refused('can not migrate'))
  expect(await code()).toBe(v1)

  const migrated = await alice.migrate(lab, v2, { on_timeout: 'panic' })
  expect(migrated.events.filter(({ type }) => type === 'migrate')).toEqual([
    {
      type: 'migrate',
      attributes: [
        ['code_id', String(v2)],
        ['_contract_address', lab.address],
        ['msg_index', '0'],
      ],
    },
  ])
  expect(await code()).toBe(v2)
  // The new code found the state of the old one.
  expect(lab.query({ config: {} })).toMatchObject({ on_reply: 'error', on_timeout: 'panic', on_error: 'succeed' })

  const handed = await alice.updateAdmin(lab, 'bob')
  expect(handed).toEmit('update_contract_admin', { _contract_address: lab.address, new_admin_address: bob.address })
  expect(await admin()).toBe(bob.address)
  await expect(alice.migrate(lab, v1, {})).rejects.toFailWith(refused('can not migrate'))
  await expect(alice.updateAdmin(lab, lab)).rejects.toFailWith(refused('can not modify contract'))
  await expect(alice.clearAdmin(lab)).rejects.toFailWith(refused('can not modify contract'))
  await bob.migrate(lab, v1, { on_timeout: 'succeed' })

  expect(await bob.clearAdmin(lab)).toEmit('update_contract_admin', { new_admin_address: '' })
  expect(await admin()).toBeUndefined()
  await expect(bob.migrate(lab, v2, {})).rejects.toFailWith(refused('can not migrate'))
  await expect(bob.updateAdmin(lab, alice)).rejects.toFailWith(refused('can not modify contract'))
  // A message that is not valid is refused before it is run.
  await expect(bob.updateAdmin(lab, bob)).rejects.toFailWith({
    codespace: 'wasm',
    code: 14,
    message: 'new admin is the same as the old: invalid',
  })

  expect(await code()).toBe(v1)
  expect(await client.getContractCodeHistory(lab.address)).toEqual([
    { operation: 'Init', codeId: Number(v1), msg: { on_reply: 'error' } },
    { operation: 'Migrate', codeId: Number(v2), msg: { on_timeout: 'panic' } },
    { operation: 'Migrate', codeId: Number(v1), msg: { on_timeout: 'succeed' } },
  ])
  expect(await client.getContracts(Number(v1))).toEqual([lab.address])
  expect(await client.getContracts(Number(v2))).toEqual([])
  // One block for each of the transactions, refused ones too.
  expect(neutron.height).toBe(height + 11n)
})

test('replaying the log brings another sandbox to the same state', async ({ sandbox, world }) => {
  const { alice, bob, lab, v2 } = world
  await alice.updateAdmin(lab, 'bob')
  await alice.migrate(lab, v2, {}).catch(() => undefined)
  await bob.migrate('lab', v2, {})
  await bob.clearAdmin('lab')

  const other = createSandbox()
  for (const action of sandbox.log) await other.perform(action).catch(() => undefined)
  const { neutron } = other.chains
  const client = await neutron.client(neutron.account('bob'))
  expect(neutron.height).toBe(sandbox.chains.neutron.height)
  expect(await client.getContract(lab.address)).toMatchObject({ codeId: Number(v2), admin: undefined, label: 'lab' })
})

test('a contract that is the admin migrates another', async ({ sandbox, world }) => {
  const { alice, lab, client, v2 } = world
  const owner = await alice.deploy(LAB, {}, { label: 'owner' })
  await alice.updateAdmin(lab, owner)
  const order = (msg: object, reply_on = 'never') =>
    alice.execute(owner, { act: { behaviour: { submessages: [{ msg: { wasm: msg }, reply_on, id: 1 }] } } })
  const migrate = { migrate: { contract_addr: lab.address, new_code_id: Number(v2), msg: btoa('{}') } }

  await expect(alice.migrate(lab, v2, {})).rejects.toFailWith(refused('can not migrate'))
  const migrated = await order(migrate)
  expect(migrated).toEmit('migrate', { _contract_address: lab.address, code_id: String(v2) })
  expect(migrated.trace).toMatchObject([
    { entryPoint: 'execute', label: 'owner', children: [{ entryPoint: 'migrate', label: 'lab' }] },
  ])

  await order({ clear_admin: { contract_addr: lab.address } })
  expect((await client.getContract(lab.address)).admin).toBeUndefined()
  // Refused: the owner is told, in the chain's short form, and may go on.
  await order(migrate, 'error')
  const { received } = owner.query<{ received: { message: { result: object } }[] }>({ received: {} })
  expect(received.map(({ message }) => message.result)).toEqual([{ error: 'codespace: sdk, code: 4' }])
  expect(sandbox.chains.neutron.height).toBeGreaterThan(0n)
})

test('a migration that fails leaves code, state and history as they were', async ({ world }) => {
  const { alice, lab, client, v1, v2 } = world
  const group = await alice.store('contracts/artifacts/cw4_group.wasm')
  const state = async () => ({
    info: await client.getContract(lab.address),
    history: await client.getContractCodeHistory(lab.address),
    config: lab.query({ config: {} }),
  })
  const before = await state()

  await expect(alice.migrate(lab, v2, { on_reply: 'dance' })).rejects.toFailWith({
    codespace: 'wasm',
    code: 11,
    message: /^failed to execute message; message index: 0: .*unknown variant `dance`.*: migrate wasm contract failed$/,
  })
  await expect(alice.migrate(lab, group, {})).rejects.toFailWith({
    codespace: 'wasm',
    code: 29,
    message: /Missing export migrate/,
  })
  await expect(alice.migrate(lab, 99n, {})).rejects.toFailWith({
    codespace: 'sdk',
    code: 18,
    message: 'failed to execute message; message index: 0: unknown code: invalid request',
  })
  await expect(alice.migrate(alice.address, v2, {})).rejects.toFailWith({
    codespace: 'sdk',
    code: 18,
    message: 'failed to execute message; message index: 0: unknown contract: invalid request',
  })
  await expect(
    alice.send([
      { migrate: { contract: lab.address, codeId: v2, msg: { on_reply: 'succeed' } } },
      { clearAdmin: { contract: 'lab' } },
      { migrate: { contract: lab.address, codeId: v1, msg: {} } },
    ]),
  ).rejects.toFailWith({ message: 'failed to execute message; message index: 2: can not migrate: unauthorized' })

  expect(await state()).toEqual(before)
})

test('a migration costs what it did before, however long the history is', async ({ sandbox, world }) => {
  const { alice, lab, v1, v2 } = world
  const start = await sandbox.snapshot()
  const there = async () => (await alice.migrate(lab, v2, {})).gasUsed
  const back = async () => (await alice.migrate(lab, v1, {})).gasUsed
  const first = [await there(), await back()]
  await sandbox.restore(start)
  expect([await there(), await back()]).toEqual(first)

  // The last entry is read, twice, and was longer in the first: 3 gas a byte. The rest is the contract's, at another height.
  const shorter = 2n * 3n * BigInt('{"on_reply":"error"}'.length - '{}'.length)
  for (let i = 0; i < 5; i++) {
    expect(Math.abs(Number((await there()) - (first[0]! - shorter)))).toBeLessThan(10)
    expect(Math.abs(Number((await back()) - first[1]!))).toBeLessThan(10)
  }
})
