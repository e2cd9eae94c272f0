import type { Context } from '../../../chain/index.js'
import type { AcknowledgementBytes, IbcApplication, Packet } from '../application.js'
import { RECEIVER_FAULT } from '../receiver-fault.js'
import { errorEvents } from './events.js'

/**
 * The application's part: when it refuses, its writes are dropped and its events are kept, marked as error events.
 * @returns undefined when it acknowledges later. Source: ibc-go v10 core/keeper/msg_server.go `RecvPacket`
 */
export function receivedBy(
  ctx: Context,
  application: IbcApplication,
  version: string,
  packet: Packet,
  relayer: Uint8Array,
): AcknowledgementBytes | undefined {
  const branch = ctx.branch()
  let acknowledgement: AcknowledgementBytes | undefined
  try {
    acknowledgement = ctx.value(RECEIVER_FAULT) ?? application.onReceive(branch.ctx, version, packet, relayer)
  } catch (error) {
    branch.discard()
    throw error
  }
  if (acknowledgement === undefined || acknowledgement.success) branch.write()
  else {
    const { events } = branch.ctx.events
    branch.discard()
    ctx.events.emit(...errorEvents(events))
  }
  return acknowledgement
}
