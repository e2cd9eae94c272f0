import { asLines, UsageError } from '../../base/index.js'
import {
  deliveriesOf as journeyDeliveries,
  journeyLines,
  jsonValue,
  Relayer,
  Sandbox,
  type Journey,
  type PacketInfo,
  type PacketResult,
  type PendingPacket,
} from '../../sandbox/internal.js'
import {
  listed,
  type MatcherContext,
  matches,
  not,
  resultText,
  type Settled,
  show,
  type TextMatch,
  type Verdict,
  wrongSubject,
} from './context.js'

/** What a packet is compared with; omitted members are not compared. */
export interface ExpectedPacket {
  /** Chains by their names in the sandbox. */
  readonly from?: TextMatch
  readonly to?: TextMatch
  readonly sequence?: bigint
  readonly sourcePort?: TextMatch
  readonly sourceChannel?: TextMatch
  readonly destinationPort?: TextMatch
  readonly destinationChannel?: TextMatch
  /** Its data as JSON, or a part of it; base64 if it is not JSON. */
  readonly data?: unknown
}

/** What to expect of a packet in flight. */
export interface ExpectedPending extends ExpectedPacket {
  readonly state?: PendingPacket['state']
  readonly next?: PendingPacket['next']
}

/** `success` and `error` as the transfer protocol writes acknowledgements (`result`, `error`); an object is compared with their JSON. */
export type ExpectedAcknowledgement = 'success' | 'error' | Readonly<Record<string, unknown>>

export interface PacketMatchers<R = unknown> {
  /** Packets are in flight (subject: the relayer or the sandbox): at least one, this many, or one that matches. */
  toHavePending(this: Settled<R>, expected?: number | ExpectedPending): R
  /**
   * The relayer's deliveries include one of this kind, of a packet that matches.
   * @example expect(await relayer.relay()).toDeliver('recv', { from: 'neutron', to: 'hub' })
   */
  toDeliver(this: Settled<R>, kind: PacketResult['kind'], expected?: ExpectedPacket): R
  /** The relayer's deliveries include an acknowledgement, one that matches. */
  toBeAcknowledged(this: Settled<R>, expected?: ExpectedAcknowledgement): R
  /** The relayer's deliveries include a timeout of a packet, by time, height or a closed channel. */
  toTimeOut(this: Settled<R>, expected?: ExpectedPacket): R
  /** A journey ended on that chain: the packet was delivered there, or forwarded until it was (subject: `relayer.journey(…)`). */
  toArriveAt(this: Settled<R>, chain: TextMatch): R
  /** A journey ended where it began: the first packet was answered with an error, or timed out (subject: `relayer.journey(…)`). */
  toBeRefunded(this: Settled<R>): R
}

const packetView = (packet: PacketInfo) => ({ ...packet, data: jsonValue(packet.data) })

const packetLine = (packet: PacketInfo): string =>
  `${packet.from} ${packet.sourcePort}/${packet.sourceChannel} → ${packet.to} ${packet.destinationPort}/${packet.destinationChannel} #${packet.sequence} ${show(jsonValue(packet.data)).slice(0, 160)}`

const isJourney = (value: unknown): value is Journey =>
  typeof value === 'object' && value !== null && 'packet' in value && 'origin' in value && 'next' in value

function journeyOf(received: unknown, matcher: string): Journey {
  if (isJourney(received)) return received
  throw wrongSubject(
    matcher,
    'the journey of a packet',
    `expect(sandbox.relayer.journey(sent)).${matcher}(…)`,
    received,
  )
}

/** Where a packet and its last leg were delivered; undefined while one is in flight, and after a failure. */
function arrivedAt({ packet, state, next }: Journey): string | undefined {
  if (state !== 'delivered') return undefined
  const leg = next.findLast(({ origin }) => origin === 'forwarded' || origin === 'retried')
  return leg === undefined ? packet.to : arrivedAt(leg)
}

function deliveriesOf(received: unknown, matcher: string): readonly PacketResult[] {
  if (isJourney(received)) return journeyDeliveries(received)
  const list: readonly unknown[] = Array.isArray(received) ? received : [received]
  if (list.every((item) => typeof item === 'object' && item !== null && 'kind' in item && 'packet' in item))
    return list as readonly PacketResult[]
  throw wrongSubject(
    matcher,
    'deliveries of the relayer, or the journey of a packet',
    `expect(await sandbox.relayer.relay()).${matcher}(…)`,
    received instanceof Promise ? 'a promise' : received,
  )
}

const deliveryLines = (deliveries: readonly PacketResult[]): string =>
  listed(
    'delivered packets are',
    deliveries.flatMap((delivery) => [
      `${delivery.kind} ${delivery.packet === undefined ? '' : packetLine(delivery.packet)}${acknowledgementText(delivery)}`,
      ...resultText(delivery)
        .split('\n')
        .map((line) => `  ${line}`),
    ]),
  )

