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

/** Reads the events of all blocks since then, as a relayer does, chain by chain. */
export function learn(known: Known, chains: Chains): Known {
  const fresh = [...chains.all].filter(({ key, app }) => (known.heights.get(key) ?? 0) < app.height)
  if (fresh.length === 0) return known
  const packets = new Map(known.packets)
  const channels = new Map(known.channels)
  const heights = new Map(known.heights)
  const written: [ChainHost, Event, number][] = []
  for (const host of fresh) {
    const from = heights.get(host.key) ?? 0
    heights.set(host.key, host.app.height)
    for (let at = from + 1; at <= host.app.height; at++) {
      const block = host.app.baseApp.block(at)
      if (block === undefined) continue
      for (const event of eventsOf(block)) {
        if (event.type === 'send_packet') {
          const sent = packetOf(event)
          const to = sent && chains.routeOfPacket(host, sent)?.to
          if (to === undefined || sent === undefined) continue
          const key = packetKeyOf(host.key, sent)
          const acknowledgement = packets.get(key)?.acknowledgement
          packets.set(key, { key, from: host.key, to: to.key, ...sent, sentAt: at, acknowledgement })
        } else if (event.type === 'write_acknowledgement') written.push([host, event, at])
        else if (CHANNEL_EVENTS.has(event.type)) {
          const [port, channelId] = [attribute(event, 'port_id'), attribute(event, 'channel_id')]
          if (port === undefined || channelId === undefined) continue
          channels.set(`${host.key}/${port}/${channelId}`, { chain: host.key, port, channelId })
        }
      }
    }
  }
  for (const [host, event, at] of written) {
    const answered = packetOf(event)
    const bytes = acknowledgementOf(event)
    const from = answered && chains.originOfPacket(host, answered)
    if (from === undefined || answered === undefined || bytes === undefined) continue
    const key = packetKeyOf(from.key, answered)
    const before = packets.get(key) ?? { key, from: from.key, to: host.key, ...answered, sentAt: 0 }
    packets.set(key, { ...before, acknowledgement: { bytes, at } })
  }
  return { heights, packets, channels }
}

/** The events of the block and of its successful transactions. */
function* eventsOf(block: Block): Iterable<Event> {
  for (const tx of block.txs) if (tx.code === 0) yield* tx.events
  yield* block.events
}

const attribute = (event: Event, key: string): string | undefined =>
  event.attributes.find(([name]) => name === key)?.[1]
