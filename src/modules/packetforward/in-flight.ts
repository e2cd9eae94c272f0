import { protoBool, protoBytes, protoString, protoUint64, ProtoWriter, readProto } from '../../codec/index.js'

/**
 * The packet that a forwarded packet continues: what is needed to answer it, to refund it, and to forward it again.
 * Source: proto packetforward.v1 `InFlightPacket`.
 */
export interface InFlightPacket {
  /** The sender on the chain before. */
  readonly originalSender: string
  /** This chain's end of the channel that the packet came through. */
  readonly refundChannel: string
  readonly refundPort: string
  readonly sourceChannel: string
  readonly sourcePort: string
  readonly timeoutTimestamp: bigint
  /** `0-0` */
  readonly timeoutHeight: string
  readonly data: Uint8Array
  readonly refundSequence: bigint
  readonly retriesRemaining: number
  /** Nanoseconds that each attempt has. */
  readonly timeout: bigint
  /** A failure does not go back: the coins stay on this chain. */
  readonly nonrefundable: boolean
}

export const encodeInFlight = (packet: InFlightPacket): Uint8Array =>
  new ProtoWriter()
    .string(1, packet.originalSender)
    .string(2, packet.refundChannel)
    .string(3, packet.refundPort)
    .string(4, packet.sourceChannel)
    .string(5, packet.sourcePort)
    .uint64(6, packet.timeoutTimestamp)
    .string(7, packet.timeoutHeight)
    .bytes(8, packet.data)
    .uint64(9, packet.refundSequence)
    .uint64(10, BigInt(packet.retriesRemaining))
    .uint64(11, packet.timeout)
    .bool(12, packet.nonrefundable)
    .finish()

/** @throws ProtoError */
export function decodeInFlight(bytes: Uint8Array): InFlightPacket {
  const fields = readProto(bytes)
  return {
    originalSender: protoString(fields, 1),
    refundChannel: protoString(fields, 2),
    refundPort: protoString(fields, 3),
    sourceChannel: protoString(fields, 4),
    sourcePort: protoString(fields, 5),
    timeoutTimestamp: protoUint64(fields, 6),
    timeoutHeight: protoString(fields, 7),
    data: protoBytes(fields, 8),
    refundSequence: protoUint64(fields, 9),
    retriesRemaining: Number(BigInt.asIntN(32, protoUint64(fields, 10))),
    timeout: protoUint64(fields, 11),
    nonrefundable: protoBool(fields, 12),
  }
}
