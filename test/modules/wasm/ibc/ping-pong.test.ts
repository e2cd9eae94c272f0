import { Order, State } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { MsgChannelOpenInit } from 'cosmjs-types/ibc/core/channel/v1/tx'
import { expect, test } from 'vitest'
import { fromUtf8, toBase64, toUtf8 } from '../../../../src/base/bytes.js'
import type { Event } from '../../../../src/chain/events.js'
import { Linked, newHub, newNeutron, type LinkedSide } from '../../ibc/linked.js'
import { ackOf, attribute, packetOf } from '../../ibc/pair.js'

interface Heard {
  readonly entry: string
  readonly message: Record<string, never>
}

const heard = (side: LinkedSide, contract: string): readonly Heard[] =>
  side
    .query<{ heard: readonly { entry: string; message: string }[] }>(contract, { heard: {} })
    .heard.map(({ entry, message }) => ({ entry, message: JSON.parse(message) as Record<string, never> }))
const entries = (side: LinkedSide, contract: string): readonly string[] =>
  heard(side, contract).map(({ entry }) => entry)

const ask = (side: LinkedSide, contract: string, request: object): unknown => {
  const answer = side.query<string>(contract, { chain: { request: toBase64(toUtf8(JSON.stringify(request))) } })
  return JSON.parse(Buffer.from(answer, 'base64').toString())
}

const init = (
  side: LinkedSide,
  contract: string,
  other: string,
  connection: string,
  ordering: Order,
  version: string,
) =>
  side.run(MsgChannelOpenInit, {
    portId: `wasm.${contract}`,
    channel: {
      state: State.STATE_INIT,
      ordering,
      counterparty: { portId: `wasm.${other}`, channelId: '' },
      connectionHops: [connection],
      version,
    },
    signer: side.relayer,
  })

function setUp(ordering = Order.ORDER_UNORDERED) {
  const [neutron, hub] = [newNeutron(), newHub()]
  const linked = new Linked(neutron, hub)
  const [ping, pong] = [neutron.deploy('ping_pong', {}), hub.deploy('ping_pong', {})]
  const { events } = init(neutron, ping, pong, linked.connections.a, ordering, 'ping-pong-1')
  const channel = attribute(events, 'channel_open_init', 'channel_id')
  const other = linked.finishOpening(neutron, `wasm.${ping}`, channel)
  const send = (packet: object, timeout = 600) =>
    neutron.execute(ping, { send: { channel_id: channel, packet, timeout_seconds: timeout } })
  return { neutron, hub, linked, ping, pong, channel, other, send }
}

const received = (events: readonly Event[], type = 'ibc_packet_received') =>
  Object.fromEntries(events.find((event) => event.type === type)?.attributes ?? [])

test('two contracts open a channel and play until the count is zero', () => {
  const { neutron, hub, linked, ping, pong, channel, other, send } = setUp()
  expect(entries(neutron, ping)).toEqual(['ibc_channel_open', 'ibc_channel_connect'])
  expect(heard(hub, pong)[0]!.message).toEqual({
    open_try: {
      channel: {
        endpoint: { port_id: `wasm.${pong}`, channel_id: other },
        counterparty_endpoint: { port_id: `wasm.${ping}`, channel_id: channel },
        order: 'ORDER_UNORDERED',
        version: 'ping-pong-1',
        connection_id: 'connection-0',
      },
      counterparty_version: 'ping-pong-1',
    },
  })
  const ball = { channel: { endpoint: { port_id: `wasm.${ping}`, channel_id: channel } } }
  expect(ask(neutron, ping, { ibc: { port_id: {} } })).toEqual({ port_id: `wasm.${ping}` })
  expect(ask(neutron, ping, { ibc: { channel: { channel_id: channel } } })).toMatchObject(ball)
  expect(ask(neutron, ping, { ibc: { list_channels: {} } })).toMatchObject({ channels: [ball.channel] })
  expect(ask(neutron, ping, { ibc: { channel: { channel_id: 'channel-77' } } })).toEqual({})

  let { events } = send({ ping: { rally: 3 } }) as { events: readonly Event[] }
  for (const side of [hub, neutron, hub, neutron]) {
    const packet = packetOf(events)
    const answer = linked.receive(side, packet)
    expect(fromUtf8(ackOf(answer.events))).toBe('"pong"')
    expect(received(answer.events)).toEqual({
      module: 'wasm',
      _contract_address: side === hub ? pong : ping,
      success: 'true',
    })
    linked.acknowledge(side === hub ? neutron : hub, packet, ackOf(answer.events))
    if (answer.events.some(({ type }) => type === 'send_packet')) events = answer.events
  }
  expect(entries(neutron, ping).slice(2)).toEqual([
    'ibc_packet_ack',
    'ibc_packet_receive',
    'ibc_packet_ack',
    'ibc_packet_receive',
  ])
  expect(heard(neutron, ping)[2]!.message).toMatchObject({
    acknowledgement: { data: toBase64(toUtf8('"pong"')) },
    original_packet: { sequence: 1, timeout: { block: null } },
    relayer: neutron.relayer,
  })
})

