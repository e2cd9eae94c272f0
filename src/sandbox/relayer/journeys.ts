import { asLines, equalBytes } from '../../base/index.js'
import type { Block, Event } from '../../chain/index.js'
import { ERROR_ACKNOWLEDGEMENT } from '../../modules/ibc/relay.js'
import { isNextLeg } from '../../modules/packetforward/index.js'
import { jsonValue } from '../values/json-value.js'
import { shownAs } from '../values/shown.js'
import type { ChainHost } from '../host/chain-host.js'
import type { Chains } from './chains.js'
import { packetInfo } from './due.js'
import { journeyLines } from './journey-text.js'
import type { TxResult } from '../tx/result.js'
import type { PacketInfo, PacketResult } from './outcome.js'
import { acknowledgementOf, endedPacketOf, packetOf, type SomePacket } from './packets.js'
import { packetKeyOf } from './tracker.js'

/**
 * Why a packet was sent: by a transaction or a block (`sent`), as the next leg of a packet that came in (`forwarded`), once more after it had timed out
 * there (`retried`), or by a contract, or another module, that a delivery reached (`caused`).
 */
export type PacketOrigin = 'sent' | 'forwarded' | 'retried' | 'caused'

/** Something that happened to a packet. */
export type JourneyEvent = 'sent' | 'received' | 'answered' | 'acknowledged' | 'timedOut'

/**
 * How far a packet is: not received (`sent`); received, with the acknowledgement to be written later, as long as it is forwarded (`received`); its sender
 * is not yet notified of the acknowledgement (`answered`); its sender was notified of a result (`delivered`), of an error (`refused`), or that it timed out.
 */
export type JourneyState = 'sent' | 'received' | 'answered' | 'delivered' | 'refused' | 'timedOut'

/** One of the things that happened to a packet, and where. */
export interface JourneyStep {
  readonly event: JourneyEvent
  readonly chain: string
  readonly height: bigint
  /** Time of the block, in nanoseconds since 1970. */
  readonly time: bigint
  /** Hash of the transaction; empty for what a block did by itself. */
  readonly hash: string
  /** The relayer's delivery with its calls, if it is one of the newest 1,000 of this sandbox's relayer. */
  readonly delivery: PacketResult | undefined
}

/** A packet, what happened to it, and the packets that followed from it. */
export interface Journey {
  readonly packet: PacketInfo
  readonly origin: PacketOrigin
  /** What happened to the packet before it when this one was sent; undefined for the first. */
  readonly during: JourneyEvent | undefined
  readonly state: JourneyState
  /** What the receiving chain answered. */
  readonly acknowledgement: Uint8Array | undefined
  readonly steps: readonly JourneyStep[]
  /** Packets that its deliveries sent, in order: its next leg with all attempts, and what contracts sent. */
  readonly next: readonly Journey[]
}

interface Cause {
  readonly key: string
  readonly event: JourneyEvent
}

/** What is known about one packet. */
interface Trail {
  readonly packet: PacketInfo
  cause: Cause | undefined
  acknowledgement: Uint8Array | undefined
  readonly steps: Omit<JourneyStep, 'delivery'>[]
}

/** Finds out by the events of the chains, block by block, which packets followed from which. */
export class Journeys {
  readonly #chains: Chains
  readonly #deliveryOf: (step: Omit<JourneyStep, 'delivery'>) => PacketResult | undefined
  readonly #trails = new Map<string, Trail>()
  /** The last block that was read, by chain. */
  readonly #read = new Map<string, Block>()

  constructor(chains: Chains, deliveryOf: (step: Omit<JourneyStep, 'delivery'>) => PacketResult | undefined) {
    this.#chains = chains
    this.#deliveryOf = deliveryOf
  }

