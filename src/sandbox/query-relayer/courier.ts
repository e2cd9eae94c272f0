import { UsageError } from '../../base/errors.js'
import { kvQueryResult, txQueryResult } from '../../app/query-results.js'
import type { Any } from '../../codec/any.js'
import {
  MsgSubmitQueryResult,
  type QueryResult,
  type RegisteredQuery,
} from '../../codec/neutron/interchainqueries/index.js'
import { heightOn, updateHeader } from '../../modules/ibc/relay.js'
import { knownHeightBelow } from '../../modules/ibc/tendermint/state.js'
import { MsgUpdateClient } from 'cosmjs-types/ibc/core/client/v1/tx'
import type { ActionOf } from '../action.js'
import { DEFAULT_GAS_LIMIT, type Engine } from '../engine.js'
import { unlessRefused, type Courier } from '../relayer/courier.js'
import { pack } from '../relayer/delivery.js'
import { nextTime } from '../relayer/due.js'
import { falsified } from './lies.js'
import { QueryRelayError, type PendingQuery, type QueryDelivery } from './outcome.js'
import {
  queryApp,
  searchOn,
  undelivered,
  unlike,
  watched,
  type Place,
  type Search,
  type WatchedQuery,
} from './watch.js'

/** A moment of the query relayer. */
export interface QueryCourierSnapshot {
  readonly automatic: boolean
  /** Blocks by which it delivers later than it could. */
  readonly late: bigint
  readonly searches: ReadonlyMap<bigint, Search>
  /** Height of the chain at which automatic mode last tried a query. */
  readonly tried: ReadonlyMap<bigint, bigint>
  /** The last submission of each query. */
  readonly submitted: ReadonlyMap<bigint, Submission>
  readonly delivered: readonly QueryDelivery[]
}

/** A message with what it brings. */
interface Submission {
  readonly queryId: bigint
  readonly type: 'kv' | 'tx'
  readonly remoteHeight: bigint
  readonly remoteTx: string | undefined
  readonly message: Any
}

/** A query whose remote chain is in the sandbox. */
type Reachable = WatchedQuery & { readonly of: Engine; readonly client: string }

type Deliver = Omit<ActionOf<'deliverQueries'>, 'action' | 'chain'>

const AUTOMATIC: Deliver = { callbacks: true, limit: 100 }

/** Watches the registered queries of a chain, reads the chains they ask, and submits results as transactions of the account `relayer`. */
export class QueryCourier {
  readonly #relayer: Courier
  #now: QueryCourierSnapshot

