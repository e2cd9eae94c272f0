import { ChainError, textOf, toUtf8 } from '../../base/index.js'
import { addressHash, addressText, ContextKey, ErrUnknownRequest, type Context } from '../../chain/index.js'
import {
  acknowledgementBytes,
  bankDenom,
  denomOf,
  encodePacketData,
  packetAmount,
  passingApplication,
  readable,
  readStrictPacketData,
  receivedDenom,
  type AcknowledgementBytes,
  type IbcMiddleware,
  type Packet,
  type PacketData,
} from '../../chain/ibc/index.js'
import { GoJsonError } from '../../codec/go-json/index.js'
import { decodeAcknowledgement, type Acknowledgement } from '../../codec/ibc/index.js'
import type { InFlightPacket } from './in-flight.js'
import { ForwardKeeper, type ForwardOptions } from './keeper.js'
import { NAME } from './keys.js'
import { forwardIn, type Forward } from './metadata.js'

/** Set by layers above that have done something that cannot be undone: a failure then leaves the coins here. Source: types/keys.go `NonrefundableKey` */
const NONREFUNDABLE = new ContextKey<boolean>('packet forward: nonrefundable')
/** Set by layers above whose packets name the denom of this chain. Source: types/keys.go `DisableDenomCompositionKey` */
const DISABLE_DENOM_COMPOSITION = new ContextKey<boolean>('packet forward: denom of this chain')

interface ForwardDefaults {
  /** How often a packet that timed out is sent again, if its memo does not say. */
  readonly retries: number
  /** Nanoseconds of a packet, if its memo does not say. */
  readonly timeout: bigint
}

/** Source: packet-forward-middleware v10.1.0 keeper/keeper.go `DefaultForwardTransferPacketTimeoutTimestamp`, neutron and gaia app. */
const DEFAULTS: ForwardDefaults = { retries: 0, timeout: 600_000_000_000n }

const ERROR = 'packet-forward-middleware error: '

interface ForwardLayerOptions extends ForwardOptions {
  readonly defaults?: ForwardDefaults
}

/**
 * Transfers whose memo has `forward` are received by an address that stands for their sender and sent on. They are answered when the packet that was
 * sent on is. Source: packet-forward-middleware v10.1.0 ibc_middleware.go.
 */
export function packetForward({ defaults = DEFAULTS, ...parts }: ForwardLayerOptions): IbcMiddleware {
  const keeper = new ForwardKeeper(parts)
  return {
    application: (below) =>
      passingApplication(below, {
        onReceive(ctx, version, packet, relayer) {
          const data = transferIn(packet)
          const forward = data && forwardIn(data.memo)
          if (forward === undefined) return below.onReceive(ctx, version, packet, relayer)
          if ('problem' in forward) return refusal(forward.problem)
          const middle = addressText(ctx.prefix, standIn(packet, data!))
          const redirected = { ...packet, data: encodePacketData({ ...data!, receiver: middle, memo: '' }) }
          const received = below.onReceive(ctx, version, redirected, relayer)
          if (received === undefined) return refusal('error receiving packet: ack is nil')
          if (!received.success) return refusal(`error receiving packet: ack error: ${textOf(received.bytes)}`)
          const { port, channel, receiver, next } = forward
          const token = { denom: denomHere(ctx, packet, data!), amount: packetAmount(data!.amount)! }
          try {
            keeper.forward(
              ctx,
              { port, channel, sender: middle, receiver, token, next },
              inFlightOf(ctx, packet, data!, forward, defaults),
            )
          } catch (error) {
            if (error instanceof ChainError) return refusal(error.log)
            throw error
          }
          return undefined
        },

        onAcknowledge(ctx, version, packet, acknowledgement, relayer) {
          const data = transferIn(packet)
          if (data !== undefined) {
            const ack = readAcknowledgement(acknowledgement)
            const inFlight = keeper.take(ctx, packet)
            if (inFlight !== undefined) return keeper.answer(ctx, packet, data, inFlight, ack)
          }
          below.onAcknowledge(ctx, version, packet, acknowledgement, relayer)
        },

        onTimeout(ctx, version, packet, relayer) {
          const data = transferIn(packet)
          const inFlight = data && keeper.get(ctx, packet)
          if (inFlight === undefined) return below.onTimeout(ctx, version, packet, relayer)
          keeper.remove(ctx, packet)
          if (inFlight.retriesRemaining > 0) {
            // The coins come back to this chain before they are sent again.
            below.onTimeout(ctx, version, packet, relayer)
            return keeper.retry(ctx, packet, data!, inFlight)
          }
          const { refundChannel, refundPort } = inFlight
          const error = `${ERROR}giving up on packet on channel (${refundChannel}) port (${refundPort}) after max retries`
          keeper.answer(ctx, packet, data!, inFlight, { error })
        },
      }),
  }
}

/** The account that coins on their way pass through, so that nobody can move coins through the account of another. Source: `GetReceiver` */
const standIn = ({ destinationChannel }: Packet, { sender }: PacketData): Uint8Array =>
  addressHash(toUtf8(NAME), toUtf8(`${destinationChannel}/${sender}`)).slice(0, 20)

/** Whether a packet was sent by the account that stands for the sender of another, which came before: whether it is that one's next leg, or a retry of it. */
export function isNextLeg(prefix: string, received: Packet, sent: Packet): boolean {
  const data = transferIn(received)
  return data !== undefined && transferIn(sent)?.sender === addressText(prefix, standIn(received, data))
}

const inFlightOf = (
  ctx: Context,
  packet: Packet,
  { sender }: PacketData,
  { retries, timeout }: Forward,
  defaults: ForwardDefaults,
): InFlightPacket => ({
  originalSender: sender,
  refundChannel: packet.destinationChannel,
  refundPort: packet.destinationPort,
  sourceChannel: packet.sourceChannel,
  sourcePort: packet.sourcePort,
  timeoutTimestamp: packet.timeoutTimestamp,
  timeoutHeight: `${packet.timeoutHeight.revisionNumber}-${packet.timeoutHeight.revisionHeight}`,
  data: packet.data,
  refundSequence: packet.sequence,
  retriesRemaining: retries === undefined ? defaults.retries : Number(retries),
  timeout: timeout > 0n ? timeout : defaults.timeout,
  nonrefundable: ctx.value(NONREFUNDABLE) ?? false,
})

const refusal = (text: string): AcknowledgementBytes => acknowledgementBytes({ error: `${ERROR}${text}` })

/** Undefined for packets that are no transfers: they pass through. */
const transferIn = ({ data }: Packet): PacketData | undefined => readable(() => readStrictPacketData(data))

/** @throws ChainError sdk/6 */
function readAcknowledgement(bytes: Uint8Array): Acknowledgement {
  try {
    return decodeAcknowledgement(bytes)
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error
    throw ErrUnknownRequest.error(`cannot unmarshal ICS-20 transfer packet acknowledgement: ${error.shortMessage}`)
  }
}

/** Source: `getDenomForThisChain`. */
function denomHere(ctx: Context, packet: Packet, { denom }: PacketData): string {
  if (ctx.value(DISABLE_DENOM_COMPOSITION)) return denom
  const source = { portId: packet.sourcePort, channelId: packet.sourceChannel }
  const here = { portId: packet.destinationPort, channelId: packet.destinationChannel }
  return bankDenom(receivedDenom(denomOf(denom), source, here))
}
