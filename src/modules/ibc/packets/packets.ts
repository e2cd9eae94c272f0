import type { Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { equalBytes } from '../../../base/index.js'
import { GoPanic, wrapError, wrapping, type Context } from '../../../chain/index.js'
import { sha256 } from '../../../crypto/index.js'
import type { AcknowledgementBytes, PacketSender } from '../application.js'
import {
  assertOpen,
  channelOf,
  getRecord,
  Order,
  orderText,
  setChannel,
  setRecord,
  State,
  type Channel,
} from '../channels/state.js'
import { channelClosed } from '../channels/events.js'
import { seen } from '../channels/handshake.js'
import type { Clients } from '../clients/clients.js'
import { connectionOf, openConnection, type ConnectionEnd } from '../connections/state.js'
import { CounterpartyState, type PacketPlace, type Proof } from '../connections/verify.js'
import {
  ErrAcknowledgementExists,
  ErrClientNotActive,
  ErrInvalidAcknowledgement,
  ErrInvalidChannelOrdering,
  ErrInvalidClientHeight,
  ErrInvalidPacket,
  ErrPacketReceived,
  ErrPacketSequenceOutOfOrder,
  ErrSequenceAckNotFound,
  ErrSequenceReceiveNotFound,
  ErrSequenceSendNotFound,
} from '../errors.js'
import { isZeroHeight, selfHeight, type Height } from '../height.js'
import { nextAckKey, nextReceiveKey, nextSendKey, packetKey, receiveStartKey, STORE } from '../keys.js'
import { getSequence, setSequence } from '../sequence.js'
import { isCanonicalAcknowledgement } from '../../../codec/ibc/index.js'
import { acknowledgementWritten, packetAcknowledged, packetReceived, packetSent, packetTimedOut } from './events.js'
import { byteList, commitmentOf, elapsedError, isElapsed, notReachedError, validatePacket } from './packet.js'

/** The packet was already processed; this is a no-op. */
export const REDUNDANT = Symbol('redundant')
type OrRedundant = { readonly version: string } | typeof REDUNDANT

/** Sending and receiving packets. Source: ibc-go v10.5.0 04-channel/keeper/packet.go, timeout.go. */
export class Packets implements PacketSender {
  readonly #clients: Clients
  readonly #other: CounterpartyState

  constructor(clients: Clients) {
    this.#clients = clients
    this.#other = new CounterpartyState(clients)
  }

  send(
    ctx: Context,
    portId: string,
    channelId: string,
    timeoutHeight: Height,
    timeoutTimestamp: bigint,
    data: Uint8Array,
  ): bigint {
    const channel = channelOf(ctx, portId, channelId, channelId)
    assertOpen(channel)
    const sequence = getSequence(ctx, nextSendKey(portId, channelId))
    if (sequence === undefined)
      throw ErrSequenceSendNotFound.error(`source port: ${portId}, source channel: ${channelId}`)
    const { counterparty } = channel
    const packet: Packet = {
      sequence,
      sourcePort: portId,
      sourceChannel: channelId,
      destinationPort: counterparty.portId,
      destinationChannel: counterparty.channelId,
      data,
      timeoutHeight,
      timeoutTimestamp,
    }
    wrapping('constructed packet failed basic validation', () => validatePacket(packet))
    this.#checkTimeoutOfNew(ctx, packet, connectionOf(ctx, channel.connectionHops[0]!))
    setSequence(ctx, nextSendKey(portId, channelId), sequence + 1n)
    setRecord(ctx, 'commitments', portId, channelId, sequence, commitmentOf(packet))
    ctx.events.emit(...packetSent(packet, channel))
    return sequence
  }

  /** A packet that has already timed out, as far as the client knows, is not sent. */
  #checkTimeoutOfNew(ctx: Context, packet: Packet, { clientId }: ConnectionEnd): void {
    const status = this.#clients.status(ctx, clientId)
    if (status !== 'Active')
      throw ErrClientNotActive.error(`cannot send packet using client (${clientId}) with status ${status}`)
    const latest = this.#clients.latestHeight(ctx, clientId)
    if (isZeroHeight(latest))
      throw ErrInvalidClientHeight.error(`cannot send packet using client (${clientId}) with zero height`)
    const time = this.#clients.timestampAt(ctx, clientId, latest)
    if (isElapsed(packet, latest, time)) throw wrapError(elapsedError(packet, latest, time), 'invalid packet timeout')
  }

  receive(ctx: Context, packet: Packet, proof: Proof): OrRedundant {
    const { destinationPort: portId, destinationChannel: channelId, sequence } = packet
    const channel = channelOf(ctx, portId, channelId, channelId)
    assertOpen(channel)
    if (packet.sourcePort !== channel.counterparty.portId)
      throw wrongEnd('source port', 'port', packet.sourcePort, channel.counterparty.portId)
    if (packet.sourceChannel !== channel.counterparty.channelId)
      throw wrongEnd('source channel', 'channel', packet.sourceChannel, channel.counterparty.channelId)
    const connection = openConnection(ctx, channel.connectionHops[0]!)
    const [at, time] = [selfHeight(ctx), ctx.block.time]
    if (isElapsed(packet, at, time)) throw wrapError(elapsedError(packet, at, time), 'packet timeout elapsed')
    const place: PacketPlace = { portId: packet.sourcePort, channelId: packet.sourceChannel, sequence }
    wrapping("couldn't verify counterparty packet commitment", () =>
      this.#other.commitment(ctx, connection, proof, place, commitmentOf(packet)),
    )
    if (isReplay(ctx, packet, channel)) return REDUNDANT
    ctx.events.emit(...packetReceived(packet, channel))
    return { version: channel.version }
  }

  /** @throws ChainError channel/3, /5, /16, /17, /19 */
  writeAcknowledgement(ctx: Context, packet: Packet, acknowledgement: AcknowledgementBytes): void {
    const { destinationPort: portId, destinationChannel: channelId, sequence } = packet
    const channel = channelOf(ctx, portId, channelId, channelId)
    assertOpen(channel)
    assertNotBeforeUpgrade(ctx, packet)
    if (ctx.store(STORE).has(packetKey('acks', portId, channelId, sequence))) throw ErrAcknowledgementExists.error()
    const { bytes } = acknowledgement
    if (bytes.length === 0) throw ErrInvalidAcknowledgement.error('acknowledgement cannot be empty')
    setRecord(ctx, 'acks', portId, channelId, sequence, sha256(bytes))
    ctx.events.emit(...acknowledgementWritten(packet, channel, bytes))
  }

  acknowledge(ctx: Context, packet: Packet, acknowledgement: Uint8Array, proof: Proof): OrRedundant {
    const { sourcePort: portId, sourceChannel: channelId, sequence } = packet
    const channel = channelOf(ctx, portId, channelId)
    assertOpen(channel)
    checkDestination(packet, channel)
    const connection = openConnection(ctx, channel.connectionHops[0]!)
    const commitment = getRecord(ctx, 'commitments', portId, channelId, sequence)
    if (commitment === undefined || commitment.length === 0) return REDUNDANT
    if (!isCanonicalAcknowledgement(acknowledgement))
      throw ErrInvalidAcknowledgement.error('acknowledgement marshalling error')
    const expected = commitmentOf(packet)
    if (!equalBytes(commitment, expected))
      throw ErrInvalidPacket.error(
        `commitment bytes are not equal: got (${byteList(expected)}), expected (${byteList(commitment)})`,
      )
    this.#other.acknowledgement(ctx, connection, proof, destinationOf(packet), acknowledgement)
    if (channel.ordering === Order.ORDER_ORDERED) advanceAcknowledged(ctx, packet)
    ctx.store(STORE).delete(packetKey('commitments', portId, channelId, sequence))
    ctx.events.emit(...packetAcknowledged(packet, channel))
    return { version: channel.version }
  }

  timeout(ctx: Context, packet: Packet, proof: Proof, nextReceive: bigint): OrRedundant {
    const channel = channelOf(ctx, packet.sourcePort, packet.sourceChannel)
    checkDestination(packet, channel)
    const connection = connectionOf(ctx, channel.connectionHops[0]!)
    const time = this.#clients.timestampAt(ctx, connection.clientId, proof.height)
    if (!isElapsed(packet, proof.height, time))
      throw wrapError(notReachedError(packet, proof.height, time), 'packet timeout not reached')
    if (!isPending(ctx, packet)) return REDUNDANT
    const received = `packet already received, next sequence receive > packet sequence (${nextReceive} > ${packet.sequence})`
    this.#checkUnreceived(ctx, packet, channel, connection, proof, nextReceive, () => ErrPacketReceived.error(received))
    endByTimeout(ctx, packet, channel)
    return { version: channel.version }
  }

  /** The other end is closed, so the packet can never be received. */
  timeoutOnClose(ctx: Context, packet: Packet, proof: Proof, closed: Uint8Array, nextReceive: bigint): OrRedundant {
    const { sourcePort: portId, sourceChannel: channelId } = packet
    const channel = channelOf(ctx, portId, channelId)
    checkDestination(packet, channel)
    const connection = connectionOf(ctx, channel.connectionHops[0]!)
    if (!isPending(ctx, packet)) return REDUNDANT
    const expected = seen(State.STATE_CLOSED, connection, channel.ordering, { portId, channelId }, channel.version)
    const { counterparty } = channel
    const closedProof = { proof: closed, height: proof.height }
    this.#other.channel(ctx, connection, closedProof, counterparty.portId, counterparty.channelId, expected)
    // The reference forgets the closing bracket.
    const received = `packet already received, next sequence receive > packet sequence (${nextReceive} > ${packet.sequence}`
    this.#checkUnreceived(ctx, packet, channel, connection, proof, nextReceive, () => ErrInvalidPacket.error(received))
    endByTimeout(ctx, packet, channel)
    return { version: channel.version }
  }

  #checkUnreceived(
    ctx: Context,
    packet: Packet,
    channel: Channel,
    connection: ConnectionEnd,
    proof: Proof,
    nextReceive: bigint,
    received: () => Error,
  ): void {
    if (channel.ordering === Order.ORDER_ORDERED) {
      if (nextReceive > packet.sequence) throw received()
      this.#other.nextReceive(ctx, connection, proof, destinationOf(packet), nextReceive)
    } else if (channel.ordering === Order.ORDER_UNORDERED)
      this.#other.noReceipt(ctx, connection, proof, destinationOf(packet))
    else throw new GoPanic(ErrInvalidChannelOrdering.error(orderText(channel.ordering)).log)
  }
}

