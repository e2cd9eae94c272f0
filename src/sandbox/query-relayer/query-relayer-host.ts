import { UsageError } from '../../base/index.js'
import { kvQueryResult, txQueryResult } from '../../app/index.js'
import type { Any } from '../../codec/index.js'
import { MsgSubmitQueryResult, type QueryResult, type RegisteredQuery } from '../../codec/neutron/interchainqueries.js'
import { heightOn, knownHeightBelow } from '../../modules/ibc/relay.js'
import type { DeliverQueries } from './actions.js'
import { attempt, Thrown } from '../tx/block-tx.js'
import type { ChainHost } from '../host/chain-host.js'
import { DEFAULT_GAS_LIMIT } from '../tx/deliver.js'
import { failedAgain, retriedNow, type Failures } from '../relayer/back-off.js'
import type { RelayerHost } from '../relayer/relayer-host.js'
import { pack } from '../relayer/delivery.js'
import { nextTime } from '../relayer/due.js'
import { falsified } from './lies.js'
import { unsent } from '../tx/unsent.js'
import { QueryRelayError, shownQuery, type FailedQuery, type PendingQuery, type QueryDelivery } from './outcome.js'
import {
  otherTx,
  queriesOf,
  searchOn,
  undelivered,
  watched,
  type Place,
  type Search,
  type WatchedQuery,
} from './watch.js'

/** The state of the query relayer, as snapshots keep it. */
export interface QueryRelayerSnapshot {
  readonly automatic: boolean
  /** By how many blocks it delivers later than it could. */
  readonly late: bigint
  /** By {@link queryKey}, as the next two. */
  readonly searches: ReadonlyMap<string, Search>
  /** Height of the chain at which automatic mode last tried a query. */
  readonly tried: ReadonlyMap<string, bigint>
  /** The last submission of each query. */
  readonly submitted: ReadonlyMap<string, Submission>
  /** What failed the last time, by {@link resultKey}. */
  readonly failures: Failures
  readonly delivered: readonly QueryDelivery[]
}

/** A message with its content. */
interface Submission {
  readonly queryId: bigint
  readonly type: 'kv' | 'tx'
  readonly remoteHeight: bigint
  readonly remoteTx: string | undefined
  readonly message: Any
}

/** A submission, or the error that prevented it. */
type Attempt = Submission | (Omit<Submission, 'message'> & { readonly thrown: Thrown })

/** A result that was submitted, or could not be. */
interface Tried {
  readonly delivery: QueryDelivery
  readonly thrown: Thrown | undefined
}

/** Headers that were submitted to clients, or the errors that prevented it: queries of one chain share them. */
type Headers = Map<string, number | Thrown>

/** A query, by the chain that registered it. */
const queryKey = (on: ChainHost, id: bigint): string => `${on.key}/${id}`

const resultKey = (on: ChainHost, queryId: bigint, remoteTx: string | undefined): string =>
  `${queryKey(on, queryId)}/${remoteTx ?? ''}`

/** A query whose remote chain is in the sandbox. */
type Reachable = WatchedQuery & { readonly of: ChainHost; readonly client: string }

/** With {@link World.light}. */
type Deliver = Omit<DeliverQueries, 'action' | 'chain'> & { readonly light?: boolean }

const AUTOMATIC: Deliver = { callbacks: true, limit: 100 }

/** Watches the registered queries of a chain, reads the chains that they are about, and submits results as transactions of the account `relayer`. */
export class QueryRelayerHost {
  readonly #relayer: RelayerHost
  #now: QueryRelayerSnapshot
  readonly #listeners = new Set<(failed: FailedQuery) => void>()

