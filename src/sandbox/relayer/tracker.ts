import type { Block, Event } from '../../chain/index.js'
import type { ChainHost } from '../host/chain-host.js'
import type { Chains } from './chains.js'
import { acknowledgementOf, packetOf, type SomePacket } from './packets.js'

/** A packet that a chain's events report as sent. */
export interface TrackedPacket extends SomePacket {
  readonly key: string
  readonly from: string
  readonly to: string
  /** Height of the block that sent it; 0 when only its acknowledgement was seen. */
  readonly sentAt: number
  readonly acknowledgement: { readonly bytes: Uint8Array; readonly at: number } | undefined
}

/** An end of a channel that began to open or to close; the other end has not followed. */
export interface RestlessChannel {
  readonly chain: string
  readonly port: string
  readonly channelId: string
}

/** What is known about both chains, each up to a height. Replaced, never changed. */
export interface Known {
  readonly heights: ReadonlyMap<string, number>
  readonly packets: ReadonlyMap<string, TrackedPacket>
  readonly channels: ReadonlyMap<string, RestlessChannel>
}

export const NOTHING_KNOWN: Known = { heights: new Map(), packets: new Map(), channels: new Map() }

/** The key of a packet. @param from the chain that sent it */
export const packetKeyOf = (
  from: string,
  {
    packet: { sourcePort, sourceChannel, sequence },
  }: { readonly packet: Pick<SomePacket['packet'], 'sourcePort' | 'sourceChannel' | 'sequence'> },
): string => `${from}/${sourcePort}/${sourceChannel}/${sequence}`

const CHANNEL_EVENTS = new Set(['channel_open_init', 'channel_open_try', 'channel_close_init', 'channel_close'])

/** An event, the chain and the height at which it happened. */
interface Seen {
  readonly host: ChainHost
  readonly event: Event
  readonly at: number
}

/** Reads the events of all blocks since then, as a relayer does, chain by chain. */
export function learn(known: Known, chains: Chains): Known {
  const fresh = [...chains.all].filter(({ key, app }) => (known.heights.get(key) ?? 0) < app.height)
  if (fresh.length === 0) return known
  const packets = new Map(known.packets)
  const channels = new Map(known.channels)
  const heights = new Map(known.heights)
  const written: Seen[] = []
  for (const host of fresh) {
    for (const seen of eventsAfter(heights.get(host.key) ?? 0, host)) {
      const { type } = seen.event
      if (type === 'send_packet') noteSent(packets, seen, chains)
      else if (type === 'write_acknowledgement') written.push(seen)
      else if (CHANNEL_EVENTS.has(type)) noteChannel(channels, seen)
    }
    heights.set(host.key, host.app.height)
  }
  for (const seen of written) noteAcknowledgement(packets, seen, chains)
  return { heights, packets, channels }
}

function noteSent(packets: Map<string, TrackedPacket>, { host, event, at }: Seen, chains: Chains): void {
  const sent = packetOf(event)
  const to = sent && chains.routeOfPacket(host, sent)?.to
  if (to === undefined || sent === undefined) return
  const key = packetKeyOf(host.key, sent)
  const acknowledgement = packets.get(key)?.acknowledgement
  packets.set(key, { key, from: host.key, to: to.key, ...sent, sentAt: at, acknowledgement })
}

function noteAcknowledgement(packets: Map<string, TrackedPacket>, { host, event, at }: Seen, chains: Chains): void {
  const answered = packetOf(event)
  const bytes = acknowledgementOf(event)
  const from = answered && chains.originOfPacket(host, answered)
  if (from === undefined || answered === undefined || bytes === undefined) return
  const key = packetKeyOf(from.key, answered)
  const before = packets.get(key) ?? { key, from: from.key, to: host.key, ...answered, sentAt: 0 }
  packets.set(key, { ...before, acknowledgement: { bytes, at } })
}

function noteChannel(channels: Map<string, RestlessChannel>, { host: { key: chain }, event }: Seen): void {
  const [port, channelId] = [attribute(event, 'port_id'), attribute(event, 'channel_id')]
  if (port === undefined || channelId === undefined) return
  channels.set(`${chain}/${port}/${channelId}`, { chain, port, channelId })
}

/** The events of the blocks of a chain above a height. */
function* eventsAfter(height: number, host: ChainHost): Iterable<Seen> {
  for (let at = height + 1; at <= host.app.height; at++) {
    const block = host.app.baseApp.block(at)
    if (block !== undefined) for (const event of eventsOf(block)) yield { host, event, at }
  }
}

/** The events of the block and of its successful transactions. */
function* eventsOf(block: Block): Iterable<Event> {
  for (const tx of block.txs) if (tx.code === 0) yield* tx.events
  yield* block.events
}

const attribute = (event: Event, key: string): string | undefined =>
  event.attributes.find(([name]) => name === key)?.[1]
