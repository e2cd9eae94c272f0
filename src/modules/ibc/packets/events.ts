import type { Channel, Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { toHex } from '../../../base/index.js'
import { event, type Attribute, type Event } from '../../../chain/index.js'
import { CHANNEL_MESSAGE } from '../channels/events.js'
import { orderText } from '../channels/state.js'
import { heightText } from '../height.js'

const data = ({ data }: Packet): Attribute => ['packet_data_hex', toHex(data)]
const timeouts = (packet: Packet): readonly Attribute[] => [
  ['packet_timeout_height', heightText(packet.timeoutHeight)],
  ['packet_timeout_timestamp', String(packet.timeoutTimestamp)],
]
const route = (packet: Packet): readonly Attribute[] => [
  ['packet_sequence', String(packet.sequence)],
  ['packet_src_port', packet.sourcePort],
  ['packet_src_channel', packet.sourceChannel],
  ['packet_dst_port', packet.destinationPort],
  ['packet_dst_channel', packet.destinationChannel],
]
const way = ({ ordering, connectionHops }: Channel): readonly Attribute[] => [
  ['packet_channel_ordering', orderText(ordering)],
  ['packet_connection', connectionHops[0]!],
  ['connection_id', connectionHops[0]!],
]
const pair = (type: string, ...attributes: readonly Attribute[]): readonly Event[] => [
  event(type, ...attributes),
  CHANNEL_MESSAGE,
]

/** Events of packets, in pairs. Source: ibc-go v10 04-channel/keeper/events.go. */
export const packetSent = (packet: Packet, channel: Channel): readonly Event[] =>
  pair('send_packet', data(packet), ...timeouts(packet), ...route(packet), ...way(channel))
export const packetReceived = (packet: Packet, channel: Channel): readonly Event[] =>
  pair('recv_packet', data(packet), ...timeouts(packet), ...route(packet), ...way(channel))
export const acknowledgementWritten = (packet: Packet, channel: Channel, ack: Uint8Array): readonly Event[] =>
  pair(
    'write_acknowledgement',
    data(packet),
    ...timeouts(packet),
    ...route(packet),
    ['packet_ack_hex', toHex(ack)],
    ...way(channel),
  )
export const packetAcknowledged = (packet: Packet, channel: Channel): readonly Event[] =>
  pair('acknowledge_packet', ...timeouts(packet), ...route(packet), ...way(channel))
export const packetTimedOut = (packet: Packet, { ordering, connectionHops }: Channel): readonly Event[] =>
  pair(
    'timeout_packet',
    ...timeouts(packet),
    ...route(packet),
    ['connection_id', connectionHops[0]!],
    ['packet_channel_ordering', orderText(ordering)],
  )

/** Events of an application that refused, marked as error events. Source: ibc-go v10 core/internal/errors `ConvertToErrorEvents` */
export const errorEvents = (events: readonly Event[]): readonly Event[] =>
  events.map(({ type, attributes }) => ({
    type: `ibccallbackerror-${type}`,
    attributes: attributes.map(([key, value]): Attribute => [`ibccallbackerror-${key}`, value]),
  }))