  /** All packets of the blocks that are kept: those that followed from no other, each with those that followed from it. */
  get all(): readonly Journey[] {
    this.#follow()
    const children = new Map<string | undefined, [string, PacketOrigin][]>()
    for (const [key, trail] of [...this.#trails].toSorted(([, a], [, b]) => Number(startOf(a) - startOf(b)))) {
      const [parent, origin] = this.#parentOf(trail)
      const siblings = children.get(parent) ?? []
      siblings.push([key, origin])
      children.set(parent, siblings)
    }
    const journey = ([key, origin]: readonly [string, PacketOrigin]): Journey => {
      const { packet, cause, acknowledgement, steps } = this.#trails.get(key)!
      const node: Journey = {
        packet,
        origin,
        during: origin === 'sent' ? undefined : origin === 'caused' ? cause!.event : 'received',
        state: stateOf(steps, acknowledgement),
        acknowledgement,
        steps: steps
          .toSorted((a, b) => ORDER.indexOf(a.event) - ORDER.indexOf(b.event))
          .map((step) => ({ ...step, delivery: DELIVERED.has(step.event) ? this.#deliveryOf(step) : undefined })),
        next: (children.get(key) ?? []).map(journey),
      }
      return shownAs(node, (one) => asLines(journeyLines(one)))
    }
    return (children.get(undefined) ?? []).map(journey)
  }

  /** The packet that another followed from, and how. Attempts of one leg are siblings. */
  #parentOf({ packet, cause }: Trail): readonly [string | undefined, PacketOrigin] {
    const before = cause && this.#trails.get(cause.key)
    if (cause === undefined || before === undefined) return [undefined, 'sent']
    const { prefix } = this.#chains.get(packet.from).app
    if (cause.event === 'received' && isNextLeg(prefix, before.packet, packet)) return [cause.key, 'forwarded']
    if (cause.event === 'timedOut') {
      const [first] = this.#parentOf(before)
      const leg = first === undefined ? undefined : this.#trails.get(first)
      if (leg !== undefined && isNextLeg(prefix, leg.packet, packet)) return [first, 'retried']
    }
    return [cause.key, 'caused']
  }

  #follow(): void {
    // A snapshot was restored.
    if ([...this.#read].some(([chain, block]) => isUndone(this.#chains.get(chain), block))) {
      this.#trails.clear()
      this.#read.clear()
    }
    for (const host of this.#chains.all) {
      const { baseApp } = host.app
      for (let at = (this.#read.get(host.key)?.height ?? 0) + 1; at <= host.app.height; at++) {
        const block = baseApp.block(at)
        if (block === undefined) continue
        this.#read.set(host.key, block)
        for (const { code, hash, events } of block.txs) if (code === 0) this.#note(host, block, hash, events)
        this.#note(host, block, '', block.events)
      }
    }
  }

  /** Reads the events of one transaction, or those of a block itself. */
  #note(host: ChainHost, { height, time }: Block, hash: string, events: readonly Event[]): void {
    const place = { chain: host.key, height: BigInt(height), time, hash }
    const deliveries: { readonly at: number; readonly message: string | undefined; readonly cause: Cause }[] = []
    const step = (trail: Trail | undefined, event: JourneyEvent): void => void trail?.steps.push({ event, ...place })
    for (const [at, event] of events.entries()) {
      const ended = endedPacketOf(event)
      if (ended !== undefined) {
        const key = packetKeyOf(host.key, { packet: ended })
        const what = event.type === 'timeout_packet' ? 'timedOut' : 'acknowledged'
        step(this.#trails.get(key), what)
        deliveries.push({ at, message: messageIndex(event), cause: { key, event: what } })
      } else if (event.type === 'recv_packet' || event.type === 'write_acknowledgement') {
        const packet = packetOf(event)
        const from = packet && this.#chains.originOfPacket(host, packet)
        if (packet === undefined || from === undefined) continue
        const trail = this.#trail(from, host, packet)
        step(trail, event.type === 'recv_packet' ? 'received' : 'answered')
        if (event.type === 'write_acknowledgement') trail.acknowledgement = acknowledgementOf(event)
        else
          deliveries.push({
            at,
            message: messageIndex(event),
            cause: { key: packetKeyOf(from.key, packet), event: 'received' },
          })
      }
    }
    for (const [at, event] of events.entries()) {
      const packet = event.type === 'send_packet' ? packetOf(event) : undefined
      const to = packet && this.#chains.routeOfPacket(host, packet)?.to
      if (packet === undefined || to === undefined) continue
      const trail = this.#trail(host, to, packet)
      trail.steps.unshift({ event: 'sent', ...place })
      // Its own message delivers one packet.
      const own = deliveries.filter(({ message }) => message === messageIndex(event))
      trail.cause = (own.findLast((delivery) => delivery.at < at) ?? own[0])?.cause
    }
  }

  /** The record of a packet: chains are read one after the other, so its receipt may be seen first. */
  #trail(from: ChainHost, to: ChainHost, some: SomePacket): Trail {
    const key = packetKeyOf(from.key, some)
    const known = this.#trails.get(key)
    if (known !== undefined) return known
    const packet = packetInfo({ ...some, from: from.key, to: to.key })
    const trail: Trail = { packet, cause: undefined, acknowledgement: undefined, steps: [] }
    this.#trails.set(key, trail)
    return trail
  }
}

/** In which order things happen to a packet; chains are read one after the other. */
const ORDER: readonly JourneyEvent[] = ['sent', 'received', 'answered', 'acknowledged', 'timedOut']

/** Events that deliveries of the packet itself cause. */
const DELIVERED: ReadonlySet<JourneyEvent> = new Set(['received', 'acknowledged', 'timedOut'])

const startOf = ({ steps }: Trail): bigint => steps.find(({ event }) => event === 'sent')?.time ?? steps[0]?.time ?? 0n

const messageIndex = ({ attributes }: Event): string | undefined =>
  attributes.find(([name]) => name === 'msg_index')?.[1]

function isUndone({ app }: ChainHost, block: Block): boolean {
  const now = app.baseApp.block(block.height)
  return app.height < block.height || (now !== undefined && now !== block)
}

function stateOf(steps: Trail['steps'], acknowledgement: Uint8Array | undefined): JourneyState {
  const happened = new Set(steps.map(({ event }) => event))
  if (happened.has('timedOut')) return 'timedOut'
  if (happened.has('acknowledged')) return isError(acknowledgement) ? 'refused' : 'delivered'
  if (happened.has('answered')) return 'answered'
  return happened.has('received') ? 'received' : 'sent'
}

/** Whether it is an error of a channel, or between clients. */
function isError(acknowledgement: Uint8Array | undefined): boolean {
  if (acknowledgement === undefined) return false
  if (equalBytes(acknowledgement, ERROR_ACKNOWLEDGEMENT)) return true
  const value = jsonValue(acknowledgement)
  return typeof value === 'object' && value !== null && 'error' in value
}

/** The relayer's deliveries of a journey, in the order of the tree. */
export const deliveriesOf = ({ steps, next }: Journey): readonly PacketResult[] => [
  ...steps.flatMap(({ delivery }) => delivery ?? []),
  ...next.flatMap(deliveriesOf),
]

/** A packet and all that followed from it. */
export const allOf = (journey: Journey): readonly Journey[] => [journey, ...journey.next.flatMap(allOf)]

/** The tree with a packet, or with the first packet that a transaction sent. */
export function findJourney(all: readonly Journey[], of: TxResult | PacketInfo): Journey | undefined {
  const isIt = ({ packet, steps: [sent] }: Journey): boolean =>
    'sequence' in of
      ? PLACE.every((member) => packet[member] === of[member])
      : of.hash !== '' && sent?.event === 'sent' && sent.chain === of.chain && sent.hash === of.hash
  return all.find((journey) => allOf(journey).some(isIt))
}

const PLACE = ['from', 'sourcePort', 'sourceChannel', 'sequence'] as const
