import { toUtf8 } from '../../base/index.js'
import { bytes, goBytes, goObject, goString, pointer, slice, string, struct, type ValueOf } from '../go-json/index.js'
import { coinsJson } from './env.js'
import { Event, EventAttribute, SubMsg, type Coin } from './messages.js'

/** What contracts receive about channels and packets, and what they return. Source: wasmvm v3 types/ibc.go, types/ibc2.go. */

interface IbcEndpoint {
  readonly portId: string
  readonly channelId: string
}
export interface IbcChannel {
  readonly endpoint: IbcEndpoint
  readonly counterparty: IbcEndpoint
  /** `ORDER_ORDERED` or `ORDER_UNORDERED`. */
  readonly order: string
  readonly version: string
  readonly connectionId: string
}
export interface IbcPacket {
  readonly data: Uint8Array
  readonly source: IbcEndpoint
  readonly destination: IbcEndpoint
  readonly sequence: bigint
  /** Undefined when the packet has no timeout height. */
  readonly timeoutHeight: { readonly revision: bigint; readonly height: bigint } | undefined
  /** Nanoseconds since 1970; 0 for none. */
  readonly timeoutTimestamp: bigint
}

const endpointJson = ({ portId, channelId }: IbcEndpoint): string =>
  goObject({ port_id: goString(portId), channel_id: goString(channelId) })

export const channelJson = (channel: IbcChannel): string =>
  goObject({
    endpoint: endpointJson(channel.endpoint),
    counterparty_endpoint: endpointJson(channel.counterparty),
    order: goString(channel.order),
    version: goString(channel.version),
    connection_id: goString(channel.connectionId),
  })

const packetJson = ({ data, source, destination, sequence, timeoutHeight, timeoutTimestamp }: IbcPacket): string =>
  goObject({
    data: goBytes(data),
    src: endpointJson(source),
    dest: endpointJson(destination),
    sequence: String(sequence),
    timeout: goObject({
      block:
        timeoutHeight === undefined
          ? 'null'
          : goObject({ revision: String(timeoutHeight.revision), height: String(timeoutHeight.height) }),
      timestamp: timeoutTimestamp === 0n ? undefined : `"${timeoutTimestamp}"`,
    }),
  })

/** A message with a channel: `open_init`, `open_try`, `open_ack`, … */
export const channelMessage = (step: string, channel: IbcChannel, counterpartyVersion?: string): Uint8Array =>
  toUtf8(
    goObject({
      [step]: goObject({
        channel: channelJson(channel),
        counterparty_version: counterpartyVersion === undefined ? undefined : goString(counterpartyVersion),
      }),
    }),
  )

const acknowledged = (packet: IbcPacket, acknowledgement: Uint8Array, relayer: string): string =>
  goObject({
    acknowledgement: goObject({ data: goBytes(acknowledgement) }),
    original_packet: packetJson(packet),
    relayer: goString(relayer),
  })
const carried = (packet: IbcPacket, relayer: string): string =>
  goObject({ packet: packetJson(packet), relayer: goString(relayer) })

/** Message to `ibc_packet_receive` and `ibc_packet_timeout`. */
export const packetMessage = (packet: IbcPacket, relayer: string): Uint8Array => toUtf8(carried(packet, relayer))
export const ackMessage = (packet: IbcPacket, acknowledgement: Uint8Array, relayer: string): Uint8Array =>
  toUtf8(acknowledged(packet, acknowledgement, relayer))

/** Message to `ibc_source_callback`; without an acknowledgement, the packet timed out. */
export const sourceCallbackMessage = (
  packet: IbcPacket,
  acknowledgement: Uint8Array | undefined,
  relayer: string,
): Uint8Array =>
  toUtf8(
    acknowledgement === undefined
      ? goObject({ timeout: carried(packet, relayer) })
      : goObject({ acknowledgement: acknowledged(packet, acknowledgement, relayer) }),
  )

