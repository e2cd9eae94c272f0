import { bytesText, packetContent, type Journey } from '../sandbox/internal.js'
import type { JourneyData } from './model.js'
import { packetId, shortened } from './part.js'

/** The row of a transaction, if it is shown. */
export type RowOf = (chain: string, hash: string) => number | undefined

/** A packet and what followed from it, for a page. */
export function journeyData(
  { packet, origin, state, acknowledgement, steps, next }: Journey,
  rowOf: RowOf,
): JourneyData {
  const { from, to, sequence, sourceChannel, destinationChannel } = packet
  return {
    id: packetId(packet),
    from,
    to,
    sequence: String(sequence),
    sourceChannel,
    destinationChannel,
    content: shortened(packetContent(packet), 2000),
    origin,
    state,
    ...(acknowledgement && { answer: shortened(bytesText(acknowledgement), 2000) }),
    steps: steps.map(({ event, chain, height, hash }) => {
      const row = hash === '' ? undefined : rowOf(chain, hash)
      return { event, chain, height: String(height), ...(row !== undefined && { row }) }
    }),
    next: next.map((one) => journeyData(one, rowOf)),
  }
}
