import * as fc from 'fast-check'
import { UsageError } from '../../base/index.js'
import type { ActionInput, PacketFilterInput, PacketInfo } from '../../sandbox/internal.js'
import { ODD_ERRORS, RUBBISH } from './odd-acknowledgements.js'

/** `never`: nobody relays it. `odd`: an acknowledgement that no application of the hub writes. */
const OUTCOMES = ['result', 'error', 'timeout', 'never', 'odd'] as const
/** The outcome of a packet. `never`: nobody relays it. `odd`: an acknowledgement that no application of the hub writes. */
export type OutcomeKind = (typeof OUTCOMES)[number]

/** An outcome, and the actions that cause it. */
export interface PacketOutcome {
  readonly kind: OutcomeKind
  readonly actions: readonly ActionInput[]
}

/** The filter that selects just this packet, for the methods of `sandbox.relayer`. */
export const packetFilter = ({ from, sourcePort, sourceChannel, sequence }: PacketInfo): PacketFilterInput => ({
  from,
  port: sourcePort,
  channel: sourceChannel,
  sequence: sequence.toString(),
})

/**
 * The possible outcomes of a packet: it is received and acknowledged, its receiver fails, it times out, or nobody relays it. On an ordered
 * channel a timeout closes the channel, as on the chain.
 *
 * @param kinds the outcomes to choose from; `result`, `error`, `timeout` and `never` when left out
 * @example
 * const [packet] = sandbox.relayer.pending()
 * fc.assert(fc.asyncProperty(packetOutcomes(packet!), async ({ actions }) => {
 *   for (const action of actions) await sandbox.perform(action)
 * }))
 */
export function packetOutcomes(
  packet: PacketInfo,
  kinds: readonly OutcomeKind[] = ['result', 'error', 'timeout', 'never'],
): fc.Arbitrary<PacketOutcome> {
  if (kinds.length === 0)
    throw new UsageError('the list of outcomes is empty', { details: [`right: some of ${OUTCOMES.join(', ')}`] })
  const filter = packetFilter(packet)
  const relay = (more: object = {}): ActionInput => ({ action: 'relay', filter, ...more })
  const of: Readonly<Record<OutcomeKind, fc.Arbitrary<readonly ActionInput[]>>> = {
    result: fc.constant([relay()]),
    error: fc.constantFrom(1, 5, 7).map((errorCode) => [relay({ receiver: { errorCode } })]),
    timeout: fc.constant([{ action: 'skipPastTimeout', chain: packet.to }, relay()]),
    never: fc.constant([{ action: 'dropPackets', filter }]),
    odd: fc
      .constantFrom(...ODD_ERRORS, ...RUBBISH)
      .map((acknowledgement) => [relay({ receiver: { acknowledgement } })]),
  }
  return fc.oneof(...kinds.map((kind) => of[kind].map((actions): PacketOutcome => ({ kind, actions }))))
}

/** Options of {@link deliveryOrders}. */
export interface DeliveryOrderOptions {
  /** Whether a packet's channel is ordered; by default none is. */
  readonly isOrdered?: (packet: PacketInfo) => boolean
}

/**
 * The legal orders of delivery: any order on unordered channels; by sequence on an ordered one, with packets of other channels in between.
 *
 * @example
 * fc.assert(fc.asyncProperty(deliveryOrders(sandbox.relayer.pending()), async (packets) => {
 *   for (const packet of packets) await sandbox.relayer.relay({ filter: packet })
 * }))
 */
export function deliveryOrders<P extends PacketInfo>(
  packets: readonly P[],
  { isOrdered = () => false }: DeliveryOrderOptions = {},
): fc.Arbitrary<readonly P[]> {
  const channelOf = ({ from, sourcePort, sourceChannel }: P): string => `${from}/${sourcePort}/${sourceChannel}`
  return fc.shuffledSubarray([...packets], { minLength: packets.length }).map((shuffled) => {
    // An ordered channel keeps the positions that the shuffle gave it, but its packets are put there by sequence.
    const queues = new Map<string, P[]>()
    for (const packet of shuffled.filter(isOrdered)) {
      const queue = queues.get(channelOf(packet)) ?? []
      queues.set(
        channelOf(packet),
        [...queue, packet].sort((a, b) => Number(a.sequence - b.sequence)),
      )
    }
    return shuffled.map((packet) => (isOrdered(packet) ? queues.get(channelOf(packet))!.shift()! : packet))
  })
}
