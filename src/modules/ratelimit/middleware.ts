import { ChainError } from '../../base/index.js'
import {
  ErrInvalidAddress,
  ErrUnknownRequest,
  event,
  wrapping,
  type Attribute,
  type Context,
} from '../../chain/index.js'
import {
  hasAckError,
  passingApplication,
  readable,
  readPacketData,
  refused,
  sendingChannels,
  type AcknowledgementBytes,
  type IbcMiddleware,
  type Packet,
} from '../../chain/ibc/index.js'
import { GoJsonError, opaque, string, struct, unmarshal } from '../../codec/go-json/index.js'
import { checkLimit, undoSend } from './contract.js'
import { ErrBadMessage, ErrContractError, ErrRateLimitExceeded } from './errors.js'
import type { ContractSudo } from './expected.js'
import { getParams } from './params.js'

/** Source: neutron x/ibc-rate-limit/types/constants.go. */
const MAX_RECEIVER = 4096

/**
 * Asks the contract in the params, if there is one, about each transfer that is sent or received, and tells it of those that did not arrive. It may
 * refuse the former. Source: neutron x/ibc-rate-limit/ibc_module.go, ics4_wrapper.go (06e81b9f).
 */
export const rateLimit = (contracts: ContractSudo): IbcMiddleware => ({
  application: (below) =>
    passingApplication(below, {
      onReceive: (ctx, version, packet, relayer) =>
        refusal(ctx, contracts, packet) ?? below.onReceive(ctx, version, packet, relayer),
      onAcknowledge(ctx, version, packet, acknowledgement, relayer) {
        if (isError(acknowledgement))
          reverted(ctx, contracts, packet, 'acknowledgment', [
            'acknowledgement',
            Buffer.from(acknowledgement).toString(),
          ])
        below.onAcknowledge(ctx, version, packet, acknowledgement, relayer)
      },
      onTimeout(ctx, version, packet, relayer) {
        reverted(ctx, contracts, packet, 'timeout')
        below.onTimeout(ctx, version, packet, relayer)
      },
    }),

  channels: (above) =>
    sendingChannels(above, (ctx, portId, channelId, timeoutHeight, timeoutTimestamp, data) => {
      const contract = isTransfer(data) ? getParams(ctx).contractAddress : ''
      if (contract !== '') {
        const packet: Packet = {
          sequence: 0n,
          sourcePort: portId,
          sourceChannel: channelId,
          destinationPort: 'omitted',
          destinationChannel: 'omitted',
          data,
          timeoutHeight,
          timeoutTimestamp,
        }
        wrapping('rate limit SendPacket failed to authorize transfer', () =>
          checkLimit(ctx, contracts, contract, 'send_packet', packet),
        )
      }
      return above.send(ctx, portId, channelId, timeoutHeight, timeoutTimestamp, data)
    }),
})

/** Only packets that look like transfers are limited. Source: ics4_wrapper.go `SendPacket` */
function isTransfer(bytes: Uint8Array): boolean {
  const data = readable(() => readPacketData(bytes))
  return data !== undefined && data.denom !== '' && data.amount !== ''
}

/** Source: ibc_module.go `OnRecvPacket`. */
function refusal(ctx: Context, contracts: ContractSudo, packet: Packet): AcknowledgementBytes | undefined {
  const problem = receiverProblem(packet)
  if (problem !== undefined) return refused(ctx, ErrBadMessage, problem)
  const { contractAddress: contract } = getParams(ctx)
  if (contract === '') return undefined
  try {
    checkLimit(ctx, contracts, contract, 'recv_packet', packet)
    return undefined
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    if (error.log.includes(ErrRateLimitExceeded.text)) return refused(ctx, ErrRateLimitExceeded)
    return refused(ctx, { code: ErrContractError.code, text: ErrContractError.error(error.log).log })
  }
}

/** The contract's failure is only reported in an event: the coins go back in any case. Source: `RevertSentPacket` */
function reverted(
  ctx: Context,
  contracts: ContractSudo,
  packet: Packet,
  failure: string,
  ...more: readonly Attribute[]
): void {
  const { contractAddress: contract } = getParams(ctx)
  if (contract === '') return
  try {
    undoSend(ctx, contracts, contract, packet)
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    ctx.events.emit(
      event(
        'bad_revert',
        ['module', 'rate-limited-ibc'],
        ['failure_type', failure],
        ['packet', Buffer.from(packet.data).toString()],
        ...more,
      ),
    )
  }
}

const Receiver = struct('receiverParser', { receiver: string }, 'ibcratelimit.receiverParser')

function receiverProblem({ data }: Packet): string | undefined {
  try {
    const { receiver } = unmarshal(Receiver, data)
    if (Buffer.byteLength(receiver) < MAX_RECEIVER) return undefined
    return ErrInvalidAddress.error(`IBC Receiver address too long. Max supported length is ${MAX_RECEIVER}`).log
  } catch (error) {
    if (error instanceof GoJsonError) return error.shortMessage
    throw error
  }
}

const Ack = struct('Acknowledgement', { Response: opaque('types.isAcknowledgement_Response') })

/** @throws ChainError sdk/6 for what Go's `encoding/json` cannot read as an acknowledgement. Source: neutron x/ibc-hooks/utils `IsAckError` */
function isError(acknowledgement: Uint8Array): boolean {
  try {
    unmarshal(Ack, acknowledgement)
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error
    throw ErrUnknownRequest.error(`cannot unmarshal ICS-20 transfer packet acknowledgement: ${error.shortMessage}`)
  }
  return hasAckError(acknowledgement)
}
