import { Order } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { expect, test } from 'vitest'
import { fromUtf8 } from '../../../../src/base/bytes.js'
import { FiniteGasMeter, OutOfGasPanic } from '../../../../src/chain/gas.js'
import {
  MSG_TRANSFER,
  MsgTransfer,
  type MsgTransfer as NeutronTransfer,
} from '../../../../src/codec/neutron/transfer.js'
import { NO_FEE } from '../../../../src/codec/neutron/feerefunder.js'
import { parseCoins } from '../../../../src/codec/coins.js'
import { bankDenom } from '../../../../src/modules/transfer/index.js'
import { Linked, newHub, newNeutron } from '../../ibc/linked.js'
import { ackOf, attribute, packetOf } from '../../ibc/pair.js'
import { MsgAcknowledgement } from 'cosmjs-types/ibc/core/channel/v1/tx'

function setUp() {
  const [neutron, hub] = [newNeutron(), newHub()]
  const linked = new Linked(neutron, hub)
  const channels = linked.openChannel(linked.connections, 'transfer', 'ics20-1')
  const lab = hub.deploy('ping_pong', {}, '1000uatom')
  const heard = () =>
    hub
      .query<{ heard: readonly { entry: string; message: string }[] }>(lab, { heard: {} })
      .heard.map(({ entry, message }) => ({ entry, message: JSON.parse(message) as object }))
  const send = (memo: object | string, seconds = 600) =>
    hub.execute(lab, {
      transfer: {
        channel_id: channels.b,
        to: neutron.alice,
        amount: { denom: 'uatom', amount: '10' },
        memo: typeof memo === 'string' ? memo : JSON.stringify(memo),
        timeout_seconds: seconds,
      },
    })
  const source = (more: object = {}) => ({ src_callback: { address: lab, ...more } })
  return { neutron, hub, linked, channels, lab, heard, send, source }
}

test('a contract that sends coins is notified of their acknowledgement and of their timeout', () => {
  const { neutron, hub, linked, channels, lab, heard, send, source } = setUp()
  const sent = send(source({ gas_limit: '300000' }))
  expect(Object.fromEntries(sent.events.find(({ type }) => type === 'ibc_src_callback')!.attributes)).toEqual({
    module: 'ibccallbacks',
    callback_type: 'send_packet',
    callback_address: lab,
    callback_exec_gas_limit: '300000',
    callback_commit_gas_limit: '300000',
    packet_sequence: '1',
    callback_base_application_version: 'ics20-1',
    callback_result: 'success',
    packet_src_port: 'transfer',
    packet_src_channel: channels.b,
  })
  const packet = packetOf(sent.events)
  const answer = linked.acknowledge(hub, packet, ackOf(linked.receive(neutron, packet).events))
  expect(attribute(answer.events, 'ibc_src_callback', 'callback_result')).toBe('success')
  expect(heard().at(-1)).toMatchObject({
    entry: 'ibc_source_callback',
    message: { acknowledgement: { original_packet: { sequence: 1 }, relayer: hub.relayer } },
  })
  const late = packetOf(send(source(), 10).events)
  for (let i = 0; i < 3; i++) linked.tick()
  linked.timeOut(hub, late, Order.ORDER_UNORDERED)
  expect(heard().at(-1)).toMatchObject({
    entry: 'ibc_source_callback',
    message: { timeout: { packet: { sequence: 2 } } },
  })
  expect(hub.chain.balances(lab)).toEqual(parseCoins('990uatom'))
})

test('only the sender may ask for a callback, with a valid memo', () => {
  const { hub, lab, send, source } = setUp()
  expect(() => send({ src_callback: { address: hub.alice } })).toThrow(
    `contract address ${hub.alice} does not match packet sender ${lab}: execute wasm contract failed`,
  )
  expect(() => send({ src_callback: { address: 7 } })).toThrow(/invalid callback data$/)
  expect(() => send(source({ gas_limit: 5 }))).toThrow('gas limit [5] must be a string: invalid callback data')
  expect(() => send(source({ gas_limit: '-1' }))).toThrow(
    'gas limit must be a valid uint64: strconv.ParseUint: parsing "-1": invalid syntax: invalid callback data',
  )
  expect(() => send(source({ calldata: 'xy' }))).toThrow(
    `calldata must be a valid hex string: encoding/hex: invalid byte: U+0078 'x': invalid callback data`,
  )
  expect(() => send(source({ gas_limit: 1_000_000 }))).toThrow('gas limit [1e+06] must be a string')
  const beyond = JSON.stringify(source()).replace(/}$/, ',"number":1e999}')
  for (const memo of ['no json', '{"src_callback":"text"}', '{}', beyond])
    expect(send(memo).events.map(({ type }) => type)).not.toContain('ibc_src_callback')
})

