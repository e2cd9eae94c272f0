import { event, wrapping, type Attribute, type Event, type Release } from '../../../chain/index.js'
import { Acknowledgement, type Packet, type Payload } from 'cosmjs-types/ibc/core/channel/v2/packet'
import { concatBytes, toHex, toUtf8 } from '../../../base/index.js'
import { sha256 } from '../../../crypto/index.js'
import { checkChannelId, checkPortId } from '../identifiers.js'
import { isBlank } from '../../../codec/index.js'
import { uint64Bytes } from '../keys.js'
import { ErrInvalidAcknowledgement, ErrInvalidPacket, ErrInvalidPayload } from './errors.js'
import { Packet as PacketCodec } from './state.js'

export type { Acknowledgement, Packet, Payload }

const MAX_DATA = 262_144
const VERSION = Uint8Array.of(2)

/** The acknowledgement of every refused packet, whatever the reason. */
export const ERROR_ACKNOWLEDGEMENT = sha256(toUtf8('UNIVERSAL_ERROR_ACKNOWLEDGEMENT'))

/** The commitment that the sender stores for a packet. Source: ibc-go v10.5.0 04-channel/v2/types/commitment.go */
export const commitmentOf2 = ({ destinationClient, timeoutTimestamp, payloads }: Packet): Uint8Array =>
  sha256(
    concatBytes(
      VERSION,
      sha256(toUtf8(destinationClient)),
      sha256(uint64Bytes(timeoutTimestamp)),
      sha256(concatBytes(...payloads.map(hashOf))),
    ),
  )
const hashOf = ({ sourcePort, destinationPort, version, encoding, value }: Payload): Uint8Array => {
  const texts = [sourcePort, destinationPort, version, encoding].map((text) => sha256(toUtf8(text)))
  return sha256(concatBytes(...texts, sha256(value)))
}
/** The commitment that the receiver stores for its acknowledgement. */
export const acknowledgementHash = ({ appAcknowledgements }: Acknowledgement): Uint8Array =>
  sha256(concatBytes(VERSION, ...appAcknowledgements.map((ack) => sha256(ack))))

/** @throws ChainError channelv2/2, /3, host/2. Source: ibc-go v10.5.0 04-channel/v2/types/packet.go */
export function validatePacket2(packet: Packet, { countsPayloads }: Release): void {
  const { payloads } = packet
  if (payloads.length !== 1)
    throw countsPayloads
      ? ErrInvalidPayload.error(countText('payload', payloads))
      : ErrInvalidPacket.error('payloads must contain exactly one payload')
  wrapping('invalid Payload', () => validatePayload(payloads[0]!))
  if (payloads[0]!.value.length > MAX_DATA)
    throw (countsPayloads ? ErrInvalidPayload : ErrInvalidPacket).error(
      `packet data bytes cannot exceed ${MAX_DATA} bytes`,
    )
  wrapping('invalid source ID', () => checkChannelId(packet.sourceClient))
  wrapping('invalid destination ID', () => checkChannelId(packet.destinationClient))
  if (packet.sequence === 0n) throw ErrInvalidPacket.error('packet sequence cannot be 0')
  if (packet.timeoutTimestamp === 0n) throw ErrInvalidPacket.error('packet timeout timestamp cannot be 0')
}

/** Source: ibc-go v11.1.0 04-channel/v2/types. */
export const countText = (what: string, list: readonly unknown[]): string =>
  `${what} length is ${list.length}, must be 1`

/** @throws ChainError channelv2/3, host/2 */
export function validatePayload({ sourcePort, destinationPort, version, encoding, value }: Payload): void {
  wrapping('invalid source port ID', () => checkPortId(sourcePort))
  wrapping('invalid destination port ID', () => checkPortId(destinationPort))
  if (isBlank(version)) throw ErrInvalidPayload.error('payload version cannot be empty')
  if (isBlank(encoding)) throw ErrInvalidPayload.error('payload encoding cannot be empty')
  if (value.length === 0) throw ErrInvalidPayload.error('payload value cannot be empty')
}

/** @throws ChainError channelv2/5 */
export function validateAcknowledgement({ appAcknowledgements }: Acknowledgement, { countsPayloads }: Release): void {
  if (appAcknowledgements.length !== 1)
    throw ErrInvalidAcknowledgement.error(
      countsPayloads
        ? countText('app acknowledgements', appAcknowledgements)
        : 'app acknowledgements must be of length one',
    )
  if (appAcknowledgements[0]!.length === 0) throw ErrInvalidAcknowledgement.error('app acknowledgement cannot be empty')
}

const MESSAGE = event('message', ['module', 'ibc_channelv2'])

/** Events of packets, in pairs. Source: ibc-go v10.5.0 04-channel/v2/keeper/events.go. */
export const packetEvent = (
  type: 'send_packet' | 'recv_packet' | 'write_acknowledgement' | 'acknowledge_packet' | 'timeout_packet',
  packet: Packet,
  acknowledgement?: Acknowledgement,
): readonly Event[] => [
  event(
    type,
    ['packet_source_client', packet.sourceClient],
    ['packet_dest_client', packet.destinationClient],
    ['packet_sequence', String(packet.sequence)],
    ['packet_timeout_timestamp', String(packet.timeoutTimestamp)],
    ['encoded_packet_hex', toHex(PacketCodec.encode(packet).finish())],
    ...(acknowledgement === undefined
      ? []
      : [['encoded_acknowledgement_hex', toHex(Acknowledgement.encode(acknowledgement).finish())] satisfies Attribute]),
  ),
  MESSAGE,
]
