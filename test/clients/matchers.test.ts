import { readFileSync } from 'node:fs'
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

test('results and errors of clients are looked up by their hash', async ({ neutron }) => {
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
    /toSucceed\(\) needs the result of a transaction/,
  )
})
