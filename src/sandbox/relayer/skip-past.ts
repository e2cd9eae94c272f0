import { UsageError } from '../../base/index.js'
import { heightOn, heightText } from '../../modules/ibc/relay.js'
import type { ChainHost } from '../host/chain-host.js'
import { elapsed } from './due.js'
import type { TrackedPacket } from './tracker.js'

/** The maximum number of blocks that are made for a timeout height: twice what the SDK's command line gives a transfer. */
const MAX_BLOCKS = 2_000

/** Makes blocks on a chain until packets have timed out there. @throws UsageError, before it makes any, for a timeout height that is too far away */
export function skipPast(packets: readonly TrackedPacket[], to: ChainHost): void {
  for (const tracked of packets) checkTimeout(tracked, to)
  const latest = packets.reduce(
    (most, { packet }) => (packet.timeoutTimestamp > most ? packet.timeoutTimestamp : most),
    0n,
  )
  if (latest > to.app.time) to.app.nextBlock(latest > to.app.baseApp.nextTime ? latest : to.app.baseApp.nextTime)
  while (!packets.every((tracked) => elapsed(tracked, to))) to.app.nextBlock()
}

function checkTimeout(tracked: TrackedPacket, to: ChainHost): void {
  const { sourceChannel, sequence, timeoutHeight, timeoutTimestamp } = tracked.packet
  // The clock reaches each timestamp with one block.
  if (timeoutTimestamp > 0n) return
  const blocks = blocksUntilTimeout(tracked, to)
  if (blocks <= MAX_BLOCKS) return
  const isLater = blocks === Infinity
  throw new UsageError(
    `packet ${sequence} of ${sourceChannel} times out at height ${heightText(timeoutHeight)} of ${to.key}, ${
      isLater ? 'which is of a later revision' : `in ${blocks} blocks`
    }`,
    {
      details: [
        `skipPastTimeout() makes at most ${MAX_BLOCKS} blocks`,
        isLater
          ? `right: a timeout timestamp, or a height of the revision of "${to.app.chainId}"`
          : 'right: a timeout timestamp, or nextBlock(COUNT)',
      ],
    },
  )
}

/** How many blocks it takes until a packet without a timeout timestamp has timed out: `Infinity` if its revision never comes. */
function blocksUntilTimeout({ packet: { timeoutHeight } }: TrackedPacket, { app }: ChainHost): number {
  const now = heightOn(app.baseApp, app.height)
  if (timeoutHeight.revisionNumber > now.revisionNumber) return Infinity
  if (timeoutHeight.revisionNumber < now.revisionNumber) return 0
  return Number(timeoutHeight.revisionHeight - now.revisionHeight)
}
