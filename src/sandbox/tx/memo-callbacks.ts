import { attributeValues, type TxResult } from './result.js'
import type { TraceNode } from '../trace/trace.js'

/** Functions that a contract in Solidity has for the outcome of its packets. Source: cosmos/evm v0.7.3 precompiles/callbacks/ICallbacks.sol */
export const SOLIDITY_CALLBACKS: ReadonlySet<string> = new Set(['onPacketAcknowledgement', 'onPacketTimeout'])

/** Callbacks that the memo of a transfer asks for, with the event that tells their gas limit. Source: ibc-go v10.5.0 apps/callbacks/types/events.go */
const BY_MEMO: ReadonlyMap<string, string> = new Map([
  ...[...SOLIDITY_CALLBACKS].map((name) => [name, 'ibc_src_callback'] as const),
  ['ibc_source_callback', 'ibc_src_callback'],
  ['ibc_destination_callback', 'ibc_dest_callback'],
])

/** The gas limit that the memo of a packet gives to its callback; undefined for any other callback. @param before the callbacks before it, in order */
export function memoLimit(
  result: Pick<TxResult, 'events'>,
  { entryPoint }: TraceNode,
  before: readonly TraceNode[],
): bigint | undefined {
  const event = BY_MEMO.get(entryPoint)
  if (event === undefined) return undefined
  const earlier = before.filter((node) => BY_MEMO.get(node.entryPoint) === event).length
  const limit = attributeValues(result, event, 'callback_commit_gas_limit')[earlier]
  return limit === undefined ? undefined : BigInt(limit)
}

/** The callbacks of the outer calls of a delivery that its memo asks for, each with its gas limit. */
export function memoCallbacks(
  result: Pick<TxResult, 'events' | 'trace'>,
): readonly { readonly node: TraceNode; readonly limit: bigint }[] {
  return result.trace.flatMap((node, i) => {
    const limit = memoLimit(result, node, result.trace.slice(0, i))
    return limit === undefined ? [] : [{ node, limit }]
  })
}
