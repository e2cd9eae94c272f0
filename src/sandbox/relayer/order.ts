import { getChannel, getSequence } from '../../modules/ibc/index.js'
import { nextAckKey, nextReceiveKey, Order } from '../../modules/ibc/relay.js'
import type { Chains } from './chains.js'
import type { Delivery, PacketDelivery } from './delivery.js'

/** Sequence of a packet; steps of channels have none. */
export const sequenceOf = (delivery: Delivery): bigint =>
  'tracked' in delivery ? delivery.tracked.packet.sequence : 0n

/** Equal for deliveries that an ordered channel accepts in sequence: packets, or acknowledgements. Undefined for all others. */
export function orderedChannel(delivery: Delivery, chains: Chains): string | undefined {
  if ((delivery.kind !== 'recv' && delivery.kind !== 'ack') || delivery.tracked.payload !== undefined) return undefined
  const { from, packet } = delivery.tracked
  const { sourcePort, sourceChannel } = packet
  const channel = getChannel(chains.get(from).app.context, sourcePort, sourceChannel)
  if (channel?.ordering !== Order.ORDER_ORDERED) return undefined
  return `${delivery.kind} ${from}/${sourcePort}/${sourceChannel}`
}

/** The next sequence that an ordered channel accepts, for this kind of delivery. */
function nextSequence({ kind, tracked, on }: PacketDelivery): bigint {
  const { packet } = tracked
  const key =
    kind === 'recv'
      ? nextReceiveKey(packet.destinationPort, packet.destinationChannel)
      : nextAckKey(packet.sourcePort, packet.sourceChannel)
  return getSequence(on.app.context, key) ?? 1n
}

/** Those that can be delivered one after the other: for an ordered channel, all up to the first gap. */
export function inOrder(deliveries: readonly Delivery[], chains: Chains): Delivery[] {
  const next = new Map<string, bigint>()
  return deliveries.filter((delivery) => {
    const channel = orderedChannel(delivery, chains)
    if (channel === undefined || (delivery.kind !== 'recv' && delivery.kind !== 'ack')) return true
    const wanted = next.get(channel) ?? nextSequence(delivery)
    next.set(channel, sequenceOf(delivery) === wanted ? wanted + 1n : wanted)
    return sequenceOf(delivery) === wanted
  })
}
