import { readFileSync } from 'node:fs'
import { createSandbox } from 'sudobox'
import { expect, test } from 'sudobox/vitest'

const cw20 = () => new Uint8Array(readFileSync('contracts/artifacts/cw20_base.wasm'))
const token = (minter: string) => ({
  name: 'Token',
  symbol: 'TOK',
  decimals: 6,
  initial_balances: [{ address: minter, amount: '1000' }],
})

test("cosmjs' client does in process what it does over a port, without being told a fee", async ({ sandbox }) => {
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice', '1000untrn')
  const bob = neutron.account('bob')
  const client = await neutron.client(alice)

  const { codeId } = await client.upload(alice.address, cw20())
  const { contractAddress } = await client.instantiate(alice.address, codeId, token(alice.address), 'token')
  const sent = await client.execute(alice.address, contractAddress, {
    transfer: { recipient: bob.address, amount: '10' },
  })
  await client.sendTokens(alice.address, bob.address, [{ denom: 'untrn', amount: '5' }])

  expect(await client.queryContractSmart(contractAddress, { balance: { address: bob.address } })).toEqual({
    balance: '10',
  })
  expect(neutron.contract('token').address).toBe(contractAddress)
  expect(neutron.balance(bob, 'untrn')).toBe(5n)
  expect(await client.getTx(sent.transactionHash)).toMatchObject({ height: sent.height, code: 0 })
  await expect(
    client.execute(alice.address, contractAddress, { transfer: { recipient: bob.address, amount: '5000' } }),
  ).rejects.toThrow(/Overflow|Cannot Sub/)
})

test('what the client did stands in the log, from which another sandbox does the same', async ({ sandbox }) => {
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice', '1000untrn')
  const client = await neutron.client(alice)
  await client.sendTokens(alice.address, neutron.account('bob').address, [{ denom: 'untrn', amount: '7' }])

  const other = createSandbox()
  for (const action of sandbox.log) await other.perform(action)
  expect(other.chains.neutron.balance('bob', 'untrn')).toBe(7n)
})

test('the same story through the sandbox and through cosmjs has the same events', async ({ sandbox }) => {
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice', '1000untrn')
  const bob = neutron.account('bob')
  const start = await sandbox.snapshot()

  const contract = await alice.deploy('contracts/artifacts/cw20_base.wasm', token(alice.address), { label: 'token' })
  const ours = await alice.execute(contract, { transfer: { recipient: bob.address, amount: '10' } })
  await sandbox.restore(start)
  const client = await neutron.client(alice)
  const { codeId } = await client.upload(
    alice.address,
    new Uint8Array(readFileSync('contracts/artifacts/cw20_base.wasm')),
  )
  const { contractAddress } = await client.instantiate(alice.address, codeId, token(alice.address), 'token')
  const theirs = await client.execute(alice.address, contractAddress, {
    transfer: { recipient: bob.address, amount: '10' },
  })

  const seen = ours.events
    .filter(({ type }) => type !== 'tx')
    .map(({ type, attributes }) => ({ type, attributes: attributes.map(([key, value]) => ({ key, value })) }))
  expect(theirs.events.filter(({ type }) => type !== 'tx')).toEqual(seen)
})