const acknowledgementText = ({ acknowledgement }: PacketResult): string =>
  acknowledgement === undefined ? '' : ` acknowledged ${show(jsonValue(acknowledgement))}`

const journeyText = (expected: string, journey: Journey): string =>
  asLines([`${expected}, but`, ...journeyLines(journey, 1)])

const hasPacket = (context: MatcherContext, delivery: PacketResult, expected: ExpectedPacket): boolean =>
  delivery.packet === undefined
    ? Object.keys(expected).length === 0
    : matches(context, packetView(delivery.packet), expected)

function isAcknowledged(
  context: MatcherContext,
  delivery: PacketResult,
  expected: ExpectedAcknowledgement | undefined,
) {
  if (delivery.kind !== 'ack' || delivery.acknowledgement === undefined) return false
  const value = jsonValue(delivery.acknowledgement)
  if (expected === undefined) return true
  if (typeof expected === 'object') return matches(context, value, expected)
  const isError = typeof value === 'object' && value !== null && 'error' in value
  return isError === (expected === 'error')
}

export const packetMatchers = {
  toHavePending(this: MatcherContext, received: unknown, expected?: number | ExpectedPending): Verdict {
    const relayer = received instanceof Sandbox ? received.relayer : received
    if (!(relayer instanceof Relayer))
      throw wrongSubject(
        'toHavePending',
        'the packets of a relayer',
        'expect(sandbox.relayer).toHavePending(…)',
        received,
      )
    const pending = relayer.pending()
    const pass =
      expected === undefined
        ? pending.length > 0
        : typeof expected === 'number'
          ? pending.length === expected
          : pending.some((packet) => matches(this, packetView(packet), expected))
    const wanted =
      expected === undefined
        ? 'packets'
        : typeof expected === 'number'
          ? `${expected} packets`
          : `a packet ${show(expected)}`
    return {
      pass,
      message: () =>
        `expected ${not(this)}to have ${wanted} pending, but ${listed(
          'pending packets are',
          pending.map((packet) => `${packet.state}, next ${packet.next ?? 'nothing'}: ${packetLine(packet)}`),
        )}`,
    }
  },

  toDeliver(
    this: MatcherContext,
    received: unknown,
    kind: PacketResult['kind'],
    expected: ExpectedPacket = {},
  ): Verdict {
    const deliveries = deliveriesOf(received, 'toDeliver')
    if (typeof kind !== 'string')
      throw new UsageError('toDeliver() takes the kind of the delivery as its first argument', {
        details: [`given: ${show(kind)}`, "right: toDeliver('ack', { sequence: 1n })"],
      })
    return {
      pass: deliveries.some((delivery) => delivery.kind === kind && hasPacket(this, delivery, expected)),
      message: () => `expected ${not(this)}a delivery ${kind} ${show(expected)}, but ${deliveryLines(deliveries)}`,
    }
  },

  toBeAcknowledged(this: MatcherContext, received: unknown, expected?: ExpectedAcknowledgement): Verdict {
    const deliveries = deliveriesOf(received, 'toBeAcknowledged')
    const wanted = expected === undefined ? '' : ` with ${show(expected)}`
    return {
      pass: deliveries.some((delivery) => isAcknowledged(this, delivery, expected)),
      message: () => `expected the packet ${not(this)}to be acknowledged${wanted}, but ${deliveryLines(deliveries)}`,
    }
  },

  toArriveAt(this: MatcherContext, received: unknown, chain: TextMatch): Verdict {
    const journey = journeyOf(received, 'toArriveAt')
    const end = arrivedAt(journey)
    return {
      pass: end !== undefined && matches(this, end, chain),
      message: () => journeyText(`expected the packet ${not(this)}to arrive at ${show(chain)}`, journey),
    }
  },

  toBeRefunded(this: MatcherContext, received: unknown): Verdict {
    const journey = journeyOf(received, 'toBeRefunded')
    return {
      pass: journey.state === 'refused' || journey.state === 'timedOut',
      message: () => journeyText(`expected the packet ${not(this)}to be refunded`, journey),
    }
  },

  toTimeOut(this: MatcherContext, received: unknown, expected: ExpectedPacket = {}): Verdict {
    const deliveries = deliveriesOf(received, 'toTimeOut')
    return {
      pass: deliveries.some(
        (delivery) =>
          (delivery.kind === 'timeout' || delivery.kind === 'timeoutOnClose') && hasPacket(this, delivery, expected),
      ),
      message: () => `expected the packet ${not(this)}to time out, but ${deliveryLines(deliveries)}`,
    }
  },
}
