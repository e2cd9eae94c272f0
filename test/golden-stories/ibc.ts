import type { Json } from '../../src/base/json-value.js'
import { fromBase64, fromHex, fromUtf8, toUtf8 } from '../../src/base/bytes.js'
import type { Context } from '../../src/chain/context.js'
import type { Event } from '../../src/chain/events.js'
import { GenesisReader } from '../../src/chain/genesis-json.js'
import {
  IBC_STORE,
  nextSendKey,
  readChannel,
  readConnection,
  setChannel,
  setConnection,
  setSequence,
} from '../../src/modules/ibc/index.js'
import { keyOf } from '../../src/store/key.js'
import type { StoryChain } from './chain.js'
import type { StorySetup, StoryStep } from './story.js'

/** Clients, connections and channels of a story's start, under their own keys. */
export function openIbc(ctx: Context, { clients, connections, channels }: StorySetup): void {
  const store = ctx.store(IBC_STORE)
  for (const { raw_store: rows } of clients)
    for (const { key_hex: key, value_base64: value } of rows) store.set(keyOf(fromHex(key)), fromBase64(value))
  for (const { connection_id: id, connection } of connections)
    setConnection(ctx, id, readConnection(new GenesisReader(connection, `connections/${id}`)))
  for (const { port_id: port, channel_id: id, channel, next_sequence_send: next } of channels) {
    setChannel(ctx, port, id, readChannel(new GenesisReader(channel, `channels/${id}`)))
    setSequence(ctx, nextSendKey(port, id), BigInt(next))
  }
}

interface PacketStep {
  readonly channel_version: string
  readonly packet: StoryPacket
  readonly ack_utf8?: string
  readonly relayer: string
}
interface StoryPacket {
  readonly sequence: string
  readonly source_port: string
  readonly source_channel: string
  readonly destination_port: string
  readonly destination_channel: string
  readonly data_utf8: string
  readonly timeout_height: { readonly revision_number: string; readonly revision_height: string }
  readonly timeout_timestamp: string
}

/** What a step gives to the top of the transfer stack, which is that of one of the packet's ports. */
export function arrivedPacket(chain: StoryChain, action: StoryStep['do'], end: 'source' | 'destination') {
  const { channel_version: version, packet, relayer } = action as unknown as PacketStep
  return {
    application: chain.app.ibc.core.router.route(packet[`${end}_port`])!,
    version,
    packet: {
      sequence: BigInt(packet.sequence),
      sourcePort: packet.source_port,
      sourceChannel: packet.source_channel,
      destinationPort: packet.destination_port,
      destinationChannel: packet.destination_channel,
      data: toUtf8(packet.data_utf8),
      timeoutHeight: {
        revisionNumber: BigInt(packet.timeout_height.revision_number),
        revisionHeight: BigInt(packet.timeout_height.revision_height),
      },
      timeoutTimestamp: BigInt(packet.timeout_timestamp),
    },
    relayer: chain.address(relayer),
  }
}

/** The top of the transfer stack gets an acknowledgement, or without one hears of a timeout. */
export function packetCallbackStep(chain: StoryChain, ctx: Context, action: StoryStep['do']): void {
  const { application, version, packet, relayer } = arrivedPacket(chain, action, 'source')
  const { ack_utf8: ack } = action as unknown as PacketStep
  if (ack === undefined) application.onTimeout(ctx, version, packet, relayer)
  else application.onAcknowledge(ctx, version, packet, toUtf8(ack), relayer)
}

/** The packet that a step sent, by its event. */
export function sentPacket(events: readonly Event[]): { readonly packet?: Json } {
  const sent = events.find(({ type }) => type === 'send_packet')
  if (sent === undefined) return {}
  const value = (key: string): string => sent.attributes.find(([name]) => name === `packet_${key}`)?.[1] ?? ''
  const [number, height] = value('timeout_height').split('-') as [string, string]
  return {
    packet: {
      sequence: value('sequence'),
      source_port: value('src_port'),
      source_channel: value('src_channel'),
      destination_port: value('dst_port'),
      destination_channel: value('dst_channel'),
      data_utf8: fromUtf8(fromHex(value('data_hex'))),
      timeout_height: { revision_number: number, revision_height: height },
      timeout_timestamp: value('timeout_timestamp'),
    },
  }
}
