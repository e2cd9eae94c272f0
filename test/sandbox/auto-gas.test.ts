import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { GasPrice, SigningStargateClient } from '@cosmjs/stargate'
import { expect, test } from 'sudobox/vitest'

const COINS = [{ denom: 'untrn', amount: '5' }]

test("the client in the process gives 'auto' 1.6 times the simulated gas", async ({ neutron }) => {
  const alice = neutron.account('alice', '1000untrn')
  const client = await neutron.client(alice)
  const value = { fromAddress: alice.address, toAddress: alice.address, amount: COINS }
  const send = { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }
  const simulated = await client.simulate(alice.address, [send], '')
  const sent = await client.sendTokens(alice.address, alice.address, COINS, 'auto')
  expect(sent.code).toBe(0)
  expect(Number(sent.gasWanted)).toBe(Math.ceil(simulated * 1.6))
})

test('a client over a port that pays a fee needs more than 1.4 times on Neutron, and the error says so', async ({
  neutron,
  sandbox,
}) => {
  const alice = neutron.account('alice', '1000000000untrn')
  const bob = neutron.account('bob')
  const { urls } = await sandbox.serve()
  const wallet = await DirectSecp256k1Wallet.fromKey(alice.privateKey, 'neutron')
  const client = await SigningStargateClient.connectWithSigner(urls.neutron!.rpc, wallet, {
    gasPrice: GasPrice.fromString('0.0053untrn'),
    broadcastPollIntervalMs: 20,
  })
  expect((await client.sendTokens(alice.address, bob.address, COINS, 1.6)).code).toBe(0)
  const low = await client.sendTokens(alice.address, bob.address, COINS, 'auto')
  expect(low).toMatchObject({ code: 11 })
  expect(neutron.resultOf(low.transactionHash).hints).toEqual([
    "right, for a client: 1.6 times the simulated gas for small messages; 'auto' of cosmjs takes 1.4 times",
  ])
  client.disconnect()
})
