import { Order } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { MsgAcknowledgement, MsgRecvPacket, MsgTimeout } from 'cosmjs-types/ibc/core/channel/v1/tx'
import { expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import { echoPair, refusal } from './echo-pair.js'
import { ackOf } from './pair.js'

test('a packet names both ends as the channel has them, whoever brings it', () => {
  const { pair, a, b, send } = echoPair()
  const packet = send()
  const message = pair.receiveMessage(b, packet)
  expect(refusal(() => b.run(MsgRecvPacket, { ...message, packet: { ...packet, sourcePort: 'other' } }))).toBe(
    "channel/13 receive packet verification failed: packet source port doesn't match the counterparty's port (other ≠ echo): invalid packet",
  )
  const ack = pair.acknowledgeMessage(a, packet, ackOf(b.run(MsgRecvPacket, message).events))
  for (const [change, what] of [
    [{ destinationPort: 'other' }, "port doesn't match the counterparty's port (other ≠ echo)"],
    [{ destinationChannel: 'channel-9' }, "channel doesn't match the counterparty's channel (channel-9 ≠ channel-0)"],
  ] as const) {
    const bent = { ...packet, ...change }
    expect(refusal(() => a.run(MsgAcknowledgement, { ...ack, packet: bent }))).toBe(
      `channel/13 acknowledge packet verification failed: packet destination ${what}: invalid packet`,
    )
    const timeout = { packet: bent, proofUnreceived: toUtf8('proof'), nextSequenceRecv: 1n, signer: a.relayer }
    expect(refusal(() => a.run(MsgTimeout, { ...timeout, proofHeight: ack.proofHeight }))).toBe(
      `channel/13 timeout packet verification failed: packet destination ${what}: invalid packet`,
    )
  }
})

test('a received ordered packet cannot be timed out: the next sequence proves the receipt', () => {
  const { pair, a, b, send } = echoPair(Order.ORDER_ORDERED)
  const packet = send('1', BigInt(b.app.last.height + 6))
  pair.receive(b, packet)
  while (b.app.last.height < Number(packet.timeoutHeight.revisionHeight)) pair.tick()
  expect(refusal(() => a.run(MsgTimeout, pair.timeoutMessage(a, packet, Order.ORDER_ORDERED, 2n)))).toBe(
    'channel/19 timeout packet verification failed: packet already received, next sequence receive > packet sequence (2 > 1): packet already received',
  )
})

test('an ordered packet is received once, and acknowledgements come in order', () => {
  const { pair, a, b, apps, send } = echoPair(Order.ORDER_ORDERED)
  const packets = [send('1'), send('2')]
  const acks = packets.map((packet) => ackOf(pair.receive(b, packet).events))
  const again = pair.receiveMessage(b, packets[0]!)
  expect(b.run(MsgRecvPacket, again)).toMatchObject({ data: Uint8Array.of(8, 1), events: [] })
  expect(apps.b.heard).toEqual(['open confirm', 'packet 1', 'packet 2'])
  expect(refusal(() => pair.acknowledge(a, packets[1]!, acks[1]!))).toBe(
    'channel/21 acknowledge packet verification failed: packet sequence ≠ next ack sequence (2 ≠ 1): packet sequence is out of order',
  )
  pair.acknowledge(a, packets[0]!, acks[0]!)
  pair.acknowledge(a, packets[1]!, acks[1]!)
  expect(apps.a.heard).toEqual(['open ack', 'ack 1', 'ack 2'])
})

test('nothing is sent through a client that has expired', () => {
  const { a, send } = echoPair()
  a.nextBlock(a.app.last.time + 1_209_600_000_000_000n)
  expect(refusal(() => send())).toMatch(
    /^client\/29 cannot send packet using client \(07-tendermint-0\) with status Expired: client state is not active$/,
  )
})

test('a packet is acknowledged once, and not by nothing', () => {
  const { pair, b, send } = echoPair()
  const packet = send()
  const write = (bytes: Uint8Array, sequence = packet.sequence) =>
    b.app.runInBlock((ctx) =>
      b.ibc.packets.writeAcknowledgement(ctx, { ...packet, sequence }, { success: true, bytes }),
    )
  pair.receive(b, packet)
  expect(refusal(() => write(toUtf8('again')))).toBe('channel/17 acknowledgement for packet already exists')
  expect(refusal(() => write(new Uint8Array(0), 9n))).toBe(
    'channel/16 acknowledgement cannot be empty: invalid acknowledgement',
  )
  expect(refusal(() => write(toUtf8('first'), 9n))).toBe('nothing was refused')
  expect(refusal(() => write(toUtf8('again'), 9n))).toBe('channel/17 acknowledgement for packet already exists')
})
