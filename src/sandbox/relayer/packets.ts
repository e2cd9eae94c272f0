import { Acknowledgement, Packet as Packet2 } from 'cosmjs-types/ibc/core/channel/v2/packet'
import { fromHex } from '../../base/index.js'
import type { Event } from '../../chain/index.js'
import { type Packet, packetKey, parseHeight, recordKey, ZERO_HEIGHT } from '../../modules/ibc/relay.js'
import type { Key } from '../../store/index.js'
import type { PayloadInfo } from './outcome.js'

/**
 * A packet of either version of IBC. One between clients has one payload; its ports and value are in the same members as those of a packet of a
 * channel, and the ids of its clients take the place of the channels.
 */
export interface SomePacket {
  readonly packet: Packet
  /** Further data of a packet between clients; undefined for one of a channel. */
  readonly payload: PayloadInfo | undefined
}

const SECOND = 1_000_000_000n

/** The keys of a packet's records in the stores: commitment, receipt and acknowledgement. */
export const recordKeyOf = ({ packet, payload }: SomePacket, record: 'commitments' | 'receipts' | 'acks'): Key => {
  const { sequence, sourcePort, sourceChannel, destinationPort, destinationChannel } = packet
  if (record === 'commitments')
    return payload === undefined
      ? packetKey(record, sourcePort, sourceChannel, sequence)
      : recordKey(record, sourceChannel, sequence)
  return payload === undefined
    ? packetKey(record, destinationPort, destinationChannel, sequence)
    : recordKey(record, destinationChannel, sequence)
}

/** The packet as messages between clients carry it. */
export const betweenClients = (packet: Packet, { version, encoding }: PayloadInfo): Packet2 => ({
  sequence: packet.sequence,
  sourceClient: packet.sourceChannel,
  destinationClient: packet.destinationChannel,
  timeoutTimestamp: packet.timeoutTimestamp / SECOND,
  payloads: [
    {
      sourcePort: packet.sourcePort,
      destinationPort: packet.destinationPort,
      version,
      encoding,
      value: packet.data,
    },
  ],
})

function fromClients(bytes: Uint8Array): SomePacket {
  const { sequence, sourceClient, destinationClient, timeoutTimestamp, payloads } = Packet2.decode(bytes)
  // The chain sends packets of one payload only.
  const { sourcePort, destinationPort, version, encoding, value } = payloads[0]!
  return {
    packet: {
      sequence,
      sourcePort,
      sourceChannel: sourceClient,
      destinationPort,
      destinationChannel: destinationClient,
      data: value,
      timeoutHeight: ZERO_HEIGHT,
      timeoutTimestamp: timeoutTimestamp * SECOND,
    },
    payload: { version, encoding },
  }
}

/** The packet that a chain's event reports; undefined for any other event. */
export function packetOf(event: Event): SomePacket | undefined {
  const values = new Map(event.attributes.map(([key, value]) => [key, value]))
  const encoded = values.get('encoded_packet_hex')
  if (encoded !== undefined) return fromClients(fromHex(encoded))
  const data = values.get('packet_data_hex')
  const sourceChannel = values.get('packet_src_channel')
  if (data === undefined || sourceChannel === undefined) return undefined
  return {
    packet: {
      sequence: BigInt(values.get('packet_sequence')!),
      sourcePort: values.get('packet_src_port')!,
      sourceChannel,
      destinationPort: values.get('packet_dst_port')!,
      destinationChannel: values.get('packet_dst_channel')!,
      data: fromHex(data),
      timeoutHeight: parseHeight(values.get('packet_timeout_height')!),
      timeoutTimestamp: BigInt(values.get('packet_timeout_timestamp')!),
    },
    payload: undefined,
  }
}

const ENDS = new Set(['acknowledge_packet', 'timeout_packet'])

/** The packet whose outcome an event reports to its sender; undefined for any other event. */
export function endedPacketOf(event: Event): Pick<Packet, 'sourcePort' | 'sourceChannel' | 'sequence'> | undefined {
  if (!ENDS.has(event.type)) return undefined
  const value = (key: string): string | undefined => event.attributes.find(([name]) => name === key)?.[1]
  const encoded = value('encoded_packet_hex')
  if (encoded !== undefined) return fromClients(fromHex(encoded)).packet
  const [sourcePort, sourceChannel, sequence] = ['src_port', 'src_channel', 'sequence'].map((key) =>
    value(`packet_${key}`),
  )
  if (sourcePort === undefined || sourceChannel === undefined || sequence === undefined) return undefined
  return { sourcePort, sourceChannel, sequence: BigInt(sequence) }
}

/** The acknowledgement of the receiving application, as an event of its chain reports it. */
export function acknowledgementOf(event: Event): Uint8Array | undefined {
  const value = (key: string): string | undefined => event.attributes.find(([name]) => name === key)?.[1]
  const encoded = value('encoded_acknowledgement_hex')
  if (encoded !== undefined) return Acknowledgement.decode(fromHex(encoded)).appAcknowledgements[0]!
  const plain = value('packet_ack_hex')
  return plain === undefined ? undefined : fromHex(plain)
}
