import { message, parseAccAddress, wrapping, type Context, type MessageDecoder } from '../../../chain/index.js'
import * as types from 'cosmjs-types/ibc/core/channel/v2/tx'
import { ResponseResultType } from 'cosmjs-types/ibc/core/channel/v1/tx'
import { equalBytes } from '../../../base/index.js'
import type { PacketClients, Received2 } from '../../../chain/ibc/index.js'
import { ErrInvalidProof, ErrUnauthorized } from '../errors.js'
import { checkClientId } from '../identifiers.js'
import { errorEvents } from '../packets/events.js'
import { REDUNDANT } from '../packets/packets.js'
import { RECEIVER_FAULT } from '../receiver-fault.js'
import { checkSigner } from '../signer.js'
import { ErrInvalidAcknowledgement, ErrInvalidPacket, ErrInvalidPayload, ErrInvalidTimeout } from './errors.js'
import {
  countText,
  ERROR_ACKNOWLEDGEMENT,
  validateAcknowledgement,
  validatePacket2,
  validatePayload,
  type Packet,
} from './packet.js'
import type { Packets2 } from './packets.js'
import type { ApplicationRouter2 } from './router.js'
import { getConfig, Packet as PacketCodec, setRecord2 } from './state.js'

const SERVICE = '/ibc.core.channel.v2'
const SUCCESS = { result: ResponseResultType.RESPONSE_RESULT_TYPE_SUCCESS }
const NOTHING_DONE = { result: ResponseResultType.RESPONSE_RESULT_TYPE_NOOP }

/** Source: ibc-go v10.5.0 04-channel/v2/types/msgs.go, keeper/msg_server.go. */
export function packet2Messages(
  packets: Packets2,
  router: ApplicationRouter2,
): readonly (readonly [typeUrl: string, decoder: MessageDecoder])[] {
  return [
    message<types.MsgSendPacket>({
      typeUrl: `${SERVICE}.MsgSendPacket`,
      decode: (value) => types.MsgSendPacket.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ sourceClient, timeoutTimestamp, payloads, signer }, prefix, { countsPayloads }) => {
        checkClientId(sourceClient)
        if (timeoutTimestamp === 0n) throw ErrInvalidTimeout.error('timeout must not be 0')
        if (payloads.length !== 1)
          throw ErrInvalidPayload.error(
            countsPayloads
              ? countText('payload', payloads)
              : `payloads must be of length 1, got ${payloads.length} instead`,
          )
        validatePayload(payloads[0]!)
        checkSigner(signer, prefix)
      },
      handle: (ctx, { sourceClient, timeoutTimestamp, payloads, signer }) => {
        const from = addressOf(ctx, signer)
        const { sequence, destinationClient } = wrapping(`send packet failed for source id: ${sourceClient}`, () =>
          packets.send(ctx, sourceClient, timeoutTimestamp, payloads),
        )
        for (const payload of payloads)
          router.route(payload.sourcePort).onSend(ctx, { sourceClient, destinationClient, sequence }, payload, from)
        return types.MsgSendPacketResponse.encode({ sequence }).finish()
      },
    }),
    message<types.MsgRecvPacket>({
      typeUrl: `${SERVICE}.MsgRecvPacket`,
      decode: (value) => types.MsgRecvPacket.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ packet, proofCommitment, signer }, prefix, release) => {
        assertProof(proofCommitment, 'proof commitment can not be empty')
        checkSigner(signer, prefix)
        validatePacket2(packet, release)
      },
      handle: (ctx, { packet, proofCommitment, proofHeight, signer }) => {
        const relayer = relayerOf(ctx, packet.destinationClient, signer)
        const done = verified(ctx, 'receive packet verification failed', (branch) =>
          packets.receive(branch, packet, { proof: proofCommitment, height: proofHeight }),
        )
        if (!done) return types.MsgRecvPacketResponse.encode(NOTHING_DONE).finish()
        receive(ctx, packets, router, packet, relayer)
        return types.MsgRecvPacketResponse.encode(SUCCESS).finish()
      },
    }),
    message<types.MsgAcknowledgement>({
      typeUrl: `${SERVICE}.MsgAcknowledgement`,
      decode: (value) => types.MsgAcknowledgement.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ packet, acknowledgement, proofAcked, signer }, prefix, release) => {
        assertProof(proofAcked, 'cannot submit an empty acknowledgement proof')
        validateAcknowledgement(acknowledgement, release)
        checkSigner(signer, prefix)
        validatePacket2(packet, release)
      },
      handle: (ctx, { packet, acknowledgement, proofAcked, proofHeight, signer }) => {
        const relayer = relayerOf(ctx, packet.sourceClient, signer)
        const done = verified(ctx, 'acknowledge packet verification failed', (branch) =>
          packets.acknowledge(branch, packet, acknowledgement, { proof: proofAcked, height: proofHeight }),
        )
        if (!done) return types.MsgAcknowledgementResponse.encode(NOTHING_DONE).finish()
        const { appAcknowledgements: acks } = acknowledgement
        const refused = equalBytes(acks[0]!, ERROR_ACKNOWLEDGEMENT)
        for (const [i, payload] of packet.payloads.entries())
          callApplication('OnAcknowledgementPacket', packet, payload.sourcePort, () =>
            router
              .route(payload.sourcePort)
              .onAcknowledge(ctx, packet, refused ? ERROR_ACKNOWLEDGEMENT : acks[i]!, payload, relayer),
          )
        return types.MsgAcknowledgementResponse.encode(SUCCESS).finish()
      },
    }),
    message<types.MsgTimeout>({
      typeUrl: `${SERVICE}.MsgTimeout`,
      decode: (value) => types.MsgTimeout.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ packet, proofUnreceived, signer }, prefix, release) => {
        assertProof(proofUnreceived, 'proof unreceived can not be empty')
        checkSigner(signer, prefix)
        validatePacket2(packet, release)
      },
      handle: (ctx, { packet, proofUnreceived, proofHeight, signer }) => {
        const relayer = relayerOf(ctx, packet.sourceClient, signer)
        const done = verified(ctx, 'timeout packet verification failed', (branch) =>
          packets.timeout(branch, packet, { proof: proofUnreceived, height: proofHeight }),
        )
        if (!done) return types.MsgTimeoutResponse.encode(NOTHING_DONE).finish()
        for (const payload of packet.payloads)
          callApplication('OnTimeoutPacket', packet, payload.sourcePort, () =>
            router.route(payload.sourcePort).onTimeout(ctx, packet, payload, relayer),
          )
        return types.MsgTimeoutResponse.encode(SUCCESS).finish()
      },
    }),
  ]
}

