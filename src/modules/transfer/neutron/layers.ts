import { NotSupportedError } from '../../../base/errors.js'
import type { Context } from '../../../chain/context.js'
import { registerError } from '../../../chain/errors.js'
import { ErrInvalidAddress, ErrUnknownRequest } from '../../../chain/sdk-errors.js'
import { GoJsonError, string, struct, unmarshal } from '../../../codec/go-json/index.js'
import { decodeAcknowledgement } from '../../../codec/ibc/acknowledgement.js'
import { protoString, readProto } from '../../../codec/proto.js'
import { byteKey, textKey } from '../../../store/key.js'
import { ErrChannelNotFound } from '../errors.js'
import type {
  AcknowledgementBytes,
  Channels,
  ContractExecutor,
  IbcApplication,
  Packet,
  PacketSender,
} from '../expected.js'
import type { TransferKeeper } from '../keeper.js'
import { readPacketData, readStrictPacketData } from '../packet-data.js'
import { FORWARD_STORE, forwarding } from './forward.js'
import { unwrapMessage } from './gmp.js'
import { callContract, refused } from './hooks.js'
import { readable } from './memo.js'

/**
 * The layers between Neutron's channels and its transfers, from the outside in: calls of contracts, rate limit, messages of Axelar, forwarding.
 * A packet that uses none of them passes through, but their reads cost gas all the same. Other memo members are ignored.
 * Source: neutron app/app.go `WireICS20PreWasmKeeper` (06e81b9f), packet-forward-middleware v10.1.0.
 */

export const RATE_LIMIT_STORE = 'rate-limited-ibc'
export const RATE_LIMIT_PARAMS_KEY = byteKey(1)
const MOST_RECEIVER = 4096

const ErrBadMessage = registerError('rate-limited-ibc', 3, 'bad message')

/** A chain with a rate limit contract is not supported. @throws NotSupportedError */
function assertNoRateLimit(ctx: Context): void {
  const params = ctx.store(RATE_LIMIT_STORE).get(RATE_LIMIT_PARAMS_KEY)
  const contract = params === undefined ? '' : protoString(readProto(params), 1)
  if (contract !== '') throw new NotSupportedError(`rate limits of transfers by a contract: ${contract}`)
}

/** Only packets that look like transfers are limited. Source: neutron x/ibc-rate-limit/ics4_wrapper.go `SendPacket`. */
function isTransfer(bytes: Uint8Array): boolean {
  const data = readable(() => readPacketData(bytes))
  return data !== undefined && data.denom !== '' && data.amount !== ''
}

/** Sends packets through the rate limit and the hooks. */
export const layeredSender = (channels: Pick<Channels, 'get'>, sender: PacketSender): PacketSender => ({
  send(ctx, portId, channelId, timeoutHeight, timeoutTimestamp, data) {
    if (isTransfer(data)) assertNoRateLimit(ctx)
    if (channels.get(ctx, portId, channelId) === undefined) throw ErrChannelNotFound.error(channelId)
    return sender.send(ctx, portId, channelId, timeoutHeight, timeoutTimestamp, data)
  },
})

/** Incoming packets, acknowledgements and timeouts pass all layers. */
export const layered = (
  application: IbcApplication,
  transfers: TransferKeeper,
  contracts: ContractExecutor,
): IbcApplication => ({
  onOpenInit: (ctx, opening, version) => {
    application.onOpenInit(ctx, opening, version)
    // The hooks return the requested version, not the one the application chose.
    return version
  },
  onOpenTry: (ctx, opening, version) => application.onOpenTry(ctx, opening, version),
  onOpenAck: (ctx, portId, channelId, otherId, version) =>
    application.onOpenAck(ctx, portId, channelId, otherId, version),
  onOpenConfirm: (ctx, portId, channelId) => application.onOpenConfirm(ctx, portId, channelId),
  onCloseInit: (ctx, portId, channelId) => application.onCloseInit(ctx, portId, channelId),
  onCloseConfirm: (ctx, portId, channelId) => application.onCloseConfirm(ctx, portId, channelId),

  onReceive: (ctx, version, packet, relayer) =>
    callContract(
      ctx,
      packet,
      contracts,
      (called) =>
        limited(ctx, called) ??
        unwrapMessage(called, (unwrapped) =>
          forwarding(ctx, unwrapped, transfers, (plain) => application.onReceive(ctx, version, plain, relayer)),
        ),
    ),

  onAcknowledge(ctx, version, packet, acknowledgement, relayer) {
    if (isError(acknowledgement)) assertNoRateLimit(ctx)
    forwardedPacket(ctx, packet, () => readAcknowledgement(acknowledgement))
    application.onAcknowledge(ctx, version, packet, acknowledgement, relayer)
  },

  onTimeout(ctx, version, packet, relayer) {
    assertNoRateLimit(ctx)
    forwardedPacket(ctx, packet, () => {})
    application.onTimeout(ctx, version, packet, relayer)
  },
})

/** Source: neutron x/ibc-rate-limit/ibc_module.go `OnRecvPacket`. */
function limited(ctx: Context, packet: Packet): AcknowledgementBytes | undefined {
  const problem = receiverProblem(packet)
  if (problem !== undefined) return refused(ctx, ErrBadMessage, problem)
  assertNoRateLimit(ctx)
  return undefined
}

const Receiver = struct('receiverParser', { receiver: string }, 'ibcratelimit.receiverParser')

function receiverProblem({ data }: Packet): string | undefined {
  try {
    const { receiver } = unmarshal(Receiver, data)
    if (Buffer.byteLength(receiver) < MOST_RECEIVER) return undefined
    return ErrInvalidAddress.error(`IBC Receiver address too long. Max supported length is ${MOST_RECEIVER}`).log
  } catch (error) {
    if (error instanceof GoJsonError) return error.shortMessage
    throw error
  }
}

/** The read that checks whether a packet was forwarded; none ever was. */
function forwardedPacket(ctx: Context, packet: Packet, readMore: () => void): void {
  if (readable(() => readStrictPacketData(packet.data)) === undefined) return
  readMore()
  const { sourceChannel, sourcePort, sequence } = packet
  if (ctx.store(FORWARD_STORE).has(textKey(`${sourceChannel}/${sourcePort}/${sequence}`)))
    throw new NotSupportedError('packets that were forwarded are not supported')
}

function readAcknowledgement(bytes: Uint8Array): void {
  try {
    decodeAcknowledgement(bytes)
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error
    throw ErrUnknownRequest.error(`cannot unmarshal ICS-20 transfer packet acknowledgement: ${error.shortMessage}`)
  }
}

const AckError = struct('Acknowledgement_Error', { error: string })

/** @throws ChainError sdk/6 for anything but a JSON object. Source: neutron x/ibc-hooks/utils `IsAckError` */
function isError(acknowledgement: Uint8Array): boolean {
  try {
    unmarshal(struct('Acknowledgement', {}), acknowledgement)
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error
    throw ErrUnknownRequest.error(`cannot unmarshal ICS-20 transfer packet acknowledgement: ${error.shortMessage}`)
  }
  return (readable(() => unmarshal(AckError, acknowledgement))?.error ?? '') !== ''
}
