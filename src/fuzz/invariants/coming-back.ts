import { getSequence, nextSendKey } from '../../modules/ibc/index.js'
import { bankDenom, receivedDenom, TRANSFER } from '../../modules/transfer/index.js'
import type { ActionInput, PacketInfo, PendingPacket } from '../../sandbox/internal.js'
import { addressOfActor } from '../forked/actors.js'
import { isError } from '../money/money.js'
import { coinsIn } from '../money/vouchers.js'
import type { Start } from '../setup.js'

/** What identifies a packet. */
export type PacketId = Pick<PacketInfo, 'from' | 'sourcePort' | 'sourceChannel' | 'sequence'>

/** A transfer that sends coins back, and the packet that it will make. */
export interface WayBack {
  readonly transfer: ActionInput
  readonly packet: PacketId
}

/**
 * The coins of a packet go back from their receiver to their sender, possible as soon as the packet is received: the receiver does not wait for
 * the acknowledgement. Undefined if it carries no coins, failed, or its receiver is not an actor.
 */
export function wayBack({ sandbox, actors }: Start, packet: PendingPacket): WayBack | undefined {
  const { to, sourcePort, sourceChannel, destinationPort, destinationChannel, acknowledgement } = packet
  const coins = destinationPort === TRANSFER && !isError(acknowledgement) ? coinsIn(packet) : undefined
  const chain = sandbox.chain(to)
  if (coins === undefined || chain === undefined) return undefined
  const receiver = actors.find((name) => addressOfActor(chain.host, name) === coins.receiver)
  const sequence = getSequence(chain.host.app.context, nextSendKey(destinationPort, destinationChannel))
  if (receiver === undefined || sequence === undefined) return undefined
  const there = { portId: destinationPort, channelId: destinationChannel }
  const denom = bankDenom(receivedDenom(coins.denom, { portId: sourcePort, channelId: sourceChannel }, there))
  return {
    transfer: {
      action: 'tx',
      chain: to,
      from: receiver,
      messages: [
        {
          ibcTransfer: {
            to: coins.sender,
            amount: `${coins.amount}${denom}`,
            channel: destinationChannel,
            ...(sourcePort !== TRANSFER && { port: TRANSFER }),
          },
        },
      ],
    },
    packet: { from: to, sourcePort: destinationPort, sourceChannel: destinationChannel, sequence },
  }
}
