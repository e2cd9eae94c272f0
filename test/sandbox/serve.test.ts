import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { expect, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/index.js'

const LAB = readFileSync(join(import.meta.dirname, '../../contracts/artifacts/cw20_base.wasm'))
const FEE = { amount: [], gas: '10000000' }

test('a sandbox serves its chains; incoming transactions are signed, logged, named and undone by restore', async () => {
  const sandbox = createSandbox()
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice', '5000untrn')
  const { urls } = await sandbox.serve()
  expect(Object.keys(urls)).toEqual(['neutron', 'hub'])
  const wallet = await DirectSecp256k1Wallet.fromKey(neutron.host.keyOf('alice').privateKey, 'neutron')
  const client = await SigningCosmWasmClient.connectWithSigner(urls['neutron']!.rpc, wallet, {
    broadcastPollIntervalMs: 20,
  })
  const before = await sandbox.snapshot()
  const { codeId } = await client.upload(alice.address, LAB, FEE)
  const init = {
    name: 'Token',
    symbol: 'TOK',
    decimals: 6,
    initial_balances: [{ address: alice.address, amount: '9' }],
  }
  const { contractAddress } = await client.instantiate(alice.address, codeId, init, 'token', FEE)
  expect(neutron.addressOf('token')).toBe(contractAddress)
  expect(sandbox.log.map(({ action }) => action).slice(-2)).toEqual(['rawTx', 'rawTx'])

  const stranger = await DirectSecp256k1Wallet.fromKey(new Uint8Array(32).fill(7), 'neutron')
  const [other] = await stranger.getAccounts()
  const thief = await SigningCosmWasmClient.connectWithSigner(urls['neutron']!.rpc, stranger)
  await expect(
    thief.sendTokens(other!.address, other!.address, [{ denom: 'untrn', amount: '1' }], FEE),
  ).rejects.toThrow(/does not exist on chain/)

  await sandbox.restore(before)
  expect(await client.getContracts(codeId).catch(() => [])).toEqual([])
  expect(await client.getSequence(alice.address)).toMatchObject({ sequence: 0 })
  expect((await client.upload(alice.address, LAB, FEE)).codeId).toBe(1)

  const evm = async () =>
    (await (
      await fetch(urls['neutron']!.evm!, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}',
      })
    ).json()) as { result: string }
  expect((await evm()).result).toMatch(/^0x/)
  await sandbox.restore(before)
  expect((await evm()).result).toMatch(/^0x/)

  client.disconnect()
  await sandbox.close()
  await expect(fetch(urls['neutron']!.rpc)).rejects.toThrow()
})