test('a callback that fails is only reported in an event; one for which the relayer has too little gas fails the transaction', () => {
  const { neutron, hub, linked, lab, heard, send, source } = setUp()
  hub.execute(lab, { configure: { callbacks: { fail: { text: 'no' } } } })
  const plain = packetOf(send('').events)
  const { gas: withoutCallback } = linked.acknowledge(hub, plain, ackOf(linked.receive(neutron, plain).events))
  const packet = packetOf(send(source()).events)
  const message = linked.acknowledgeMessage(hub, packet, ackOf(linked.receive(neutron, packet).events))
  const value = MsgAcknowledgement.encode(message).finish()
  const acknowledge = (gas: number) =>
    hub.app.runInBlock((ctx) => {
      const any = { typeUrl: MsgAcknowledgement.typeUrl, value }
      return hub.app.router.handler(any.typeUrl)!(ctx.withGasMeter(new FiniteGasMeter(gas)), any)
    })
  // Too little to load the contract, which costs 60,000.
  const text = 'ibc acknowledgement_packet callback out of gas'
  expect(() => acknowledge(withoutCallback + 30_000)).toThrow(new OutOfGasPanic(`${text}; commitGasLimit: 1000000`))
  hub.execute(lab, { configure: { callbacks: { fail: { text: 'no' } } } })
  const { events } = acknowledge(5_000_000)
  expect(attribute(events, 'ibc_src_callback', 'callback_error')).toBe(
    'on source chain callback ack: kind: Other, error: no: execute wasm contract failed',
  )
  expect(events.map(({ type }) => type)).toContain('acknowledge_packet')
  const asked = packetOf(send(source({ gas_limit: '30000' })).events)
  const answer = linked.acknowledge(hub, asked, ackOf(linked.receive(neutron, asked).events))
  expect(attribute(answer.events, 'ibc_src_callback', 'callback_error')).toBe(`${text}: callback out of gas`)
  expect(heard()).toEqual([])
})

test('a contract that receives coins is notified of them, and what it refuses is returned', () => {
  const { neutron, hub, linked, channels, lab, heard } = setUp()
  const transfer = (memo: object) =>
    packetOf(
      neutron.run<NeutronTransfer>(
        { typeUrl: MSG_TRANSFER, encode: (msg) => ({ finish: () => MsgTransfer.encode(msg).finish() }) },
        {
          sourcePort: 'transfer',
          sourceChannel: channels.a,
          token: { denom: 'untrn', amount: 40n },
          sender: neutron.alice,
          receiver: lab,
          timeoutHeight: { revisionNumber: 4n, revisionHeight: 1000n },
          timeoutTimestamp: 0n,
          memo: JSON.stringify(memo),
          fee: NO_FEE,
        },
      ).events,
    )
  const memo = { dest_callback: { address: lab } }
  const voucher = bankDenom({ base: 'untrn', trace: [{ portId: 'transfer', channelId: channels.b }] })
  const { events } = linked.receive(hub, transfer(memo))
  expect(attribute(events, 'ibc_dest_callback', 'callback_result')).toBe('success')
  expect(heard()).toMatchObject([
    {
      entry: 'ibc_destination_callback',
      message: {
        ack: { data: Buffer.from('{"result":"AQ=="}').toString('base64') },
        transfer: { funds: [{ denom: voucher, amount: '40' }], receiver: lab, sender: neutron.alice },
      },
    },
  ])
  hub.execute(lab, { configure: { callbacks: { fail: { text: 'no' } } } })
  const refused = linked.receive(hub, transfer(memo))
  expect(fromUtf8(ackOf(refused.events))).toBe(
    '{"error":"ABCI code: 5: error handling packet: see events for details"}',
  )
  hub.execute(lab, { configure: { callbacks: { loop: {} } } })
  const looping = linked.receive(hub, transfer({ dest_callback: { address: lab, gas_limit: '200000' } }))
  expect(attribute(looping.events, 'ibccallbackerror-ibc_dest_callback', 'ibccallbackerror-callback_error')).toBe(
    'ibc receive_packet callback panicked with: {Wasm engine function execution}: callback panic',
  )
  expect(hub.chain.balances(lab)).toEqual(parseCoins(`40${voucher},1000uatom`))
})