test('an error is returned as the contract wrote it, that of a message redacted; neither leaves any writes', () => {
  const { hub, linked, pong, send } = setUp()
  const before = entries(hub, pong)
  const failed = linked.receive(hub, packetOf(send({ fail: { text: 'out!' } }).events))
  expect(fromUtf8(ackOf(failed.events))).toBe('{"error":"kind: Other, error: out!"}')
  expect(received(failed.events, 'ibccallbackerror-ibc_packet_received')).toEqual({
    'ibccallbackerror-module': 'wasm',
    'ibccallbackerror-_contract_address': pong,
    'ibccallbackerror-success': 'false',
  })
  const overspent = linked.receive(hub, packetOf(send({ overspend: {} }).events))
  expect(fromUtf8(ackOf(overspent.events))).toBe(
    '{"error":"ABCI error: sdk/5: error handling packet: see events for details"}',
  )
  expect(received(overspent.events, 'ibccallbackerror-ibc_packet_received')['ibccallbackerror-error']).toBe(
    'spendable balance 0unobtainium is smaller than 1unobtainium: insufficient funds',
  )
  expect(entries(hub, pong)).toEqual(before)
  const panicking = packetOf(send({ panic: {} }).events)
  expect(() => linked.receive(hub, panicking)).toThrow(/^Error calling the VM: [^]*told to panic/)
  expect(entries(hub, pong)).toEqual(before)
})

test('a contract acknowledges later, once', () => {
  const { neutron, hub, linked, ping, pong, other, send } = setUp()
  const packet = packetOf(send({ later: {} }).events)
  const { events } = linked.receive(hub, packet)
  expect(events.map(({ type }) => type)).not.toContain('write_acknowledgement')
  expect(received(events)).toMatchObject({ success: 'true' })
  const acknowledge = (sequence: number) =>
    hub.execute(pong, { acknowledge: { channel_id: other, sequence, ack: toBase64(toUtf8('{"result":"AQ=="}')) } })
  expect(() => acknowledge(2)).toThrow('packet: invalid')
  linked.acknowledge(neutron, packet, ackOf(acknowledge(1).events))
  expect(() => acknowledge(1)).toThrow('packet: invalid')
  expect(entries(neutron, ping).at(-1)).toBe('ibc_packet_ack')
})

test('a contract refuses a channel or names its version, hears of a timeout, and closes', () => {
  const { neutron, hub, linked, ping, pong, channel, other, send } = setUp(Order.ORDER_ORDERED)
  hub.execute(pong, { configure: { refuse: 'not today' } })
  expect(() => init(hub, pong, ping, 'connection-0', Order.ORDER_UNORDERED, 'x')).toThrow(
    `channel open init callback failed for port ID: wasm.${pong}, channel ID: channel-1: kind: Other, error: not today: execute wasm contract failed`,
  )
  hub.execute(pong, { configure: { version: 'mine' } })
  const opened = init(hub, pong, ping, 'connection-0', Order.ORDER_UNORDERED, 'x')
  expect(attribute(opened.events, 'channel_open_init', 'version')).toBe('mine')

  const late = packetOf(send({ ping: { rally: 0 } }, 10).events)
  for (let i = 0; i < 3; i++) linked.tick()
  linked.timeOut(neutron, late, Order.ORDER_ORDERED, 1n)
  expect(entries(neutron, ping).at(-1)).toBe('ibc_packet_timeout')
  expect(neutron.state(`wasm.${ping}`, channel)).toBe(State.STATE_CLOSED)
  linked.confirmClosed(hub, `wasm.${pong}`, other)
  expect(heard(hub, pong).at(-1)).toMatchObject({ entry: 'ibc_channel_close', message: { close_confirm: {} } })

  const again = attribute(
    init(neutron, ping, pong, 'connection-0', Order.ORDER_UNORDERED, 'v').events,
    'channel_open_init',
    'channel_id',
  )
  linked.finishOpening(neutron, `wasm.${ping}`, again)
  neutron.execute(ping, { close: { channel_id: again } })
  expect(heard(neutron, ping).at(-1)).toMatchObject({ entry: 'ibc_channel_close', message: { close_init: {} } })
  expect(neutron.state(`wasm.${ping}`, again)).toBe(State.STATE_CLOSED)
})