  constructor(relayer: RelayerHost, options: { readonly automatic: boolean }) {
    this.#relayer = relayer
    this.#now = {
      automatic: options.automatic,
      late: 0n,
      searches: new Map(),
      tried: new Map(),
      submitted: new Map(),
      failures: new Map(),
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
    this.#now = { ...this.#now, automatic, late }
    this.retryNow()
  }
  /** Has automatic mode retry at once what failed, since the cause may be gone. */
  retryNow(): void {
    this.#now = { ...this.#now, tried: new Map(), failures: retriedNow(this.#now.failures) }
  }
  /** Calls the listener for each failure in automatic mode. @returns a function that ends this */
  onFailure(listener: (failed: FailedQuery) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  snapshot(): QueryRelayerSnapshot {
    return this.#now
  }
  restore(snapshot: QueryRelayerSnapshot): void {
    this.#now = snapshot
  }

  /**
   * Results of one query, or of all that are due; a failing one does not hold up others. @throws QueryRelayError when one is refused; for a single query the error
   * that prevented its submission; UsageError when there is no such query or lie
   */
  deliver(on: ChainHost, action: Deliver & { readonly query?: bigint | undefined }): QueryDelivery[] {
    const { query: id } = action
    if (
      id === undefined &&
      action.lie !== undefined &&
      action.lie !== 'replay' &&
      action.lie !== 'value' &&
      action.lie !== 'proof'
    )
      throw new UsageError(`the lie "${action.lie}" is possible for one query only`, {
        details: ['right: deliver(id, { lie })'],
      })
    const queries = id === undefined ? this.#due(on, 0n) : [this.#one(on, id)]
    const tried = this.#submit(on, queries, action)
    const unmade = tried.find(({ thrown }) => thrown !== undefined)?.thrown
    if (unmade !== undefined && id !== undefined) throw unmade.error
    const results = tried.map(({ delivery }) => delivery)
    if (results.some(({ code }) => code !== 0)) throw new QueryRelayError(results, unmade?.error, action.light)
    return results
  }

  /** Runs automatic mode after each action: delivers everything that is due, once. */
  tick(on: ChainHost): void {
    if (!this.#now.automatic || on.app.interchainQueries === undefined) return
    const at = BigInt(on.app.height + 1)
    const now = this.#watched(on)
      .filter(isReachable)
      .filter(({ query }) => this.#isTime(on, query, this.#now.late))
    const due = now.filter((watched) => this.#isDue(on, watched, this.#now.late, true))
    // A search that finds nothing counts as well: the next one is a period later.
    const tried = new Map(this.#now.tried)
    for (const one of now)
      if (typeOf(one.query) === 'tx' || due.includes(one)) tried.set(queryKey(on, one.query.id), at)
    if (tried.size > 0) this.#now = { ...this.#now, tried }
    if (due.length === 0) return
    const results = this.#submit(on, due, AUTOMATIC, true).map(({ delivery }) => delivery)
    this.#now = { ...this.#now, delivered: [...this.#now.delivered, ...results] }
    for (const result of results) {
      const failure = this.#now.failures.get(resultKey(on, result.queryId, result.remoteTx))
      if (failure !== undefined) for (const listener of this.#listeners) listener({ ...failure, result })
    }
  }

  pending(on: ChainHost): PendingQuery[] {
    return this.#watched(on).map((watched) => {
      const { query, of } = watched
      const type = typeOf(query)
      const found = type === 'kv' || of === undefined ? [] : attempt(() => this.#found(on, watched as Reachable))
      const transactions = found instanceof Thrown ? [] : found.map(({ hash }) => hash)
      return {
        queryId: query.id,
        type,
        owner: query.owner,
        connectionId: query.connectionId,
        dueAt: dueAt(query),
        due: of !== undefined && this.#isDue(on, watched as Reachable, 0n),
        transactions,
        failures: [undefined, ...transactions].flatMap((remoteTx) => {
          const failure = this.#now.failures.get(resultKey(on, query.id, remoteTx))
          return failure === undefined ? [] : [{ ...failure, remoteTx }]
        }),
      }
    })
  }

  #watched(on: ChainHost): WatchedQuery[] {
    return queriesOf(on)
      .all(on.app.context)
      .map((query) => watched(on, query, this.#relayer.chains))
  }

  #one(on: ChainHost, id: bigint): Reachable {
    const query = queriesOf(on).find(on.app.context, id)
    if (query === undefined) throw new UsageError(`${on.key} has no interchain query ${id}`)
    const found = watched(on, query, this.#relayer.chains)
    if (isReachable(found)) return found
    throw new UsageError(`the connection ${query.connectionId} of query ${id} leads to no chain of the sandbox`)
  }

  /** @param patient skips what failed recently */
  #due(on: ChainHost, late: bigint, patient = false): Reachable[] {
    return this.#watched(on)
      .filter(isReachable)
      .filter((query) => this.#isDue(on, query, late, patient))
  }

  /** Due by its update period; a query of transactions also needs some to deliver, or a search that failed. */
  #isDue(on: ChainHost, watched: Reachable, late: bigint, patient = false): boolean {
    const { query } = watched
    if (!this.#isTime(on, query, late)) return false
    const isReady = (remoteTx: string | undefined): boolean => !patient || !this.#isWaiting(on, query.id, remoteTx)
    if (typeOf(query) === 'kv') return isReady(undefined)
    const found = attempt(() => this.#found(on, watched))
    return found instanceof Thrown ? isReady(undefined) : found.some(({ hash }) => isReady(hash))
  }

  /** Whether the update period has passed since the last result, and since automatic mode last tried. */
  #isTime(on: ChainHost, query: RegisteredQuery, late: bigint): boolean {
    const next = BigInt(on.app.height + 1)
    const tried = this.#now.tried.get(queryKey(on, query.id))
    return next >= dueAt(query) + late && (tried === undefined || next >= tried + query.updatePeriod)
  }

  #isWaiting(on: ChainHost, queryId: bigint, remoteTx: string | undefined): boolean {
    const failure = this.#now.failures.get(resultKey(on, queryId, remoteTx))
    return failure !== undefined && BigInt(on.app.height) < failure.retryAt
  }

  /** Transactions that are still to be delivered, oldest first. */
  #found(on: ChainHost, { query, of }: Reachable): Place[] {
    const search = searchOn(of, query.transactionsFilter, this.#now.searches.get(queryKey(on, query.id)))
    const found = undelivered(on, of, query, search.found)
    this.#now = {
      ...this.#now,
      searches: new Map(this.#now.searches).set(queryKey(on, query.id), { ...search, found }),
    }
    return found
  }

  /** All submissions in one block of the chain, after the headers that they need. One that cannot be made does not hold up others. */
  #submit(on: ChainHost, queries: readonly Reachable[], action: Deliver, patient = false): Tried[] {
    const headers: Headers = new Map()
    const attempts = queries
      .flatMap((query) => this.#attemptsOf(on, query, action, headers, patient))
      .slice(0, action.limit)
    const gasLimit = action.gasLimit ?? DEFAULT_GAS_LIMIT
    const submissions = attempts.filter((one) => 'message' in one)
    const ends = this.#relayer.block(
      on,
      submissions.map(({ message }) => ({ messages: [message], gasLimit })),
      action.light,
    )
    const submitted = new Map(this.#now.submitted)
    for (const submission of submissions) submitted.set(queryKey(on, submission.queryId), submission)
    this.#now = { ...this.#now, submitted }
    const registeredOn = new Map(queries.map(({ query, of }) => [query.id, of.key]))
    let sent = 0
    const tried = attempts.map((one): Tried => {
      const end = 'message' in one ? ends[sent++]! : one.thrown
      const { queryId, type, remoteHeight, remoteTx } = one
      const thrown = end instanceof Thrown ? end : undefined
      const result = end instanceof Thrown ? unsent(on, end.error) : end
      const remoteChain = registeredOn.get(queryId)!
      return { delivery: shownQuery({ ...result, queryId, type, remoteChain, remoteHeight, remoteTx }), thrown }
    })
    // The refusal of a false result says nothing about the query.
    if (action.lie === undefined) this.#note(on, queries, tried)
    return tried
  }

  /** Records why something failed, and forgets it once it is delivered. */
  #note(on: ChainHost, queries: readonly Reachable[], tried: readonly Tried[]): void {
    const periods = new Map(queries.map(({ query }) => [query.id, query.updatePeriod]))
    const failures = new Map(this.#now.failures)
    for (const { delivery } of tried) {
      const { queryId, remoteTx, code, rawLog } = delivery
      const key = resultKey(on, queryId, remoteTx)
      if (code === 0) failures.delete(key)
      else failures.set(key, failedAgain(failures.get(key), rawLog, on.app.height, periods.get(queryId)))
    }
    this.#now = { ...this.#now, failures }
  }

  #attemptsOf(on: ChainHost, watched: Reachable, action: Deliver, headers: Headers, patient: boolean): Attempt[] {
    const { query } = watched
    const unmade = (thrown: Thrown, place?: Place): Attempt => ({
      queryId: query.id,
      type: typeOf(query),
      remoteTx: place?.hash,
      remoteHeight: BigInt(place?.height ?? 0),
      thrown,
    })
    const made = (work: () => Submission, place?: Place): Attempt => {
      const one = attempt(work)
      return one instanceof Thrown ? unmade(one, place) : one
    }
    if (action.lie === 'replay') return [made(() => this.#lastOf(on, query.id))]
    if (typeOf(query) === 'kv') return [made(() => this.#ofKeys(on, watched, action, headers))]
    const places = attempt(() => (action.lie === 'otherTx' ? [otherTx(watched)] : this.#found(on, watched)))
    if (places instanceof Thrown) return [unmade(places)]
    return places
      .filter(({ hash }) => !patient || !this.#isWaiting(on, query.id, hash))
      .slice(0, action.limit)
      .map((place) => made(() => this.#ofTx(on, watched, place, action), place))
  }

  #lastOf(on: ChainHost, id: bigint): Submission {
    const last = this.#now.submitted.get(queryKey(on, id))
    if (last === undefined) throw new UsageError(`nothing was submitted for query ${id} that could be replayed`)
    return last
  }

  #ofKeys(on: ChainHost, watched: Reachable, action: Deliver, headers: Headers): Submission {
    const { query, of } = watched
    if (this.#relayer.proofs === 'trust' && (action.lie === 'value' || action.lie === 'proof'))
      throw new UsageError("with ibc.proofs: 'trust' proofs are not verified: a false result shows nothing")
    const at = this.#stateHeight(on, watched, action, headers)
    const result = kvQueryResult(of.app.baseApp, query.keys, at, { allowKvCallbacks: action.callbacks })
    return this.#submission(on, query, result, action, undefined)
  }

  /** The block of the remote chain whose state is submitted; its proof is verified against the next header, which the client then knows. */
  #stateHeight(on: ChainHost, { query, of, client }: Reachable, action: Deliver, headers: Headers): number {
    const last = query.lastSubmittedResultRemoteHeight?.revisionHeight
    if (action.lie === 'otherTx') throw new UsageError(`query ${query.id} is one of keys: it takes no transactions`)
    if (action.lie === 'stale' && last === undefined)
      throw new UsageError(`query ${query.id} has no result yet: none can be stale`)
    const wanted = action.lie === 'stale' ? last : action.height
    if (wanted === undefined) {
      const at = headers.get(client) ?? attempt(() => this.#relayer.bringHeader(on, of, client, action.light))
      headers.set(client, at)
      if (at instanceof Thrown) throw at.error
      return at - 1
    }
    const at = Number(wanted)
    if (at < 1) throw new UsageError('the remote chain has no state before its first block')
    while (of.app.height <= at) of.app.nextBlock(nextTime(of, on))
    if (!this.#relayer.clients.knows(on, client, of, at + 1)) this.#bring(on, of, client, at + 1, action.light)
    return at
  }

  /** A header, not necessarily the last one. */
  #bring(on: ChainHost, of: ChainHost, clientId: string, at: number, light?: boolean): void {
    const trusted = knownHeightBelow(on.app.context, clientId, heightOn(of.app.baseApp, at))
    if (trusted === undefined)
      throw new UsageError(`the client ${clientId} of ${on.key} knows no height of ${of.key} below ${at}`)
    const update = this.#relayer.clients.update(on, clientId, of, at, this.#relayer.addressOn(on), trusted)
    this.#relayer.send(on, [update], DEFAULT_GAS_LIMIT, light)
  }

  #ofTx(on: ChainHost, { query, of, client }: Reachable, place: Place, action: Deliver): Submission {
    if (action.height !== undefined || action.lie === 'stale')
      throw new UsageError(`query ${query.id} is one of transactions: their height is their own`)
    while (of.app.height <= place.height) of.app.nextBlock(nextTime(of, on))
    const result = txQueryResult(on.app, client, of.app.baseApp, place)
    return this.#submission(on, query, result, action, place.hash)
  }

  #submission(
    on: ChainHost,
    query: RegisteredQuery,
    honest: QueryResult,
    { lie }: Deliver,
    remoteTx: string | undefined,
  ): Submission {
    const result = lie === 'value' || lie === 'proof' ? falsified(honest, lie) : honest
    return {
      queryId: query.id,
      type: typeOf(query),
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

const typeOf = ({ queryType }: RegisteredQuery): 'kv' | 'tx' => (queryType === 'tx' ? 'tx' : 'kv')

const isReachable = (watched: WatchedQuery): watched is Reachable => watched.of !== undefined

/** The height of the chain from which a result is due. Source: neutron-org/neutron-query-relayer, by the update period. */
const dueAt = ({ lastSubmittedResultLocalHeight: last, registeredAtHeight, updatePeriod }: RegisteredQuery): bigint =>
  last === 0n ? registeredAtHeight : last + updatePeriod
