import { Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { expect, test } from 'vitest'
import { toUtf8 } from '../../../../src/base/bytes.js'
import type { CosmosMsg } from '../../../../src/codec/wasm/index.js'
import type { ContractIbc } from '../../../../src/modules/wasm/index.js'
import { packet2Messenger, packetMessenger } from '../../../../src/modules/wasm/ibc/messenger.js'
import { packetView, storeAsyncPacket } from '../../../../src/modules/wasm/ibc/packets.js'
import { ibc2Port } from '../../../../src/modules/wasm/ibc/ports.js'
import { refusal } from '../../ibc/echo-pair.js'
import { ProbeChain } from '../chain.js'

const chain = new ProbeChain()
const PORT = `wasm.${chain.text(chain.first)}`
const PORT2 = ibc2Port('neutron', chain.text(chain.first))
const NOTHING = new Uint8Array(0)
const height = (revisionNumber: bigint, revisionHeight: bigint) => ({ revisionNumber, revisionHeight })
const payload = (destinationPort: string) => ({
  sourcePort: 'a',
  destinationPort,
  version: '1',
  encoding: 'text',
  value: NOTHING,
})

/** IBC that notes what it is asked to do. @param ports to which the payloads of the waiting packet between clients go */
function ibc(ports: readonly string[] = [PORT2]) {
  const asked: (readonly unknown[])[] = []
  const parts: Partial<ContractIbc> = {
    packets: {
      send: (_ctx, ...packet) => {
        asked.push(packet)
        return 300n
      },
      writeAcknowledgement: (_ctx, { sequence }, acknowledgement) => void asked.push([sequence, acknowledgement]),
    },
    packets2: {
      waiting: (_ctx, _clientId, sequence) => (sequence === 5n ? { payloads: ports.map(payload) } : undefined),
      writeAcknowledgement: (_ctx, ...packet) => void asked.push(packet),
    },
  }
  return { asked, find: () => parts as ContractIbc }
}

const response = (name: string, value: Uint8Array) => ({
  events: [],
  data: [value],
  msgResponses: [{ typeUrl: `/cosmwasm.wasm.v1.${name}`, value }],
})
const ACKNOWLEDGED = response('MsgIBCWriteAcknowledgementResponse', NOTHING)

/** Source: wasmd v0.61.14 x/wasm/keeper/handler_plugin.go `IBCRawPacketHandler`. */
test('a packet of a contract is sent until its height and time, and answered with its sequence', () => {
  const { asked, find } = ibc()
  const send = (block: { revision: bigint; height: bigint } | undefined, timestamp: bigint) =>
    packetMessenger(find)(chain.context(), chain.first, PORT, {
      ibc: { send_packet: { channel_id: 'channel-3', data: toUtf8('x'), timeout: { block, timestamp } } },
    } as CosmosMsg)
  expect(send({ revision: 2n, height: 9n }, 0n)).toEqual(response('MsgIBCSendResponse', Uint8Array.of(8, 0xac, 2)))
  send(undefined, 7n)
  expect(asked).toEqual([
    [PORT, 'channel-3', height(2n, 9n), 0n, toUtf8('x')],
    [PORT, 'channel-3', height(0n, 0n), 7n, toUtf8('x')],
  ])
})

test('a packet that waits is acknowledged with success, once', () => {
  const { asked, find } = ibc()
  const ctx = chain.context()
  const packet = { sequence: 4n, destinationPort: PORT, destinationChannel: 'channel-3' }
  storeAsyncPacket(ctx, Packet.fromPartial(packet))
  const acknowledge = () =>
    packetMessenger(find)(ctx, chain.first, PORT, {
      ibc: { write_acknowledgement: { channel_id: 'channel-3', packet_sequence: 4n, ack: { data: toUtf8('ok') } } },
    } as CosmosMsg)
  expect(acknowledge()).toEqual(ACKNOWLEDGED)
  expect(asked).toEqual([[4n, { success: true, bytes: toUtf8('ok') }]])
  expect(refusal(acknowledge)).toBe('wasm/14 packet: invalid')
})

test('messages about packets need a port, a channel and IBC', () => {
  const { asked, find } = ibc()
  const send = (port: string, channelId: string, from: () => ContractIbc | undefined) =>
    refusal(() =>
      packetMessenger(from)(chain.context(), chain.first, port, {
        ibc: {
          send_packet: { channel_id: channelId, data: undefined, timeout: { block: undefined, timestamp: 7n } },
        },
      } as CosmosMsg),
    )
  expect(send('', 'channel-3', find)).toBe('wasm/17 ibc not supported: unsupported for this contract')
  expect(send(PORT, '', find)).toBe('wasm/12 ibc channel: empty')
  expect(send(PORT, 'channel-3', () => undefined)).toMatch(/^wasm\/20 /)
  expect(asked).toEqual([])
})

/** Source: wasmd v0.61.14 x/wasm/keeper/handler_plugin.go `IBC2RawPacketHandler`. */
test('a packet between clients is acknowledged by the contract of its one payload', () => {
  const acknowledge = (ports: readonly string[], sequence = 5n, client = '07-tendermint-0') => {
    const { asked, find } = ibc(ports)
    const request = { destination_client: client, packet_sequence: sequence, ack: { data: toUtf8('ok') } }
    const run = () =>
      packet2Messenger(find)(chain.context(), chain.first, '', {
        ibc2: { write_acknowledgement: request },
      } as CosmosMsg)
    return { asked, run, refused: () => refusal(run) }
  }
  const good = acknowledge([PORT2])
  expect(good.run()).toEqual(ACKNOWLEDGED)
  expect(good.asked).toEqual([['07-tendermint-0', 5n, toUtf8('ok')]])
  const other = acknowledge(['wasm2other'])
  expect(other.refused()).toBe(
    `sdk/4 contract port ${PORT2} is not authorized to acknowledge packet addressed to port wasm2other: unauthorized`,
  )
  expect(other.asked).toEqual([])
  expect(acknowledge([PORT2, PORT2]).refused()).toBe('wasm/14 expected 1 payload, got 2: invalid')
  expect(acknowledge([]).refused()).toBe('wasm/14 expected 1 payload, got 0: invalid')
  expect(acknowledge([PORT2], 6n).refused()).toBe(
    'wasm/14 no pending async packet for client 07-tendermint-0 sequence 6: invalid',
  )
  expect(acknowledge([PORT2], 5n, '').refused()).toBe('wasm/12 ibc2 destination client: empty')
})

test.each([
  [0n, 0n, undefined],
  [0n, 5n, { revision: 0n, height: 5n }],
  [2n, 0n, { revision: 2n, height: 0n }],
])('a contract is told of the timeout height %i-%i unless it is zero', (revision, of, timeoutHeight) => {
  const packet = Packet.fromPartial({ timeoutHeight: height(revision, of), timeoutTimestamp: 7n })
  expect(packetView(packet)).toMatchObject({ timeoutTimestamp: 7n })
  expect(packetView(packet).timeoutHeight).toEqual(timeoutHeight)
})
