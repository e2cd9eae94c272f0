import { Params } from 'cosmjs-types/ibc/applications/transfer/v1/transfer'
import { MsgTransfer, MsgTransferResponse } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { MsgTimeout } from 'cosmjs-types/ibc/core/channel/v1/tx'
import { Order } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { expect, test } from 'vitest'
import { addressText } from '../../../src/chain/address.js'
import { ProtoWriter } from '../../../src/codec/proto.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { bankDenom, escrowAddress } from '../../../src/modules/transfer/index.js'
import { ALICE, setUp, transferSide } from '../transfer/sides.js'
import { ackOf, attribute, packetOf } from './pair.js'

type Chain = ReturnType<typeof transferSide>

function send(from: Chain, channelId: string, denom: string, amount: bigint, receiver: string, timeoutHeight: bigint) {
  const { data, events } = from.side.run(MsgTransfer, {
    sourcePort: 'transfer',
    sourceChannel: channelId,
    token: { denom, amount: String(amount) },
    sender: from.alice,
    receiver,
    timeoutHeight: { revisionNumber: from.side.prefix === 'neutron' ? 7n : 1n, revisionHeight: timeoutHeight },
    timeoutTimestamp: 0n,
    memo: '',
    encoding: '',
  })
  return { sequence: MsgTransferResponse.decode(data).sequence, packet: packetOf(events) }
}

test('tokens go out as vouchers and come home from escrow', () => {
  const { a, b, pair, channels } = setUp()
  const out = send(a, channels.a, 'untrn', 300n, b.alice, 1000n)
  expect(out.sequence).toBe(1n)
  expect(a.balance(ALICE)).toBe(700n)
  expect(a.balance(escrowAddress('transfer', channels.a))).toBe(300n)
  const received = pair.receive(b.side, out.packet)
  expect(Buffer.from(ackOf(received.events)).toString()).toBe('{"result":"AQ=="}')
  const voucher = bankDenom({ base: 'untrn', trace: [{ portId: 'transfer', channelId: channels.b }] })
  expect(b.balance(ALICE, voucher)).toBe(300n)
  pair.acknowledge(a.side, out.packet, ackOf(received.events))
  const back = send(b, channels.b, voucher, 100n, a.alice, 1000n)
  expect(b.supply(voucher)).toBe(200n)
  const home = pair.receive(a.side, back.packet)
  expect(attribute(home.events, 'fungible_token_packet', 'success')).toBe('true')
  pair.acknowledge(b.side, back.packet, ackOf(home.events))
  expect(a.balance(ALICE)).toBe(800n)
  expect(a.balance(escrowAddress('transfer', channels.a))).toBe(200n)
})

test('a packet that nobody received in time is refunded, once', () => {
  const { a, b, pair, channels } = setUp()
  const timeout = BigInt(b.side.app.last.height + 3)
  const { packet } = send(a, channels.a, 'untrn', 300n, b.alice, timeout)
  for (let i = 0; i < 4; i++) pair.tick()
  expect(() => pair.receive(b.side, packet)).toThrow(/packet timeout elapsed: current height: 7-\d+, timeout height 7-/)
  const message = pair.timeoutMessage(a.side, packet, Order.ORDER_UNORDERED)
  a.side.run(MsgTimeout, message)
  expect(a.balance(ALICE)).toBe(1000n)
  const again = a.side.run(MsgTimeout, message)
  expect(again.events).toEqual([])
  expect(a.balance(ALICE)).toBe(1000n)
})

test('an error of the receiver writes nothing there, and its acknowledgement refunds the sender', () => {
  const { a, b, pair, channels } = setUp()
  const { packet } = send(a, channels.a, 'untrn', 300n, 'nobody', 1000n)
  const received = pair.receive(b.side, packet)
  expect(Buffer.from(ackOf(received.events)).toString()).toBe(
    '{"error":"ABCI code: 5: error handling packet: see events for details"}',
  )
  expect(attribute(received.events, 'ibccallbackerror-fungible_token_packet', 'ibccallbackerror-error')).toBe(
    'failed to decode receiver address: nobody: invalid address',
  )
  pair.acknowledge(a.side, packet, ackOf(received.events))
  expect(a.balance(ALICE)).toBe(1000n)
  expect(a.balance(escrowAddress('transfer', channels.a))).toBe(0n)
})

test('the module exports what it imports', () => {
  const { a, b, pair, channels } = setUp()
  const { packet } = send(b, channels.b, 'uatom', 5n, a.alice, 1000n)
  pair.receive(a.side, packet)
  const states = a.side.app.exportGenesis()
  const again = transferSide('chain-a-1', 'neutron', 'unused')
  again.side.app.runInBlock((ctx) => {
    for (const name of ['ibc', 'transfer'])
      again.side.app.config.modules.find((module) => module.name === name)!.initGenesis!(ctx, states[name]!)
  })
  const copy = again.side.app.exportGenesis()
  expect(copy['transfer']).toEqual(states['transfer'])
  expect(copy['ibc']).toEqual(states['ibc'])
  expect(states['transfer']).toMatchObject({
    denoms: [{ base: 'uatom', trace: [{ port_id: 'transfer', channel_id: channels.a }] }],
  })
})

const UPDATE_PARAMS = {
  typeUrl: '/ibc.applications.transfer.v1.MsgUpdateParams',
  encode: (message: ProtoWriter) => message,
}

test('module accounts and blocked accounts receive nothing, and refused transfers are refunded', () => {
  const { a, b, pair, channels } = setUp()
  const escrowed = () => (a.side.app.exportGenesis()['transfer'] as { total_escrowed: unknown }).total_escrowed
  const refused = (receiver: string): string => {
    const { packet } = send(a, channels.a, 'untrn', 300n, receiver, 1000n)
    expect(escrowed()).toEqual([{ denom: 'untrn', amount: '300' }])
    const { events } = pair.receive(b.side, packet)
    pair.acknowledge(a.side, packet, ackOf(events))
    expect([escrowed(), a.balance(ALICE)]).toEqual([[], 1000n])
    return attribute(events, 'ibccallbackerror-fungible_token_packet', 'ibccallbackerror-error')
  }
  const gov = addressText('cosmos', moduleAddress('gov'))
  expect(refused(gov)).toBe(`${gov} is not allowed to receive funds: unauthorized`)
  const closed = Params.encode({ sendEnabled: true, receiveEnabled: false }).finish()
  b.side.run(UPDATE_PARAMS, new ProtoWriter().string(1, gov).message(2, closed))
  expect(refused(b.alice)).toMatch(/disabled/)
  expect(() => send(a, channels.a, 'uatom', (1n << 256n) - 1n, b.alice, 1000n)).toThrow(
    'empty spendable balance for uatom',
  )
})
