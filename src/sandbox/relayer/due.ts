import { getChannel, getSequence } from '../../modules/ibc/index.js'
import { heightOn, isElapsed, nextReceiveKey, Order, State, IBC_STORE } from '../../modules/ibc/relay.js'
import type { ChainHost } from '../host/chain-host.js'
import type { PacketStep } from './actions.js'
import type { ChannelDelivery, PacketDelivery } from './delivery.js'
import type { PacketInfo, PacketState } from './outcome.js'
import type { Chains } from './chains.js'
import { recordKeyOf } from './packets.js'
import type { RestlessChannel, TrackedPacket } from './tracker.js'

export interface PacketStatus {
  readonly state: PacketState
  readonly next: PacketStep | undefined
}

/** The time of a chain's next block when it keeps up with the other one's clock. */
export const nextTime = (host: ChainHost, ...others: readonly ChainHost[]): bigint =>
  others.reduce((latest, { app }) => (app.time > latest ? app.time : latest), host.app.baseApp.nextTime)

/**
 * Whether the last block is the first under a new chain id, or the one before it. An upgraded client knows that first block without its state, so
 * proofs need a later one.
 */
export const isJustUpgraded = ({ app: { baseApp: app, height } }: ChainHost): boolean => {
  const { from } = app.eras.at(-1)!
  return from > 0 && height <= from
}

/** Whether a packet has timed out on a chain, by its last block. */
export const elapsed = ({ packet }: TrackedPacket, { app }: ChainHost): boolean =>
  isElapsed(packet, heightOn(app.baseApp, app.height), app.time)

/** Whether a packet could no longer be received in a chain's next block, with one more block of the sender before it. */
function isLate({ packet }: TrackedPacket, from: ChainHost, to: ChainHost): boolean {
  const own = to.app.baseApp.nextTime
  const sender = nextTime(from, to)
  return isElapsed(packet, heightOn(to.app.baseApp, to.app.height + 1), own > sender ? own : sender)
}

/** Whether the sender's chain still has the packet's commitment: it is neither acknowledged nor timed out. */
export const isOpen = (tracked: TrackedPacket, chains: Chains): boolean =>
  chains.get(tracked.from).app.context.store(IBC_STORE).has(recordKeyOf(tracked, 'commitments'))

/** The state of an open packet, from the states of both chains. */
export function statusOf(tracked: TrackedPacket, chains: Chains): PacketStatus {
  const { packet, payload, acknowledgement } = tracked
  const [from, to] = [chains.get(tracked.from), chains.get(tracked.to)]
  const { destinationPort, destinationChannel, sequence } = packet
  const receiver = to.app.context
  const channel = payload === undefined ? getChannel(receiver, destinationPort, destinationChannel) : undefined
  const received =
    channel?.ordering === Order.ORDER_ORDERED
      ? (getSequence(receiver, nextReceiveKey(destinationPort, destinationChannel)) ?? 0n) > sequence
      : receiver.store(IBC_STORE).has(recordKeyOf(tracked, 'receipts'))
  if (received) {
    if (acknowledgement === undefined) return { state: 'received', next: undefined }
    return { state: isClosed(tracked, from) ? 'stranded' : 'acknowledged', next: 'ack' }
  }
  if (isLate(tracked, from, to)) return { state: 'timedOut', next: 'timeout' }
  if (channel?.state === State.STATE_CLOSED) return { state: 'closed', next: 'timeoutOnClose' }
  return { state: 'sent', next: 'recv' }
}

/** Whether the sender's end of the channel is closed: its chain takes timeouts then, and no acknowledgement. Source: `AcknowledgePacket` of ibc-go */
const isClosed = ({ packet, payload }: TrackedPacket, { app }: ChainHost): boolean =>
  payload === undefined &&
  getChannel(app.context, packet.sourcePort, packet.sourceChannel)?.state === State.STATE_CLOSED

export const packetInfo = ({
  from,
  to,
  packet,
  payload,
}: Pick<TrackedPacket, 'from' | 'to' | 'packet' | 'payload'>): PacketInfo => ({
  from,
  to,
  ...packet,
  ...(payload && { payload }),
})

/** The delivery of a packet, due or not. Undefined when the channel is gone, and for a step that packets between clients do not have. */
export function packetDelivery(tracked: TrackedPacket, kind: PacketStep, chains: Chains): PacketDelivery | undefined {
  const [from, to] = [chains.get(tracked.from), chains.get(tracked.to)]
  const route = chains.routeOfPacket(from, tracked)
  if (route === undefined || (tracked.payload !== undefined && kind === 'timeoutOnClose')) return undefined
  const common = { key: `${kind} ${tracked.key}`, kind, tracked }
  if (kind === 'recv') return { ...common, on: to, of: from, client: route.clientThere, provenFrom: tracked.sentAt + 1 }
  const provenFrom = {
    ack: (tracked.acknowledgement?.at ?? 0) + 1,
    timeout: 1,
    // When the channel was closed is not known.
    timeoutOnClose: to.app.height + 1,
  }[kind]
  return { ...common, on: from, of: to, client: route.client, provenFrom }
}

/** The next step of a channel's handshake that this end brought about; undefined when there is none, `settled` when there never will be. */
export function channelDelivery(
  end: RestlessChannel,
  all: Iterable<RestlessChannel>,
  chains: Chains,
): ChannelDelivery | 'settled' | undefined {
  const { port, channelId } = end
  const own = chains.get(end.chain)
  const route = chains.route(own, port, channelId)
  if (route === undefined) return 'settled'
  const { channel, to: other, connection } = route
  const there = { port, channelId, channel }
  const proven = { there, of: own, provenFrom: own.app.height + 1 }
  const onOther = { on: other, client: route.clientThere, connection: connection.counterparty.connectionId }
  const key = (kind: string): string => `${kind} ${end.chain}/${port}/${channelId}`
  const { counterparty } = channel
  if (channel.state === State.STATE_INIT) {
    for (const answer of all) {
      if (answer.chain !== other.key) continue
      const end = getChannel(other.app.context, answer.port, answer.channelId)
      if (end?.counterparty.portId === port && end.counterparty.channelId === channelId) return undefined
    }
    const here = { port: counterparty.portId, channelId: '' }
    return { ...proven, ...onOther, key: key('openTry'), kind: 'openTry', here }
  }
  const opposite = { port: counterparty.portId, channelId: counterparty.channelId }
  const state = getChannel(other.app.context, opposite.port, opposite.channelId)
  if (channel.state === State.STATE_TRYOPEN) {
    if (state?.state === State.STATE_INIT)
      return { ...proven, ...onOther, key: key('openAck'), kind: 'openAck', here: opposite }
    if (state?.state !== State.STATE_OPEN) return 'settled'
    return {
      key: key('openConfirm'),
      kind: 'openConfirm',
      on: own,
      of: other,
      client: route.client,
      connection: channel.connectionHops[0]!,
      provenFrom: other.app.height + 1,
      there: { ...opposite, channel: state },
      here: { port, channelId },
    }
  }
  if (channel.state === State.STATE_CLOSED && state?.state === State.STATE_OPEN)
    return { ...proven, ...onOther, key: key('closeConfirm'), kind: 'closeConfirm', here: opposite }
  return 'settled'
}
