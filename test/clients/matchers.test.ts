import { readFileSync } from 'node:fs'
import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { GasPrice, type StdFee } from '@cosmjs/stargate'
import { createSandbox } from 'sudobox'
import { expect, test } from 'sudobox/vitest'
import { Cw20BaseClient } from './Cw20Base.client'

const TOKEN = 'contracts/artifacts/cw20_base.wasm'

/** What a matcher says that does not hold. */
const refusal = async (run: () => unknown): Promise<string> => {
  try {
    await run()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error('it held')
}

test('results and errors of clients have the transaction behind them', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const bob = neutron.account('bob')
  const initial_balances = [{ address: alice.address, amount: '100' }]
  const contract = await alice.deploy(TOKEN, { name: 'Token', symbol: 'TOK', decimals: 6, initial_balances })
  const client = await neutron.client(alice)
  const token = new Cw20BaseClient(client, alice.address, contract.address)
  const move = (amount: string) => token.transfer({ recipient: bob.address, amount })

  const sent = await move('30')
  expect(sent).toSucceed()
  expect(sent).toEmit('wasm', { action: 'transfer', to: bob.address, amount: '30' })
  expect(sent).toUseGas({ max: 1_000_000n })
  expect(await refusal(() => expect(sent).toEmit('wasm', { amount: '31' }))).toMatch(
    /the most similar event is {2}wasm \{.*\n {2}✗ amount: expected 31, but it is 30\n.*execute cw20_base \{"transfer"/s,
  )
  await expect(move('71')).rejects.toFailWith({ codespace: 'wasm', code: 5, message: /Cannot Sub/ })
  expect(await refusal(() => expect(move('71')).rejects.toFailWith({ code: 6 }))).toMatch(
    /to fail with code 6, but it failed with codespace wasm, code 5.*execute cw20_base \{"transfer".*✗ .*Cannot Sub/s,
  )
  // cosmjs itself.
  const uploaded = await client.upload(alice.address, new Uint8Array(readFileSync(TOKEN)))
  expect(uploaded).toEmit('store_code', { code_id: '2' })
  const coins = [{ denom: 'untrn', amount: '5' }]
  await expect(client.sendTokens(alice.address, bob.address, coins)).resolves.toFailWith({ codespace: 'sdk', code: 5 })
  // A hash that nobody here sent.
  expect(await refusal(() => expect({ transactionHash: 'AB' }).toSucceed())).toMatch(
    /toSucceed\(\) needs the result of a transaction.*right: expect\(neutron\.resultOf\(sent\)\)\.toSucceed\(…\)/s,
  )
  expect(await refusal(() => neutron.resultOf({ transactionHash: 'AB' }))).toMatch(
    /neutron knows no transaction of a client for this value/,
  )
})

/** A sandbox in which alice's token has this name, and a client of hers. Its transactions have the same hashes in all of them. */
async function shop(name: string) {
  const sandbox = createSandbox()
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice')
  const contract = await alice.deploy(TOKEN, { name, symbol: 'TOK', decimals: 6, initial_balances: [] })
  const client = await neutron.client(alice)
  const fail = (fee: 'auto' | undefined, spender = alice.address) =>
    client
      .execute(alice.address, contract.address, { increase_allowance: { spender, amount: '1' } }, fee)
      .catch((thrown: unknown) => thrown)
  return { sandbox, neutron, alice, contract, client, fail }
}

test('equal transactions of two sandboxes each have the result of their own', async () => {
  const [one, two] = [await shop('One'), await shop('Two')]
  const [first, second] = [await one.fail(undefined), await two.fail(undefined)]
  expect((first as Error).message).toBe((second as Error).message)
  expect(one.neutron.resultOf(first).trace).not.toBe(two.neutron.resultOf(second).trace)
  for (const [sent, { neutron }] of [[first, one] as const, [second, two] as const]) {
    const hash = /[0-9A-F]{64}/.exec((sent as Error).message)![0]
    expect(neutron.resultOf(sent)).toBe(neutron.resultOf(hash))
    expect(sent).toFailWith({ codespace: 'wasm', message: /Cannot set to own account/ })
  }
  // Another chain does not know it.
  const hash = one.neutron.resultOf(first).hash
  expect(() => one.sandbox.chains.hub.resultOf(hash)).toThrow(/hub knows no transaction of a client/)

  // Refused simulations have equal texts too, also those of one client at the same time.
  const refused = await Promise.all([one.fail('auto'), two.fail('auto'), one.fail('auto')])
  const results = [one, two, one].map(({ neutron }, i) => neutron.resultOf(refused[i]))
  expect(new Set(results).size).toBe(3)
  for (const sent of refused) expect(sent).toFailWith({ message: /Cannot set to own account/ })
  await one.sandbox.close()
  await two.sandbox.close()
})

test('resultOf() finds what a client over a port sent', async ({ sandbox, neutron }) => {
  const alice = neutron.account('alice', '100untrn')
  const { urls } = await sandbox.serve()
  const wallet = await DirectSecp256k1Wallet.fromKey(neutron.host.keyOf('alice').privateKey, 'neutron')
  const client = await SigningCosmWasmClient.connectWithSigner(urls['neutron'].rpc, wallet, {
    broadcastPollIntervalMs: 20,
    gasPrice: GasPrice.fromString('0untrn'),
  })
  const send = (amount: string, fee: 'auto' | StdFee) =>
    client
      .sendTokens(alice.address, alice.address, [{ denom: 'untrn', amount }], fee)
      .catch((thrown: unknown) => thrown)
  const fee = { amount: [], gas: '200000' }
  expect(neutron.resultOf(await send('5', fee))).toSucceed()
  expect(neutron.resultOf(await send('5000', fee))).toFailWith({ codespace: 'sdk', code: 5 })
  expect(neutron.resultOf(await send('5000', 'auto'))).toFailWith({ codespace: 'sdk', code: 5 })
  client.disconnect()
})
