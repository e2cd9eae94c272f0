import type { Json } from '../values/values.js'
import { jsonValue } from '../values/json-value.js'
import { bytesText } from '../trace/message-text.js'
import { traceLines } from '../trace/trace.js'
import type { Journey, JourneyEvent, JourneyState, PacketOrigin } from './journeys.js'
import type { PacketInfo } from './outcome.js'

const STATES: Readonly<Record<JourneyState, string>> = {
  sent: 'in flight',
  received: 'received, not answered yet',
  answered: 'answered, its sender has not been notified',
  delivered: 'delivered',
  refused: 'refused with an error acknowledgement',
  timedOut: 'timed out',
}

const ORIGINS: Readonly<Record<PacketOrigin, string>> = {
  sent: '',
  forwarded: 'forwarded: ',
  retried: 'sent again: ',
  caused: 'led to: ',
}

const EVENTS: Readonly<Record<JourneyEvent, string>> = {
  sent: 'sent',
  received: 'received',
  answered: 'answered',
  acknowledged: 'acknowledged',
  timedOut: 'timed out',
}

const WIDTH = 120
const shorten = (text: string): string => (text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text)

/** The content of a packet, in a few words: coins and who receives them, or its data. */
export function packetContent({ data }: PacketInfo): string {
  const { amount, denom, receiver } = (jsonValue(data) ?? {}) as { readonly [member: string]: Json }
  const isTransfer = [amount, denom, receiver].every((member) => typeof member === 'string')
  return isTransfer ? `${amount as string} ${denom as string} to ${receiver as string}` : bytesText(data)
}

/** A packet as a line: its number, its route, and its state. */
const packetLine = ({ packet, origin, state }: Journey): string =>
  `${ORIGINS[origin]}packet ${packet.sequence} from ${packet.from} ${packet.sourceChannel} to ${packet.to} ${packet.destinationChannel}: ${STATES[state]}`

/**
 * A packet as a tree of text over all chains that it led to: where and when it was sent, received, answered and settled, the calls of contracts in each
 * delivery, and below them the packets that followed.
 */
export function journeyLines(journey: Journey, depth = 0): readonly string[] {
  const { packet, steps, next, acknowledgement } = journey
  const indent = '  '.repeat(depth + 1)
  const lines = [`${'  '.repeat(depth)}${packetLine(journey)}`, `${indent}${shorten(packetContent(packet))}`]
  for (const { event, chain, height, delivery } of steps) {
    const answer = event === 'answered' && acknowledgement ? ` ${shorten(bytesText(acknowledgement))}` : ''
    const gas = delivery === undefined ? '' : `, ${delivery.gasUsed} gas`
    lines.push(`${indent}${EVENTS[event]} on ${chain} at height ${height}${gas}${answer}`)
    lines.push(...(delivery?.trace ?? []).flatMap((node) => traceLines(node, depth + 2)))
    lines.push(...next.filter(({ during }) => during === event).flatMap((one) => journeyLines(one, depth + 1)))
  }
  return lines
}