  constructor(relayer: Courier, options: { readonly automatic: boolean }) {
    this.#relayer = relayer
    this.#now = {
      automatic: options.automatic,
      late: 0n,
      searches: new Map(),
      tried: new Map(),
      submitted: new Map(),
      delivered: [],
    }
  }

  get automatic(): boolean {
    return this.#now.automatic
  }
  /** What automatic mode submitted. */
  get delivered(): readonly QueryDelivery[] {
    return this.#now.delivered
  }
  set(automatic: boolean, late: bigint): void {
    this.#now = { ...this.#now, automatic, late, tried: new Map() }
  }
  snapshot(): QueryCourierSnapshot {
    return this.#now
  }
  restore(snapshot: QueryCourierSnapshot): void {
    this.#now = snapshot
  }

  /** Results of one query, or of all that are due. @throws QueryRelayError when one is refused, UsageError when there is no such query or lie */
  deliver(on: Engine, action: Deliver & { readonly query?: bigint | undefined }): QueryDelivery[] {
    const { query: id } = action
    if (
      id === undefined &&
      action.lie !== undefined &&
      action.lie !== 'replay' &&
      action.lie !== 'value' &&
      action.lie !== 'proof'
    )
      throw new UsageError(`the lie "${action.lie}" is told of one query`, { details: ['right: deliver(id, { lie })'] })
    const queries = id === undefined ? this.#due(on, 0n) : [this.#one(on, id)]
    const results = this.#submit(on, queries, action)
    if (results.some(({ code }) => code !== 0)) throw new QueryRelayError(results)
    return results
  }

  /** What automatic mode does after each action: everything that is due, once. */
  tick(on: Engine): void {
    if (!this.#now.automatic) return
    const due = this.#due(on, this.#now.late)
    if (due.length === 0) return
    const at = BigInt(on.app.height + 1)
    const results = unlessRefused(() => this.#submit(on, due, AUTOMATIC)) ?? []
    const tried = new Map(this.#now.tried)
    for (const { query } of due) tried.set(query.id, at)
    this.#now = { ...this.#now, tried, delivered: [...this.#now.delivered, ...results] }
  }

  pending(on: Engine): PendingQuery[] {
    return this.#watched(on).map((watched) => {
      const { query, of } = watched
      const type = query.queryType === 'tx' ? 'tx' : 'kv'
      return {
        queryId: query.id,
        type,
        owner: query.owner,
        connectionId: query.connectionId,
        dueAt: dueAt(query),
        due: of !== undefined && this.#isDue(on, watched as Reachable, 0n),
        transactions:
          type === 'kv' || of === undefined ? [] : this.#found(on, watched as Reachable).map(({ hash }) => hash),
      }
    })
  }

  #watched(on: Engine): WatchedQuery[] {
    const { interchainQueries } = queryApp(on)
    return interchainQueries.all(on.app.context).map((query) => watched(on, query, this.#relayer.chains))
  }

  #one(on: Engine, id: bigint): Reachable {
    const query = queryApp(on).interchainQueries.find(on.app.context, id)
    if (query === undefined) throw new UsageError(`${on.key} has no interchain query ${id}`)
    const found = watched(on, query, this.#relayer.chains)
    if (isReachable(found)) return found
    throw new UsageError(`the connection ${query.connectionId} of query ${id} leads to no chain of the sandbox`)
  }

  #due(on: Engine, late: bigint): Reachable[] {
    return this.#watched(on)
      .filter(isReachable)
      .filter((query) => this.#isDue(on, query, late))
  }

  /** By its update period; and a query of transactions only when there are some. */
  #isDue(on: Engine, watched: Reachable, late: bigint): boolean {
    const { query } = watched
    const next = BigInt(on.app.height + 1)
    const tried = this.#now.tried.get(query.id)
    if (next < dueAt(query) + late || (tried !== undefined && next < tried + query.updatePeriod)) return false
    return query.queryType === 'kv' || this.#found(on, watched).length > 0
  }

  /** Transactions that are still to be delivered, oldest first. */
  #found(on: Engine, { query, of }: Reachable): Place[] {
    const search = searchOn(of, query.transactionsFilter, this.#now.searches.get(query.id))
    const found = undelivered(on, of, query, search.found)
    this.#now = { ...this.#now, searches: new Map(this.#now.searches).set(query.id, { ...search, found }) }
    return found
  }

  /** All submissions in one block of the chain, after the headers that they need. */
  #submit(on: Engine, queries: readonly Reachable[], action: Deliver): QueryDelivery[] {
    const headers = new Map<string, number>()
    const submissions = queries
      .flatMap((query) => this.#submissionsOf(on, query, action, headers))
      .slice(0, action.limit)
    const gasLimit = action.gasLimit ?? DEFAULT_GAS_LIMIT
    const results = this.#relayer.block(
      on,
      submissions.map(({ message }) => ({ messages: [message], gasLimit })),
    )
    const submitted = new Map(this.#now.submitted)
    for (const submission of submissions) submitted.set(submission.queryId, submission)
    this.#now = { ...this.#now, submitted }
    return results.map((result, i): QueryDelivery => {
      const { message: _, ...brought } = submissions[i]!
      return { ...result, ...brought }
    })
  }

  /** @param headers the last header that was brought to each client, so that queries of one chain share it */
  #submissionsOf(on: Engine, watched: Reachable, action: Deliver, headers: Map<string, number>): Submission[] {
    const { query, of } = watched
    if (action.lie === 'replay') {
      const last = this.#now.submitted.get(query.id)
      if (last === undefined) throw new UsageError(`nothing was submitted for query ${query.id} that could be replayed`)
      return [last]
    }
    if (query.queryType === 'tx') {
      const places = action.lie === 'otherTx' ? [otherTx(watched)] : this.#found(on, watched)
      return places.slice(0, action.limit).map((place) => this.#ofTx(on, watched, place, action))
    }
    if (this.#relayer.proofs === 'trust' && (action.lie === 'value' || action.lie === 'proof'))
      throw new UsageError("with ibc.proofs: 'trust' nobody looks at proofs: a lie shows nothing")
    const at = this.#stateHeight(on, watched, action, headers)
    const result = kvQueryResult(of.app.app, query.keys, at, { allowKvCallbacks: action.callbacks })
    return [this.#submission(on, query, result, action, undefined)]
  }

  /** The block of the remote chain whose state is submitted; its proof hangs on the next header, which the client then knows. */
  #stateHeight(on: Engine, { query, of, client }: Reachable, action: Deliver, headers: Map<string, number>): number {
    const last = query.lastSubmittedResultRemoteHeight?.revisionHeight
    if (action.lie === 'otherTx') throw new UsageError(`query ${query.id} is one of keys: it takes no transactions`)
    if (action.lie === 'stale' && last === undefined)
      throw new UsageError(`query ${query.id} has no result yet: none can be stale`)
    const wanted = action.lie === 'stale' ? last : action.height
    if (wanted === undefined) {
      const at = headers.get(client) ?? this.#relayer.bringHeader(on, of, client)
      headers.set(client, at)
      return at - 1
    }
    const at = Number(wanted)
    if (at < 1) throw new UsageError('the remote chain has no state before its first block')
    while (of.app.height <= at) of.app.nextBlock(nextTime(of, on))
    if (!this.#relayer.clients.knows(on, client, of, at + 1)) this.#bring(on, of, client, at + 1)
    return at
  }

  /** A header that need not be the last. */
  #bring(on: Engine, of: Engine, clientId: string, at: number): void {
    const trusted = knownHeightBelow(on.app.context, clientId, heightOn(of.app.app, at))
    if (trusted === undefined)
      throw new UsageError(`the client ${clientId} of ${on.key} knows no height of ${of.key} below ${at}`)
    const clientMessage = updateHeader(of.app.app, at, trusted)
    this.#relayer.send(on, [pack(MsgUpdateClient, { clientId, clientMessage, signer: this.#relayer.addressOn(on) })])
  }

  #ofTx(on: Engine, { query, of, client }: Reachable, place: Place, action: Deliver): Submission {
    if (action.height !== undefined || action.lie === 'stale')
      throw new UsageError(`query ${query.id} is one of transactions: their height is their own`)
    while (of.app.height <= place.height) of.app.nextBlock(nextTime(of, on))
    const result = txQueryResult(on.app, client, of.app.app, place)
    return this.#submission(on, query, result, action, place.hash)
  }

  #submission(
    on: Engine,
    query: RegisteredQuery,
    honest: QueryResult,
    { lie }: Deliver,
    remoteTx: string | undefined,
  ): Submission {
    const result = lie === 'value' || lie === 'proof' ? falsified(honest, lie) : honest
    return {
      queryId: query.id,
      type: query.queryType === 'tx' ? 'tx' : 'kv',
      remoteHeight: honest.height,
      remoteTx,
      message: pack(MsgSubmitQueryResult, {
        queryId: query.id,
        sender: this.#relayer.addressOn(on),
        clientId: '',
        result,
      }),
    }
  }
}

const isReachable = (watched: WatchedQuery): watched is Reachable => watched.of !== undefined

/** From which height of the chain on a result may come. Source: neutron-org/neutron-query-relayer, by the update period. */
const dueAt = ({ lastSubmittedResultLocalHeight: last, registeredAtHeight, updatePeriod }: RegisteredQuery): bigint =>
  last === 0n ? registeredAtHeight : last + updatePeriod

function otherTx({ query, of }: Reachable): Place {
  const other = unlike(of, query.transactionsFilter)
  if (other !== undefined) return other
  throw new UsageError(`${of.key} has no transaction that the filter of query ${query.id} does not take`, {
    details: ['right: make one there first'],
  })
}
