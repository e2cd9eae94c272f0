import { wrapping } from '../../../chain/index.js'
import type { Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { concatBytes, type ChainError } from '../../../base/index.js'
import { sha256 } from '../../../crypto/index.js'
import { ErrInvalidPacket, ErrTimeoutElapsed, ErrTimeoutNotReached } from '../errors.js'
import { compareHeights, heightText, isZeroHeight, type Height } from '../height.js'
import { checkChannelId, checkPortId } from '../identifiers.js'
import { uint64Bytes } from '../keys.js'

/** Maximum size of a packet's data in bytes. */
const MAX_DATA = 262_144

/** The commitment that the sender stores for a packet. Source: ibc-go v10 04-channel/types/packet.go `CommitPacket` */
export const commitmentOf = ({ timeoutTimestamp, timeoutHeight, data }: Packet): Uint8Array =>
  sha256(
    concatBytes(
      uint64Bytes(timeoutTimestamp),
      uint64Bytes(timeoutHeight.revisionNumber),
      uint64Bytes(timeoutHeight.revisionHeight),
      sha256(data),
    ),
  )

/** @throws ChainError host/2, channel/13. Source: `Packet.ValidateBasic` */
export function validatePacket(packet: Packet): void {
  wrapping('invalid source port ID', () => checkPortId(packet.sourcePort))
  wrapping('invalid destination port ID', () => checkPortId(packet.destinationPort))
  wrapping('invalid source channel ID', () => checkChannelId(packet.sourceChannel))
  wrapping('invalid destination channel ID', () => checkChannelId(packet.destinationChannel))
  if (packet.sequence === 0n) throw ErrInvalidPacket.error('packet sequence cannot be 0')
  if (isZeroHeight(packet.timeoutHeight) && packet.timeoutTimestamp === 0n)
    throw ErrInvalidPacket.error('packet timeout height and packet timeout timestamp cannot both be 0')
  if (packet.data.length === 0) throw ErrInvalidPacket.error('packet data bytes cannot be empty')
  if (packet.data.length > MAX_DATA) throw ErrInvalidPacket.error(`packet data bytes cannot exceed ${MAX_DATA} bytes`)
}

/** A list of bytes as Go prints it. */
export const byteList = (bytes: Uint8Array): string => `[${bytes.join(' ')}]`

type Timed = Pick<Packet, 'timeoutHeight' | 'timeoutTimestamp'>

const heightElapsed = ({ timeoutHeight }: Timed, at: Height): boolean =>
  !isZeroHeight(timeoutHeight) && compareHeights(at, timeoutHeight) >= 0

/** Whether the packet has timed out at a height and time (in nanoseconds) of the receiver. Source: 04-channel/types/timeout.go */
export const isElapsed = (packet: Timed, at: Height, time: bigint): boolean =>
  heightElapsed(packet, at) || (packet.timeoutTimestamp !== 0n && time >= packet.timeoutTimestamp)

export const elapsedError = (packet: Timed, at: Height, time: bigint): ChainError =>
  ErrTimeoutElapsed.error(heightElapsed(packet, at) ? byHeight(packet, at) : byTime(packet, time))

export const notReachedError = (packet: Timed, at: Height, time: bigint): ChainError =>
  ErrTimeoutNotReached.error(
    !isZeroHeight(packet.timeoutHeight) && !heightElapsed(packet, at) ? byHeight(packet, at) : byTime(packet, time),
  )

const byHeight = ({ timeoutHeight }: Timed, at: Height): string =>
  `current height: ${heightText(at)}, timeout height ${heightText(timeoutHeight)}`
const byTime = ({ timeoutTimestamp }: Timed, time: bigint): string =>
  `current timestamp: ${time}, timeout timestamp ${timeoutTimestamp}`
