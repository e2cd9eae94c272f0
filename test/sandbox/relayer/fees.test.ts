import { MsgTransferResponse } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { TxMsgData } from 'cosmjs-types/cosmos/base/abci/v1beta1/abci'
import { protoString, protoUint64, readProto } from '../../../src/codec/proto.js'
import { expect, test } from '../../../src/vitest/index.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const coin = (amount: number) => [{ denom: 'untrn', amount: String(amount) }]
const FEE = { recv_fee: [], ack_fee: coin(1500), timeout_fee: coin(2500) }

test('a contract pays the relayer that ends its packet, and gets the other fee back', async ({ sandbox }) => {
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '1000000untrn')
  const bob = hub.account('bob')
  const lab = await alice.deploy(LAB, {})
  await alice.transfer(lab, '100000untrn')
  await sandbox.relayer.updateClient('neutron')
  const relayer = neutron.account('relayer')
  const send = (fee: object) =>
    alice.execute(lab, {
      transfer: { channel: 'channel-0', to: bob.address, amount: '100', timeout_seconds: 600, fee },
    })
  const balances = () => [neutron.balance(lab, 'untrn'), neutron.balance(relayer, 'untrn')]
  const [labBefore, relayerBefore] = balances() as [bigint, bigint]

  const locked = await send(FEE)
  expect(locked).toEmit('send_packet', { packet_sequence: '1' })
  expect(balances()).toEqual([labBefore - 4100n, relayerBefore])
  const [, acknowledged] = await sandbox.relayer.relay()
  expect(acknowledged!.events.map(({ type }) => type)).toContain('distribute_ack_fee')
  expect(balances()).toEqual([labBefore - 1600n, relayerBefore + 1500n])

  await send(FEE)
  await hub.skipPastTimeout()
  const [timeout] = await sandbox.relayer.relay()
  expect(timeout!.events.map(({ type }) => type)).toContain('distribute_timeout_fee')
  expect(balances()).toEqual([labBefore - 1600n - 2500n, relayerBefore + 1500n + 2500n])

  await expect(send({ ...FEE, recv_fee: coin(1) })).rejects.toThrow(/recv fee|fee/)
  expect(neutron.failures()).toEqual([])
})

test('a transfer answers with sequence and channel on Neutron, with the sequence alone elsewhere', async ({
  sandbox,
}) => {
  const { neutron, hub } = sandbox.chains
  const [alice, bob] = [neutron.account('alice', '10untrn'), hub.account('bob', '10uatom')]
  const here = TxMsgData.decode((await alice.ibcTransfer(bob, '1untrn')).data).msgResponses[0]!
  expect(here.typeUrl).toBe('/neutron.transfer.MsgTransferResponse')
  const fields = readProto(here.value)
  expect([protoUint64(fields, 1), protoString(fields, 2)]).toEqual([1n, 'channel-0'])
  const there = TxMsgData.decode((await bob.ibcTransfer(alice, '1uatom')).data).msgResponses[0]!
  expect([there.typeUrl, MsgTransferResponse.decode(there.value).sequence]).toEqual([
    '/ibc.applications.transfer.v1.MsgTransferResponse',
    1n,
  ])
  await expect(bob.ibcTransfer(alice, '1uatom', { relayerFee: { ack: '1uatom' } })).rejects.toThrow(
    /accepts no relayer fees/,
  )
  await expect(alice.ibcTransfer(bob, '1untrn,1uatom')).rejects.toThrow('a transfer sends exactly one coin')
})

test("the relayer pays what the chain's gas costs", async ({ sandbox }) => {
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '10untrn')
  neutron.setParams('globalfee', {
    minimum_gas_prices: [{ denom: 'untrn', amount: '0.0025' }],
    bypass_min_fee_msg_types: [],
  })
  await alice.ibcTransfer(hub.account('bob'), '1untrn', { fee: '125000untrn' }).catch(() => {})
  await hub.account('bob', '5uatom').ibcTransfer(alice, '5uatom')
  const [received] = await sandbox.relayer.relay({ gasLimit: 2_000_000n })
  expect(received).toEmit('tx', { fee: '5000untrn' })
})
