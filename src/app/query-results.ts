import { UsageError } from '../base/index.js'
import type { App, Context } from '../chain/index.js'
import type { KVKey, QueryResult } from '../codec/neutron/interchainqueries.js'
import { heightOn, knownHeightBelow, updateHeader } from '../modules/ibc/relay.js'
import { provenValues, txBlock } from '../modules/interchainqueries/index.js'

/**
 * The result of a KV query as a relayer submits it: the remote chain's state after a block, with proofs against the header of the next one.
 * The client must know that header (height + 1).
 * @param remote the chain that is queried
 * @param height of a block that is not the last
 * @throws UsageError for a height that the remote chain has pruned, or a store that it lacks
 */
export function kvQueryResult(
  remote: App,
  keys: readonly KVKey[],
  height: number,
  options: { readonly allowKvCallbacks?: boolean } = {},
): QueryResult {
  const { revisionNumber, revisionHeight } = heightOn(remote, height)
  return {
    kvResults: provenValues(remote, keys, height),
    block: undefined,
    height: revisionHeight,
    revision: revisionNumber,
    allowKvCallbacks: options.allowKvCallbacks ?? true,
  }
}

/** A chain that has a light client of the remote one. */
export interface QueryingChain {
  readonly context: Context
}

/**
 * The result of a TX query as a relayer submits it: two headers that the client can verify, and the transaction with its proofs.
 * @param local the chain that queries @param clientId its client of the remote chain @param remote the chain that is queried
 * @param place of the transaction: its block, which must not be the last, and its position there
 * @throws UsageError if there is no such transaction, or the client knows no height below it
 */
export function txQueryResult(
  local: QueryingChain,
  clientId: string,
  remote: App,
  place: { readonly height: number; readonly index: number },
): QueryResult {
  const at = heightOn(remote, place.height)
  const trusted = knownHeightBelow(local.context, clientId, at)
  if (trusted === undefined)
    throw new UsageError(
      `the client ${clientId} knows no height of ${remote.chainIdAt(place.height)} below ${place.height}`,
      {
        details: ['it cannot verify a header of that block'],
      },
    )
  const headers = {
    header: updateHeader(remote, place.height, trusted),
    next: updateHeader(remote, place.height + 1, trusted),
  }
  return {
    kvResults: [],
    block: txBlock(remote, place, headers),
    height: at.revisionHeight,
    revision: at.revisionNumber,
    allowKvCallbacks: false,
  }
}
