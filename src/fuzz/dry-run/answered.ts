import { isError } from '../money/money.js'
import type { PacketResult } from '../../sandbox/internal.js'
import type { Start } from '../setup.js'
import { perform } from '../story.js'

/** Delivers the packets that are on their way. @returns whether one is answered with a result @param limit the maximum number of deliveries */
export async function isAnswered(start: Start, limit: number): Promise<boolean> {
  if (start.sandbox.relayer.pending().length === 0) return false
  const { results } = await perform(start, { action: 'relay', limit })
  return results.some((result) => {
    const { kind, acknowledgement } = result as Partial<PacketResult>
    return kind === 'ack' && result.code === 0 && acknowledgement !== undefined && !isError(acknowledgement)
  })
}
