import { expect, test } from 'vitest'
import { addressText } from '../../src/chain/address.js'
import { NO_FEE } from '../../src/codec/neutron/feerefunder.js'
import { MSG_TRANSFER, MsgTransfer } from '../../src/codec/neutron/transfer.js'
import { bankDenom } from '../../src/modules/transfer/index.js'
import { protoString, protoUint64, readProto } from '../../src/codec/proto.js'
import { ackOf, packetOf, Pair, Side } from '../modules/ibc/pair.js'
import { newHubApp, newNeutronApp } from './chains.js'

const ALICE = new Uint8Array(20).fill(1)

test("Neutron's tokens go to the hub as vouchers; its answer names sequence and channel, and a person pays no fee for relayers", () => {
  const neutron = newNeutronApp()
  const hub = newHubApp()
  const [a, b] = [new Side(neutron.baseApp, neutron.ibc.core), new Side(hub.baseApp, hub.ibc.core)]
  const pair = new Pair(a, b).createClients()
  const channels = pair.openChannel(pair.connect(), 'transfer', 'ics20-1')
  neutron.runInBlock((ctx) => neutron.mint(ctx, ALICE, [{ denom: 'untrn', amount: 100n }]))
  const sent = a.run<MsgTransfer>(
    { typeUrl: MSG_TRANSFER, encode: (msg) => ({ finish: () => MsgTransfer.encode(msg).finish() }) },
    {
      sourcePort: 'transfer',
      sourceChannel: channels.a,
      token: { denom: 'untrn', amount: 40n },
      sender: addressText('neutron', ALICE),
      receiver: addressText('cosmos', ALICE),
      timeoutHeight: { revisionNumber: 4n, revisionHeight: 1000n },
      timeoutTimestamp: 0n,
      memo: '',
      fee: NO_FEE,
    },
  )
  const response = readProto(sent.data)
  expect([protoUint64(response, 1), protoString(response, 2)]).toEqual([1n, channels.a])
  const received = pair.receive(b, packetOf(sent.events))
  pair.acknowledge(a, packetOf(sent.events), ackOf(received.events))
  const voucher = bankDenom({ base: 'untrn', trace: [{ portId: 'transfer', channelId: channels.b }] })
  expect(hub.balances(addressText('cosmos', ALICE))).toEqual([{ denom: voucher, amount: 40n }])
  expect(neutron.balances(addressText('neutron', ALICE))).toEqual([{ denom: 'untrn', amount: 60n }])
})
