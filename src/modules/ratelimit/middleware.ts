import { NotSupportedError } from '../../base/errors.js'
import type { Context } from '../../chain/context.js'
import { registerError } from '../../chain/errors.js'
import { refused } from '../../chain/ibc/acknowledgement.js'
import { readable } from '../../chain/ibc/memo.js'
import { passingApplication, sendingChannels, type IbcMiddleware } from '../../chain/ibc/middleware.js'
import type { AcknowledgementBytes, Packet } from '../../chain/ibc/port.js'
import { readPacketData } from '../../chain/ibc/transfer-data.js'
import { ErrInvalidAddress, ErrUnknownRequest } from '../../chain/sdk-errors.js'
import { GoJsonError, string, struct, unmarshal } from '../../codec/go-json/index.js'
import { protoString, readProto } from '../../codec/proto.js'
import { byteKey } from '../../store/key.js'

export const RATE_LIMIT_STORE = 'rate-limited-ibc'
export const RATE_LIMIT_PARAMS_KEY = byteKey(1)
const MOST_RECEIVER = 4096

const ErrBadMessage = registerError('rate-limited-ibc', 3, 'bad message')

/** Source: neutron x/ibc-rate-limit/ibc_module.go, ics4_wrapper.go (06e81b9f). */
export const rateLimit: IbcMiddleware = {
  application: (below) =>
    passingApplication(below, {
      onReceive: (ctx, version, packet, relayer) =>
        limited(ctx, packet) ?? below.onReceive(ctx, version, packet, relayer),
      onAcknowledge(ctx, version, packet, acknowledgement, relayer) {
        if (isError(acknowledgement)) assertNoRateLimit(ctx)
        below.onAcknowledge(ctx, version, packet, acknowledgement, relayer)
      },
      onTimeout(ctx, version, packet, relayer) {
        assertNoRateLimit(ctx)
        below.onTimeout(ctx, version, packet, relayer)
      },
    }),

  channels: (above) =>
    sendingChannels(above, (ctx, portId, channelId, timeoutHeight, timeoutTimestamp, data) => {
      if (isTransfer(data)) assertNoRateLimit(ctx)
      return above.send(ctx, portId, channelId, timeoutHeight, timeoutTimestamp, data)
    }),
}

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
