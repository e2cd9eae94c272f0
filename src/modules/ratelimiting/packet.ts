import { ChainError } from '../../base/index.js'
import { ErrInvalidRequest, plainError } from '../../chain/index.js'
import { bankDenom, denomOf, readPacketData, receivedDenom, type Packet } from '../../chain/ibc/index.js'
import { GoJsonError } from '../../codec/go-json/index.js'
import { intFromString } from '../../codec/index.js'

export type Direction = 'send' | 'recv'

/** What of a packet a limit counts. */
export interface LimitedPacket {
  /** The channel's end on this chain. */
  readonly channel: string
  /** The denomination on this chain. */
  readonly denom: string
  readonly amount: bigint
  readonly sender: string
  readonly receiver: string
}

/** @throws ChainError undefined/1 for data that is no JSON of a transfer, sdk/18. Source: rate-limiting v10.1.0 keeper/packet.go `ParsePacketInfo`. */
export function limitedPacket(packet: Packet, direction: Direction): LimitedPacket {
  const data = transferOf(packet.data)
  const amount = intFromString(data.amount)
  if (amount === undefined)
    throw ErrInvalidRequest.error(`Unable to cast packet amount '${data.amount}' to sdkmath.Int`)
  const { sender, receiver } = data
  const denom = denomOf(data.denom)
  if (direction === 'send') return { channel: packet.sourceChannel, denom: bankDenom(denom), amount, sender, receiver }
  const source = { portId: packet.sourcePort, channelId: packet.sourceChannel }
  const here = { portId: packet.destinationPort, channelId: packet.destinationChannel }
  return {
    channel: packet.destinationChannel,
    denom: bankDenom(receivedDenom(denom, source, here)),
    amount,
    sender,
    receiver,
  }
}

function transferOf(bytes: Uint8Array) {
  try {
    return readPacketData(bytes)
  } catch (error) {
    if (error instanceof GoJsonError && !(error instanceof ChainError)) throw plainError(error.shortMessage)
    throw error
  }
}
