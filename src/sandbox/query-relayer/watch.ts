import { UsageError } from '../../base/index.js'
import type { TxResult } from '../../chain/index.js'
import type { RegisteredQuery } from '../../codec/neutron/interchainqueries.js'
import { sha256 } from '../../crypto/index.js'
import { getConnection } from '../../modules/ibc/index.js'
import type { InterchainQueriesKeeper } from '../../modules/interchainqueries/index.js'
import type { ChainHost } from '../host/chain-host.js'
import type { Chains } from '../relayer/chains.js'
import { filterOf } from './filter.js'

/** The position of a transaction on the remote chain. */
export interface Place {
  readonly height: number
  readonly index: number
  readonly hash: string
}

/** The transactions found for a query so far. */
export interface Search {
  readonly filter: string
  /** The last block of the remote chain that was looked at. */
  readonly upTo: number
  readonly found: readonly Place[]
}

/** A query with its remote chain, which is undefined when its connection leads to no chain of the sandbox. */
export interface WatchedQuery {
  readonly query: RegisteredQuery
  readonly of: ChainHost | undefined
  /** The client on the chain that registered it. */
  readonly client: string | undefined
}

/** @throws UsageError on a chain without interchain queries */
export function queriesOf(on: ChainHost): InterchainQueriesKeeper {
  if (on.app.interchainQueries !== undefined) return on.app.interchainQueries
  throw new UsageError(`${on.key} has no interchain queries`)
}

export function watched(on: ChainHost, query: RegisteredQuery, chains: Chains): WatchedQuery {
  const client = getConnection(on.app.context, query.connectionId)?.clientId
  return { query, client, of: client === undefined ? undefined : chains.followedBy(on, client) }
}

/** Searches the blocks since the last search, or all of them for a changed filter. Only successful transactions can be delivered. */
export function searchOn(of: ChainHost, filter: string, before: Search | undefined): Search {
  const from = before?.filter === filter ? before : { filter, upTo: 0, found: [] }
  const { height } = of.app
  // A restored chain may have different blocks.
  const kept = from.upTo > height ? { filter, upTo: 0, found: [] } : from
  const takes = filterOf(filter)
  const found: Place[] = []
  for (let at = kept.upTo + 1; at <= height; at++)
    for (const tx of of.app.baseApp.block(at)?.txs ?? []) if (tx.code === 0 && takes(tx)) found.push(placeOf(tx))
  return { filter, upTo: height, found: found.length === 0 ? kept.found : [...kept.found, ...found] }
}

const placeOf = ({ height, index, hash }: TxResult): Place => ({ height, index, hash })

/** The transactions that the chain has not yet seen for the query. */
export const undelivered = (
  on: ChainHost,
  of: ChainHost,
  { id }: RegisteredQuery,
  places: readonly Place[],
): Place[] => {
  const interchainQueries = queriesOf(on)
  const ctx = on.app.context
  return places.filter(({ height, index }) => {
    const tx = of.app.baseApp.block(height)?.txs[index]
    return tx !== undefined && !interchainQueries.isProcessed(ctx, id, sha256(tx.bytes))
  })
}

/** The newest successful transaction that does not match the filter. */
function unlike(of: ChainHost, filter: string): Place | undefined {
  const takes = filterOf(filter)
  for (let at = of.app.height; at > 0; at--) {
    const tx = of.app.baseApp.block(at)?.txs.findLast((candidate) => candidate.code === 0 && !takes(candidate))
    if (tx !== undefined) return placeOf(tx)
  }
  return undefined
}

/** The place of a transaction that does not match the query's filter. @throws UsageError if all of the remote chain's transactions match */
export function otherTx({ query, of }: { readonly query: RegisteredQuery; readonly of: ChainHost }): Place {
  const other = unlike(of, query.transactionsFilter)
  if (other !== undefined) return other
  throw new UsageError(`${of.key} has no transaction that the filter of query ${query.id} does not take`, {
    details: ['right: make one there first'],
  })
}