/** Calls the applications, each on a branch; when it refuses, its writes are dropped and its events are kept, marked as error events. */
function receive(
  ctx: Context,
  packets: Packets2,
  router: ApplicationRouter2,
  packet: Packet,
  relayer: Uint8Array,
): void {
  let appAcknowledgements: Uint8Array[] = []
  for (const payload of packet.payloads) {
    const branch = ctx.branch()
    let received: Received2
    try {
      received = planted(ctx) ?? router.route(payload.destinationPort).onReceive(branch.ctx, packet, payload, relayer)
      if (received.status === 'success' && equalBytes(received.acknowledgement, ERROR_ACKNOWLEDGEMENT))
        throw ErrInvalidAcknowledgement.error('application acknowledgement cannot be sentinel error acknowledgement')
    } catch (error) {
      branch.discard()
      throw error
    }
    if (received.status === 'failure') {
      const { events } = branch.ctx.events
      branch.discard()
      ctx.events.emit(...errorEvents(events))
      appAcknowledgements = [ERROR_ACKNOWLEDGEMENT]
      break
    }
    branch.write()
    if (received.status === 'async') {
      if (packet.payloads.length > 1)
        throw ErrInvalidPacket.error('packet with multiple payloads cannot have async acknowledgement')
      const { destinationClient, sequence } = packet
      return setRecord2(ctx, 'async', destinationClient, sequence, PacketCodec.encode(packet).finish())
    }
    appAcknowledgements.push(received.acknowledgement)
  }
  const validate = () => validateAcknowledgement({ appAcknowledgements }, ctx.release)
  if (ctx.release.countsPayloads) wrapping('invalid acknowledgement', validate)
  else validate()
  packets.writeAcknowledgement(ctx, packet, { appAcknowledgements })
}

/** The acknowledgement that a test has set for the receiver. */
function planted(ctx: Context): Received2 | undefined {
  const fault = ctx.value(RECEIVER_FAULT)
  return fault && { status: fault.success ? 'success' : 'failure', acknowledgement: fault.bytes }
}

const callApplication = (
  step: string,
  { sourceClient, destinationClient }: PacketClients,
  port: string,
  run: () => void,
): void =>
  wrapping(
    `failed ${step} for source port ${port}, source client ${sourceClient}, destination client ${destinationClient}`,
    run,
  )

/** Runs the checks on a branch that is kept when they succeed. @returns false for a packet that was already processed */
function verified(
  ctx: Context,
  description: string,
  check: (branch: Context) => typeof REDUNDANT | undefined,
): boolean {
  const branch = ctx.branch()
  let outcome: typeof REDUNDANT | undefined
  try {
    outcome = wrapping(description, () => check(branch.ctx))
  } catch (error) {
    branch.discard()
    throw error
  }
  if (outcome === REDUNDANT) branch.discard()
  else branch.write()
  return outcome !== REDUNDANT
}

const addressOf = (ctx: Context, signer: string): Uint8Array =>
  wrapping('invalid address for msg Signer', () => parseAccAddress(ctx.prefix, signer))

/** @throws ChainError ibc/2 for a relayer that is not allowed for the client */
function relayerOf(ctx: Context, clientId: string, signer: string): Uint8Array {
  const relayer = addressOf(ctx, signer)
  const { allowedRelayers } = getConfig(ctx, clientId)
  if (allowedRelayers.length > 0 && !allowedRelayers.includes(signer))
    throw ErrUnauthorized.error(`relayer ${signer} is not authorized to update client ${clientId}`)
  return relayer
}

function assertProof(proof: Uint8Array, text: string): void {
  if (proof.length === 0) throw ErrInvalidProof.error(text)
}
