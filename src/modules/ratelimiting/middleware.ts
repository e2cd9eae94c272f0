import { ChainError, equalBytes, toUtf8 } from '../../base/index.js'
import { ErrUnknownRequest } from '../../chain/index.js'
import {
  acknowledgementBytes,
  passingApplication,
  sendingChannels,
  type AcknowledgementBytes,
  type IbcMiddleware,
} from '../../chain/ibc/index.js'
import { sha256 } from '../../crypto/index.js'
import { GoJsonError } from '../../codec/go-json/index.js'
import { decodeAcknowledgement, errorAcknowledgement } from '../../codec/ibc/index.js'
import { ErrInvalidAcknowledgement } from './errors.js'
import type { RateLimitKeeper } from './keeper.js'
import { limitedPacket } from './packet.js'

/** Counts what is sent and received, and refuses what is too much. Source: rate-limiting v10.1.0 ibc_middleware.go, keeper/packet.go. */
export const rateLimiting = (keeper: RateLimitKeeper): IbcMiddleware => ({
  application: (below) =>
    passingApplication(below, {
      onReceive(ctx, version, packet, relayer) {
        try {
          keeper.count(ctx, 'recv', limitedPacket(packet, 'recv'))
        } catch (error) {
          if (error instanceof ChainError) return refusal(error)
          throw error
        }
        return below.onReceive(ctx, version, packet, relayer)
      },
      onAcknowledge(ctx, version, packet, acknowledgement, relayer) {
        const success = succeeded(acknowledgement)
        const counted = limitedPacket(packet, 'send')
        if (success) keeper.forget(ctx, counted.channel, packet.sequence)
        else keeper.undo(ctx, packet.sequence, counted)
        below.onAcknowledge(ctx, version, packet, acknowledgement, relayer)
      },
      onTimeout(ctx, version, packet, relayer) {
        keeper.undo(ctx, packet.sequence, limitedPacket(packet, 'send'))
        below.onTimeout(ctx, version, packet, relayer)
      },
    }),

  channels: (above) =>
    sendingChannels(above, (ctx, sourcePort, sourceChannel, timeoutHeight, timeoutTimestamp, data) => {
      const sequence = above.send(ctx, sourcePort, sourceChannel, timeoutHeight, timeoutTimestamp, data)
      const packet = { sequence, sourcePort, sourceChannel, timeoutHeight, timeoutTimestamp, data }
      const counted = limitedPacket({ ...packet, destinationPort: '', destinationChannel: '' }, 'send')
      if (keeper.count(ctx, 'send', counted)) keeper.remember(ctx, counted.channel, sequence)
      return sequence
    }),
})

/** What packets between clients answer for all errors. Source: ibc-go v10.7.0 04-channel/v2/types/acknowledgement.go `ErrorAcknowledgement`. */
const ERROR_ACKNOWLEDGEMENT = sha256(toUtf8('UNIVERSAL_ERROR_ACKNOWLEDGEMENT'))

const refusal = ({ code }: ChainError): AcknowledgementBytes => acknowledgementBytes(errorAcknowledgement({ code }))

/** @throws ChainError sdk/6, channel/21. Source: `CheckAcknowledementSucceeded`. */
function succeeded(bytes: Uint8Array): boolean {
  if (equalBytes(bytes, ERROR_ACKNOWLEDGEMENT)) return false
  let ack
  try {
    ack = decodeAcknowledgement(bytes)
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error
    throw ErrUnknownRequest.error(`cannot unmarshal ICS-20 transfer packet acknowledgement: ${error.shortMessage}`)
  }
  if ('result' in ack) {
    if (ack.result.length === 0) throw ErrInvalidAcknowledgement.error('acknowledgement result cannot be empty')
    return true
  }
  if ('error' in ack) return false
  throw ErrInvalidAcknowledgement.error('unsupported acknowledgement response field type <nil>')
}