/** Coins received with a packet. */
export interface IbcTransfer {
  readonly funds: readonly Coin[]
  readonly receiver: string
  readonly sender: string
}

export const destinationCallbackMessage = (
  packet: IbcPacket,
  acknowledgement: Uint8Array,
  transfer: IbcTransfer | undefined,
): Uint8Array =>
  toUtf8(
    goObject({
      ack: goObject({ data: goBytes(acknowledgement) }),
      packet: packetJson(packet),
      transfer:
        transfer &&
        goObject({
          funds: coinsJson(transfer.funds),
          receiver: goString(transfer.receiver),
          sender: goString(transfer.sender),
        }),
    }),
  )

export interface Ibc2Payload {
  readonly sourcePort: string
  readonly destinationPort: string
  readonly version: string
  readonly encoding: string
  readonly value: Uint8Array
}
/** Source and destination of a packet between clients. */
export interface Ibc2Place {
  readonly sourceClient: string
  readonly destinationClient: string
  readonly sequence: bigint
}

const payloadJson = ({ sourcePort, destinationPort, version, encoding, value }: Ibc2Payload): string =>
  goObject({
    source_port: goString(sourcePort),
    destination_port: goString(destinationPort),
    version: goString(version),
    encoding: goString(encoding),
    value: goBytes(value),
  })
const clients = ({ sourceClient, destinationClient }: Ibc2Place) => ({
  source_client: goString(sourceClient),
  destination_client: goString(destinationClient),
})

/** Message to `ibc2_packet_send`. Each of the four entry points of packets between clients has its own member order. */
export const ibc2SendMessage = (place: Ibc2Place, payload: Ibc2Payload, signer: string): Uint8Array =>
  toUtf8(
    goObject({
      payload: payloadJson(payload),
      ...clients(place),
      packet_sequence: String(place.sequence),
      signer: goString(signer),
    }),
  )
export const ibc2ReceiveMessage = (place: Ibc2Place, payload: Ibc2Payload, relayer: string): Uint8Array =>
  toUtf8(
    goObject({
      payload: payloadJson(payload),
      relayer: goString(relayer),
      ...clients(place),
      packet_sequence: String(place.sequence),
    }),
  )
export const ibc2AckMessage = (
  place: Ibc2Place,
  payload: Ibc2Payload,
  acknowledgement: Uint8Array,
  relayer: string,
): Uint8Array =>
  toUtf8(
    goObject({
      ...clients(place),
      data: payloadJson(payload),
      acknowledgement: goBytes(acknowledgement),
      relayer: goString(relayer),
    }),
  )
export const ibc2TimeoutMessage = (place: Ibc2Place, payload: Ibc2Payload, relayer: string): Uint8Array =>
  toUtf8(
    goObject({
      payload: payloadJson(payload),
      ...clients(place),
      packet_sequence: String(place.sequence),
      relayer: goString(relayer),
    }),
  )

const common = { messages: slice(SubMsg), attributes: slice(EventAttribute), events: slice(Event) }

/** `ibc_channel_open`: the version that the contract wants; none to accept the proposed one. */
export const IbcOpenResult = struct('IBCChannelOpenResult', {
  ok: pointer(struct('IBC3ChannelOpenResponse', { version: string })),
  error: string,
})
/** A response with neither data nor an acknowledgement. */
export const IbcBasicResult = struct('IBCBasicResult', {
  ok: pointer(struct('IBCBasicResponse', common)),
  error: string,
})
/** Result of receiving a packet: an acknowledgement, or none yet. */
export const IbcReceiveResult = struct('IBCReceiveResult', {
  ok: pointer(struct('IBCReceiveResponse', { acknowledgement: bytes, ...common })),
  error: string,
})

export type IbcOpenResult = ValueOf<typeof IbcOpenResult>
export type IbcBasicResult = ValueOf<typeof IbcBasicResult>
export type IbcReceiveResult = ValueOf<typeof IbcReceiveResult>
