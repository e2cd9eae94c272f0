import {
  MsgAcknowledgement,
  MsgChannelCloseConfirm,
  MsgChannelOpenAck,
  MsgChannelOpenConfirm,
  MsgChannelOpenTry,
  MsgRecvPacket,
  MsgTimeout,
  MsgTimeoutOnClose,
} from 'cosmjs-types/ibc/core/channel/v1/tx'
import * as clientTx from 'cosmjs-types/ibc/core/channel/v2/tx'
import { fromBase64, NO_BYTES } from '../../base/index.js'
import type { Any } from '../../codec/index.js'
import { type Channel, channelKey, type Height, nextReceiveKey, Order, State } from '../../modules/ibc/relay.js'
import { getChannel, getSequence } from '../../modules/ibc/index.js'
import type { Key } from '../../store/index.js'
import type { ChainHost } from '../host/chain-host.js'
import type { ChannelStep, Forgery, PacketStep } from './actions.js'
import type { PayloadInfo } from './outcome.js'
import { betweenClients, recordKeyOf } from './packets.js'
import type { TrackedPacket } from './tracker.js'

interface ToBring {
  /** Identifies what is delivered: equal for equal deliveries. */
  readonly key: string
  /** The receiving chain, and the one whose state proves it. */
  readonly on: ChainHost
  readonly of: ChainHost
  /** The client that verifies the proof, on the receiving chain. */
  readonly client: string
  /** The least height of a header that proves it. */
  readonly provenFrom: number
}

export interface PacketDelivery extends ToBring {
  readonly kind: PacketStep
  readonly tracked: TrackedPacket
}

export interface ChannelDelivery extends ToBring {
  readonly kind: ChannelStep
  /** The end that is proven. */
  readonly there: ChannelEnd & { readonly channel: Channel }
  /** The end on the receiving chain; for `openTry` it has no id yet. */
  readonly here: ChannelEnd
  /** The connection of the end on the receiving chain. */
  readonly connection: string
}
interface ChannelEnd {
  readonly port: string
  readonly channelId: string
}

/** Something to deliver to a chain. */
export type Delivery = PacketDelivery | ChannelDelivery

/** The inputs of a message. */
export interface Evidence {
  readonly signer: string
  readonly height: Height
  /** The proof of a key in the other chain's IBC store. */
  readonly prove: (key: Key) => Uint8Array
}

type Codec<T> = { readonly typeUrl: string; encode(message: T): { finish(): Uint8Array } }
export const pack = <T>(codec: Codec<T>, message: T): Any => ({
  typeUrl: codec.typeUrl,
  value: codec.encode(message).finish(),
})

/** The message of a delivery. Members that a forced one lacks are empty, and the chain refuses it. */
export const messageOf = (delivery: Delivery, evidence: Evidence, forge: Forgery): Any =>
  'tracked' in delivery ? packetMessage(delivery, evidence, forge) : channelMessage(delivery, evidence)

/** The acknowledgement to deliver, forged or as it was written. */
export const broughtBack = ({ acknowledgement }: TrackedPacket, forge: Forgery): Uint8Array =>
  forge.acknowledgement === undefined ? (acknowledgement?.bytes ?? NO_BYTES) : fromBase64(forge.acknowledgement)

function packetMessage(delivery: PacketDelivery, evidence: Evidence, forge: Forgery): Any {
  const { kind, tracked, on, of } = delivery
  const { signer, height: proofHeight, prove } = evidence
  const packet = forge.data === undefined ? tracked.packet : { ...tracked.packet, data: fromBase64(forge.data) }
  if (tracked.payload !== undefined) return clientMessage(delivery, packet, tracked.payload, evidence, forge)
  const { sourcePort, sourceChannel, destinationPort, destinationChannel, sequence } = packet
  if (kind === 'recv') {
    const proofCommitment = prove(recordKeyOf(tracked, 'commitments'))
    return pack(MsgRecvPacket, { packet, proofCommitment, proofHeight, signer })
  }
  if (kind === 'ack') {
    const acknowledgement = broughtBack(tracked, forge)
    const proofAcked = prove(recordKeyOf(tracked, 'acks'))
    return pack(MsgAcknowledgement, { packet, acknowledgement, proofAcked, proofHeight, signer })
  }
  const ordered = getChannel(on.app.context, sourcePort, sourceChannel)?.ordering === Order.ORDER_ORDERED
  const next = nextReceiveKey(destinationPort, destinationChannel)
  const proofUnreceived = prove(ordered ? next : recordKeyOf(tracked, 'receipts'))
  const nextSequenceRecv = ordered ? (getSequence(of.app.context, next) ?? 1n) : sequence
  const timeout = { packet, proofUnreceived, proofHeight, nextSequenceRecv, signer }
  if (kind === 'timeout') return pack(MsgTimeout, timeout)
  return pack(MsgTimeoutOnClose, { ...timeout, proofClose: prove(channelKey(destinationPort, destinationChannel)) })
}

/** The message of a packet between clients. */
function clientMessage(
  { kind, tracked }: PacketDelivery,
  flat: TrackedPacket['packet'],
  payload: PayloadInfo,
  { signer, height: proofHeight, prove }: Evidence,
  forge: Forgery,
): Any {
  const packet = betweenClients(flat, payload)
  if (kind === 'recv')
    return pack(clientTx.MsgRecvPacket, {
      packet,
      proofCommitment: prove(recordKeyOf(tracked, 'commitments')),
      proofHeight,
      signer,
    })
  if (kind === 'ack')
    return pack(clientTx.MsgAcknowledgement, {
      packet,
      acknowledgement: { appAcknowledgements: [broughtBack(tracked, forge)] },
      proofAcked: prove(recordKeyOf(tracked, 'acks')),
      proofHeight,
      signer,
    })
  return pack(clientTx.MsgTimeout, {
    packet,
    proofUnreceived: prove(recordKeyOf(tracked, 'receipts')),
    proofHeight,
    signer,
  })
}

function channelMessage(delivery: ChannelDelivery, { signer, height: proofHeight, prove }: Evidence): Any {
  const { kind, there, here, connection } = delivery
  const { port: portId, channelId } = here
  const proof = prove(channelKey(there.port, there.channelId))
  const { ordering, version } = there.channel
  switch (kind) {
    case 'openTry':
      return pack(MsgChannelOpenTry, {
        portId,
        previousChannelId: '',
        channel: {
          state: State.STATE_TRYOPEN,
          ordering,
          counterparty: { portId: there.port, channelId: there.channelId },
          connectionHops: [connection],
          version,
        },
        counterpartyVersion: version,
        proofInit: proof,
        proofHeight,
        signer,
      })
    case 'openAck':
      return pack(MsgChannelOpenAck, {
        portId,
        channelId,
        counterpartyChannelId: there.channelId,
        counterpartyVersion: version,
        proofTry: proof,
        proofHeight,
        signer,
      })
    case 'openConfirm':
      return pack(MsgChannelOpenConfirm, { portId, channelId, proofAck: proof, proofHeight, signer })
    case 'closeConfirm':
      break
  }
  return pack(MsgChannelCloseConfirm, { portId, channelId, proofInit: proof, proofHeight, signer })
}
