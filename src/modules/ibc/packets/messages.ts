import { message, parseAccAddress, wrapping, type Context, type MessageDecoder } from '../../../chain/index.js'
import { ResponseResultType } from 'cosmjs-types/ibc/core/channel/v1/tx'
import * as types from 'cosmjs-types/ibc/core/channel/v1/tx'
import { applicationOf } from '../channels/messages.js'
import type { PortRouter } from '../application.js'
import { ErrInvalidAcknowledgement, ErrInvalidProof, ErrInvalidSequence } from '../errors.js'
import { checkSigner } from '../signer.js'
import { validatePacket } from './packet.js'
import { REDUNDANT, type Packets } from './packets.js'
import { receivedBy } from './receive.js'

const SERVICE = '/ibc.core.channel.v1'
const SUCCESS = { result: ResponseResultType.RESPONSE_RESULT_TYPE_SUCCESS }
const NOTHING_DONE = { result: ResponseResultType.RESPONSE_RESULT_TYPE_NOOP }

/** Messages that carry packets, acknowledgements and timeouts. Source: ibc-go v10 04-channel/types/msgs.go, core/keeper/msg_server.go. */
export function packetMessages(
  packets: Packets,
  router: PortRouter,
): readonly (readonly [typeUrl: string, decoder: MessageDecoder])[] {
  return [
    message<types.MsgRecvPacket>({
      typeUrl: `${SERVICE}.MsgRecvPacket`,
      decode: (value) => types.MsgRecvPacket.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ packet, proofCommitment, signer }, prefix) => {
        assertProof(proofCommitment, 'commitment proof')
        checkSigner(signer, prefix)
        validatePacket(packet)
      },
      handle: (ctx, { packet, proofCommitment, proofHeight, signer }) => {
        const relayer = relayerOf(ctx, signer)
        const application = applicationOf(router, packet.destinationPort)
        const version = verified(ctx, 'receive packet verification failed', (branch) =>
          packets.receive(branch, packet, { proof: proofCommitment, height: proofHeight }),
        )
        if (version === undefined) return types.MsgRecvPacketResponse.encode(NOTHING_DONE).finish()
        const acknowledgement = receivedBy(ctx, application, version, packet, relayer)
        if (acknowledgement !== undefined) packets.writeAcknowledgement(ctx, packet, acknowledgement)
        return types.MsgRecvPacketResponse.encode(SUCCESS).finish()
      },
    }),
    message<types.MsgAcknowledgement>({
      typeUrl: `${SERVICE}.MsgAcknowledgement`,
      decode: (value) => types.MsgAcknowledgement.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ packet, acknowledgement, proofAcked, signer }, prefix) => {
        assertProof(proofAcked, 'acknowledgement proof')
        if (acknowledgement.length === 0) throw ErrInvalidAcknowledgement.error('ack bytes cannot be empty')
        checkSigner(signer, prefix)
        validatePacket(packet)
      },
      handle: (ctx, { packet, acknowledgement, proofAcked, proofHeight, signer }) => {
        const relayer = relayerOf(ctx, signer)
        const application = applicationOf(router, packet.sourcePort)
        const version = verified(ctx, 'acknowledge packet verification failed', (branch) =>
          packets.acknowledge(branch, packet, acknowledgement, { proof: proofAcked, height: proofHeight }),
        )
        if (version === undefined) return types.MsgAcknowledgementResponse.encode(NOTHING_DONE).finish()
        wrapping('acknowledge packet callback failed', () =>
          application.onAcknowledge(ctx, version, packet, acknowledgement, relayer),
        )
        return types.MsgAcknowledgementResponse.encode(SUCCESS).finish()
      },
    }),
    message<types.MsgTimeout>({
      typeUrl: `${SERVICE}.MsgTimeout`,
      decode: (value) => types.MsgTimeout.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ packet, proofUnreceived, nextSequenceRecv, signer }, prefix) => {
        assertProof(proofUnreceived, 'unreceived proof')
        assertNext(nextSequenceRecv)
        checkSigner(signer, prefix)
        validatePacket(packet)
      },
      handle: (ctx, { packet, proofUnreceived, proofHeight, nextSequenceRecv, signer }) => {
        const relayer = relayerOf(ctx, signer)
        const application = applicationOf(router, packet.sourcePort)
        const version = verified(ctx, 'timeout packet verification failed', (branch) =>
          packets.timeout(branch, packet, { proof: proofUnreceived, height: proofHeight }, nextSequenceRecv),
        )
        if (version === undefined) return types.MsgTimeoutResponse.encode(NOTHING_DONE).finish()
        wrapping('timeout packet callback failed', () => application.onTimeout(ctx, version, packet, relayer))
        return types.MsgTimeoutResponse.encode(SUCCESS).finish()
      },
    }),
    message<types.MsgTimeoutOnClose>({
      typeUrl: `${SERVICE}.MsgTimeoutOnClose`,
      decode: (value) => types.MsgTimeoutOnClose.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ packet, proofUnreceived, proofClose, nextSequenceRecv, signer }, prefix) => {
        assertNext(nextSequenceRecv)
        assertProof(proofUnreceived, 'unreceived proof')
        assertProof(proofClose, 'proof of closed counterparty channel end')
        checkSigner(signer, prefix)
        validatePacket(packet)
      },
      handle: (ctx, { packet, proofUnreceived, proofClose, proofHeight, nextSequenceRecv, signer }) => {
        const relayer = relayerOf(ctx, signer)
        const application = applicationOf(router, packet.sourcePort)
        const proof = { proof: proofUnreceived, height: proofHeight }
        const version = verified(ctx, 'timeout on close packet verification failed', (branch) =>
          packets.timeoutOnClose(branch, packet, proof, proofClose, nextSequenceRecv),
        )
        if (version === undefined) return types.MsgTimeoutOnCloseResponse.encode(NOTHING_DONE).finish()
        wrapping('timeout on close callback failed', () => application.onTimeout(ctx, version, packet, relayer))
        return types.MsgTimeoutOnCloseResponse.encode(SUCCESS).finish()
      },
    }),
  ]
}

/** Runs the checks on a branch that is kept when they succeed. @returns the version of the channel; undefined for a packet that was already processed */
function verified(
  ctx: Context,
  description: string,
  check: (branch: Context) => ReturnType<Packets['receive']>,
): string | undefined {
  const branch = ctx.branch()
  let result: ReturnType<Packets['receive']>
  try {
    result = wrapping(description, () => check(branch.ctx))
  } catch (error) {
    branch.discard()
    throw error
  }
  if (result === REDUNDANT) {
    branch.discard()
    return undefined
  }
  branch.write()
  return result.version
}

const relayerOf = (ctx: Context, signer: string): Uint8Array =>
  wrapping('Invalid address for msg Signer', () => parseAccAddress(ctx.prefix, signer))

function assertProof(proof: Uint8Array, what: string): void {
  if (proof.length === 0) throw ErrInvalidProof.error(`cannot submit an empty ${what}`)
}

function assertNext(sequence: bigint): void {
  if (sequence === 0n) throw ErrInvalidSequence.error('next sequence receive cannot be 0')
}
