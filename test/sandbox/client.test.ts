import { readFileSync } from 'node:fs'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { createSandbox } from 'sudobox'
import { describe, expect, test } from 'sudobox/vitest'

const cw20 = () => new Uint8Array(readFileSync('contracts/artifacts/cw20_base.wasm'))
const token = (minter: string) => ({
  name: 'Token',
  symbol: 'TOK',
  decimals: 6,
  initial_balances: [{ address: minter, amount: '1000' }],
})

test("cosmjs' client does the same in process as over a port, without a given fee", async ({ sandbox }) => {
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

test('the log has what the client did, and another sandbox replays it', async ({ sandbox }) => {
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

describe('each method that takes a fee works without one', () => {
  const LAB = 'contracts/artifacts/callback_lab.wasm'

  test('codes and contracts', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const { address } = neutron.account('alice')
    const client = await neutron.client(neutron.account('alice'))
    const [first, second] = [await client.upload(address, cw20()), await client.upload(address, cw20())]
    const salt = Uint8Array.of(1, 2, 3)

    const plain = await client.instantiate(address, first.codeId, token(address), 'plain')
    const salted = await client.instantiate2(address, first.codeId, salt, token(address), 'salted', undefined, {
      admin: address,
      memo: 'salted',
    })
    const elsewhere = createSandbox().chains.neutron.account('alice')
    const predicted = await elsewhere.instantiate(await elsewhere.store(cw20()), token(address), { salt })
    expect(salted.contractAddress).toBe(predicted.address)
    const { contractAddress } = salted
    await client.migrate(address, contractAddress, second.codeId, {})
    await client.updateAdmin(address, contractAddress, plain.contractAddress)
    await expect(client.clearAdmin(address, contractAddress)).rejects.toThrow('can not modify contract: unauthorized')

    const own = (await client.instantiate(address, first.codeId, token(address), 'own', undefined, { admin: address }))
      .contractAddress
    await client.clearAdmin(address, own)
    expect((await client.getContract(own)).admin).toBeUndefined()
    const { events, gasUsed, gasWanted } = await client.executeMultiple(address, [
      { contractAddress: own, msg: { burn: { amount: '1' } } },
      { contractAddress, msg: { burn: { amount: '2' } }, funds: [] },
    ])
    expect(events.filter(({ type }) => type === 'wasm')).toHaveLength(2)
    expect(gasWanted).toBe(50_000_000n)
    expect(gasUsed).toBeLessThan(500_000n)

    expect(await client.getCodes()).toMatchObject([{ id: first.codeId }, { id: second.codeId }])
    expect((await client.getCodeDetails(second.codeId)).data).toEqual(cw20())
    expect(await client.getContracts(first.codeId)).toEqual([plain.contractAddress, own])
    expect([...(await client.getContractsByCreator(address))].sort()).toEqual(
      [plain.contractAddress, contractAddress, own].sort(),
    )
    expect(await client.getContractCodeHistory(contractAddress)).toMatchObject([
      { operation: 'Init', codeId: first.codeId },
      { operation: 'Migrate', codeId: second.codeId },
    ])
    const raw = await client.queryContractRaw(own, new TextEncoder().encode('token_info'))
    expect(JSON.parse(new TextDecoder().decode(raw ?? undefined))).toMatchObject({ total_supply: '999' })
  })

  test('staking', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice', '1000untrn')
    const client = await neutron.client(alice)
    const lab = await alice.deploy(LAB)
    const answer = lab.query<string>({ chain: { request: { staking: { all_validators: {} } } } })
    const validator = (JSON.parse(atob(answer)) as { validators: { address: string }[] }).validators[0]!.address
    const delegated = () => {
      const request = { staking: { all_delegations: { delegator: alice.address } } }
      const { delegations } = JSON.parse(atob(lab.query<string>({ chain: { request } }))) as {
        delegations: { amount: { amount: string } }[]
      }
      return delegations.map(({ amount }) => amount.amount)
    }
    const coin = (amount: string) => ({ denom: 'untrn', amount })

    expect(await client.delegateTokens(alice.address, validator, coin('100'))).toMatchObject({ code: 0 })
    expect(delegated()).toEqual(['100'])
    expect(await client.withdrawRewards(alice.address, validator)).toMatchObject({ code: 0 })
    expect(await client.undelegateTokens(alice.address, validator, coin('40'))).toMatchObject({ code: 0 })
    expect(delegated()).toEqual(['60'])
    expect(neutron.balance(alice, 'untrn')).toBe(900n)
  })

  test('messages of any kind: signed, simulated, sent with and without waiting', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice', '1000untrn')
    const bob = neutron.account('bob')
    const client = await neutron.client(alice)
    const send = {
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: { fromAddress: alice.address, toAddress: bob.address, amount: [{ denom: 'untrn', amount: '10' }] },
    }

    const estimate = await client.simulate(alice.address, [send])
    expect(neutron.balance(bob, 'untrn')).toBe(0n)
    const sent = await client.signAndBroadcast(alice.address, [send])
    // A simulation leaves some steps out; clients add a part to it for them.
    expect(estimate).toBeLessThan(Number(sent.gasUsed))
    expect(estimate * 1.3).toBeGreaterThan(Number(sent.gasUsed))
    const hash = await client.signAndBroadcastSync(alice.address, [send])
    expect(await client.getTx(hash)).toMatchObject({ code: 0 })
    const signed = await client.sign(alice.address, [send])
    const again = await client.broadcastTx(TxRaw.encode(signed).finish())
    expect(again).toMatchObject({ code: 0, gasWanted: 50_000_000n })
    expect(neutron.balance(bob, 'untrn')).toBe(30n)

    expect(await client.getSequence(alice.address)).toMatchObject({ sequence: 3 })
    const found = await client.searchTx(`transfer.recipient='${bob.address}'`)
    expect(found.map(({ hash }) => hash)).toEqual([sent.transactionHash, hash, again.transactionHash])
    await expect(client.broadcastTx(TxRaw.encode(signed).finish())).rejects.toThrow('tx already exists in cache')
  })
})
