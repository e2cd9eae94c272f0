import { Order } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import { getChannel } from '../../../src/modules/ibc/index.js'
import { channelStateText } from '../../../src/modules/ibc/channels/state.js'
import { ackOf, Echo, packetOf, Pair, newSide } from './pair.js'

export function echoPair(ordering = Order.ORDER_UNORDERED) {
  const apps = { a: new Echo(), b: new Echo() }
  const a = newSide('chain-a-1', 'neutron', { applications: { echo: apps.a } })
  const b = newSide('chain-b-7', 'cosmos', { applications: { echo: apps.b } })
  const pair = new Pair(a, b).createClients()
  const connections = pair.connect()
  const channels = pair.openChannel(connections, 'echo', 'echo-1', ordering)
  return { pair, a, b, apps, connections, channels }
}

test('a handshake over real proofs opens a connection and a channel on both chains, and a packet goes there and back', () => {
  const { pair, a, b, apps, channels } = echoPair()
  for (const [side, id] of [
    [a, channels.a],
    [b, channels.b],
  ] as const)
    expect(channelStateText(getChannel(side.app.queryContext(), 'echo', id)!.state)).toBe('STATE_OPEN')
  const sent = a.app.runInBlock((ctx) => {
    a.ibc.packets.send(ctx, 'echo', channels.a, { revisionNumber: 7n, revisionHeight: 1000n }, 0n, toUtf8('hello'))
    return packetOf(ctx.events.events)
  })
  const received = pair.receive(b, sent)
  expect(received.events.map(({ type }) => type)).toEqual([
    'recv_packet',
    'message',
    'echo',
    'write_acknowledgement',
    'message',
  ])
  const acked = pair.acknowledge(a, sent, ackOf(received.events))
  expect(acked.events.map(({ type }) => type)).toEqual(['acknowledge_packet', 'message'])
  expect(apps.a.heard).toEqual(['open ack', 'ack 1'])
  expect(apps.b.heard).toEqual(['open confirm', 'packet 1'])
})