const destinationOf = ({ destinationPort, destinationChannel, sequence }: Packet): PacketPlace => ({
  portId: destinationPort,
  channelId: destinationChannel,
  sequence,
})

const wrongEnd = (end: string, what: string, got: string, expected: string): Error =>
  ErrInvalidPacket.error(`packet ${end} doesn't match the counterparty's ${what} (${got} ≠ ${expected})`)

function checkDestination(packet: Packet, { counterparty }: Channel): void {
  if (packet.destinationPort !== counterparty.portId)
    throw wrongEnd('destination port', 'port', packet.destinationPort, counterparty.portId)
  if (packet.destinationChannel !== counterparty.channelId)
    throw wrongEnd('destination channel', 'channel', packet.destinationChannel, counterparty.channelId)
}

function assertNotBeforeUpgrade(ctx: Context, { destinationPort, destinationChannel, sequence }: Packet): void {
  const start = getSequence(ctx, receiveStartKey(destinationPort, destinationChannel)) ?? 0n
  if (sequence < start) throw ErrPacketReceived.error('packet already processed in previous channel upgrade')
}

/** Records that a packet was received; true if it had been received before. Source: `applyReplayProtection` */
function isReplay(ctx: Context, packet: Packet, { ordering }: Channel): boolean {
  const { destinationPort: portId, destinationChannel: channelId, sequence } = packet
  assertNotBeforeUpgrade(ctx, packet)
  if (ordering === Order.ORDER_UNORDERED) {
    const receipt = getRecord(ctx, 'receipts', portId, channelId, sequence)
    if (receipt !== undefined && receipt.length > 0) return true
    setRecord(ctx, 'receipts', portId, channelId, sequence, Uint8Array.of(1))
  } else if (ordering === Order.ORDER_ORDERED) {
    const next = getSequence(ctx, nextReceiveKey(portId, channelId))
    if (next === undefined)
      throw ErrSequenceReceiveNotFound.error(`destination port: ${portId}, destination channel: ${channelId}`)
    if (sequence < next) return true
    if (sequence !== next)
      throw ErrPacketSequenceOutOfOrder.error(`packet sequence ≠ next receive sequence (${sequence} ≠ ${next})`)
    setSequence(ctx, nextReceiveKey(portId, channelId), next + 1n)
  }
  return false
}

