import type { Event } from '../chain/index.js'
import type { Any } from '../codec/index.js'
import { MsgSubmitQueryResult } from '../codec/neutron/interchainqueries.js'
import { endedPacketOf, packetKeyOf } from '../sandbox/internal.js'

/** The key of an interchain query of a chain. */
export const queryKeyOf = (chain: string, id: bigint): string => `${chain} query ${id}`

/** Keys of the packets that a transaction settled, by notifying their senders of the outcome, and of the queries that it brought a result for. */
export function settledBy(chain: string, messages: readonly Any[], events: readonly Event[]): readonly string[] {
  const packets = events.flatMap((event) => {
    const packet = endedPacketOf(event)
    return packet === undefined ? [] : [packetKeyOf(chain, { packet })]
  })
  const queries = messages.flatMap(({ typeUrl, value }) =>
    typeUrl.endsWith('.MsgSubmitQueryResult') ? [queryKeyOf(chain, MsgSubmitQueryResult.decode(value).queryId)] : [],
  )
  return [...packets, ...queries]
}
