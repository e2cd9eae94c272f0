import * as fc from 'fast-check'
import { UsageError } from '../../base/errors.js'
import type { ActionInput, PacketFilterInput, PacketInfo } from '../../sandbox/index.js'
import { jsonBinary } from './binary.js'

/** What can become of a packet; `never`: nobody relays it. `odd` is an acknowledgement as no application of the hub writes it. */
const OUTCOMES = ['result', 'error', 'timeout', 'never', 'odd'] as const
/** How a packet can end. */
export type OutcomeKind = (typeof OUTCOMES)[number]

/** An outcome, and the actions that bring it about. */
export interface PacketOutcome {
  readonly kind: OutcomeKind
  readonly actions: readonly ActionInput[]
}

/** Which packet is meant: what `sandbox.relayer.pending()` and `filter` of its methods have in common. */
export const packetFilter = ({ from, sourcePort, sourceChannel, sequence }: PacketInfo): PacketFilterInput => ({
  from,
  port: sourcePort,
  channel: sourceChannel,
  sequence: sequence.toString(),
})

/** An error without a text counts as a result to the contract manager; a result may be empty, or hold what nobody expects. */
const ODD = [{ error: '' }, { result: '' }, { result: 'AQ==' }, { result: 'e30=' }].map(jsonBinary)

/**
 * Each legal outcome of a packet that was sent: it is received and acknowledged, its receiver fails, it times out, or nobody relays it. On an
 * ordered channel a timeout closes the channel, as on the chain.
 *
 * @param kinds which outcomes; `result`, `error`, `timeout` and `never` when left out
 * @example
 * const [packet] = sandbox.relayer.pending()
 * fc.assert(fc.asyncProperty(packetOutcomes(packet), async ({ actions }) => {
 *   for (const action of actions) await sandbox.perform(action)
 * }))
 */
export function packetOutcomes(
  packet: PacketInfo,
  kinds: readonly OutcomeKind[] = ['result', 'error', 'timeout', 'never'],
): fc.Arbitrary<PacketOutcome> {
  if (kinds.length === 0)
    throw new UsageError('a packet needs some outcome', { details: [`there are: ${OUTCOMES.join(', ')}`] })
  const filter = packetFilter(packet)
  const relay = (more: object = {}): ActionInput => ({ action: 'relay', filter, ...more })
  const of: Readonly<Record<OutcomeKind, fc.Arbitrary<readonly ActionInput[]>>> = {
    result: fc.constant([relay()]),
    error: fc.constantFrom(1, 5, 7).map((errorCode) => [relay({ receiver: { errorCode } })]),
    timeout: fc.constant([{ action: 'skipPastTimeout', chain: packet.to }, relay()]),
    never: fc.constant([{ action: 'dropPackets', filter }]),
    odd: fc.constantFrom(...ODD).map((acknowledgement) => [relay({ receiver: { acknowledgement } })]),
  }
  return fc.oneof(...kinds.map((kind) => of[kind].map((actions): PacketOutcome => ({ kind, actions }))))
}

/** What {@link deliveryOrders} is told of channels. */
export interface DeliveryOrderOptions {
  /** Whether a packet's channel delivers in the order of sending; none does when left out. */
  readonly isOrdered?: (packet: PacketInfo) => boolean
}

/**
 * Every legal order in which packets may be delivered: any on unordered channels; on an ordered one by sequence, with packets of other
 * channels anywhere between.
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
    // The places of an ordered channel stay where chance put them; its packets come to them by sequence.
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