function advanceAcknowledged(ctx: Context, { sourcePort: portId, sourceChannel: channelId, sequence }: Packet): void {
  const next = getSequence(ctx, nextAckKey(portId, channelId))
  if (next === undefined) throw ErrSequenceAckNotFound.error(`source port: ${portId}, source channel: ${channelId}`)
  if (sequence !== next)
    throw ErrPacketSequenceOutOfOrder.error(`packet sequence ≠ next ack sequence (${sequence} ≠ ${next})`)
  setSequence(ctx, nextAckKey(portId, channelId), next + 1n)
}

/** Whether the packet is still pending. @throws ChainError channel/13 for another packet of that sequence */
function isPending(ctx: Context, packet: Packet): boolean {
  const commitment = getRecord(ctx, 'commitments', packet.sourcePort, packet.sourceChannel, packet.sequence)
  if (commitment === undefined || commitment.length === 0) return false
  const expected = commitmentOf(packet)
  if (!equalBytes(commitment, expected))
    throw ErrInvalidPacket.error(
      `packet commitment bytes are not equal: got (${byteList(commitment)}), expected (${byteList(expected)})`,
    )
  return true
}

/** Source: `timeoutExecuted`. */
function endByTimeout(ctx: Context, packet: Packet, channel: Channel): void {
  const { sourcePort: portId, sourceChannel: channelId, sequence } = packet
  ctx.store(STORE).delete(packetKey('commitments', portId, channelId, sequence))
  if (channel.ordering === Order.ORDER_ORDERED) {
    const closed = { ...channel, state: State.STATE_CLOSED }
    setChannel(ctx, portId, channelId, closed)
    ctx.events.emit(...channelClosed(portId, channelId, closed))
  }
  ctx.events.emit(...packetTimedOut(packet, channel))
}
