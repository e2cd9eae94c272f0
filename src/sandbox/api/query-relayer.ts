import { errorsAtCallersLine, strictArguments } from '../../base/index.js'
import type { Sandbox } from './sandbox.js'
import type { QueryLie } from '../query-relayer/actions.js'
import type { QueryRelayerHost } from '../query-relayer/query-relayer-host.js'
import type { FailedQuery, PendingQuery, QueryDelivery } from '../query-relayer/outcome.js'

/** Options of a delivery of all due queries. */
export interface DeliverAllOptions {
  /** The chain that registered the queries; `neutron` when left out. */
  readonly chain?: string
  /** How many results at most; 100 when left out. */
  readonly limit?: number
  /** Whether contracts are called with results of keys; they are when left out. */
  readonly callbacks?: boolean
  /** The gas limit of each of the relayer's transactions, in SDK gas; 50,000,000 when left out. */
  readonly gasLimit?: bigint
}

/** Options of the delivery of one query. */
export interface DeliverOptions extends DeliverAllOptions {
  /** For a query of keys: the block of the remote chain whose state is delivered; a new one when left out. */
  readonly height?: bigint | number
  /** A false result that the chain refuses; `otherTx` is one that only the contract can detect. */
  readonly lie?: QueryLie
}

/**
 * Delivers results of interchain queries, as transactions of the account `relayer`: reads the chain that a query is about, builds the proofs,
 * submits the headers. It delivers on request, or with {@link auto} after each action of the sandbox.
 */
export class QueryRelayer {
  static {
    strictArguments(this, 'QueryRelayer')
    errorsAtCallersLine(this)
  }

  readonly #sandbox: Sandbox<string>
  readonly #host: QueryRelayerHost

  constructor(sandbox: Sandbox<string>, host: QueryRelayerHost) {
    this.#sandbox = sandbox
    this.#host = host
  }

  /**
   * Submits the results of one query now, whether its update period is over or not: the values of its keys, or every transaction that matches its
   * filter and was not delivered yet.
   * @example await queryRelayer.deliver(1)
   * @example await expect(queryRelayer.deliver(1, { lie: 'value' })).rejects.toThrow()
   * @returns what was submitted, in order; empty when no transaction matches
   * @throws QueryRelayError (a `TxError` with everything that was `delivered`) when the chain refuses a result; UsageError for an unknown query; and
   * any error that prevents a result from being built
   */
  async deliver(queryId: bigint | number, options: DeliverOptions = {}): Promise<readonly QueryDelivery[]> {
    const { delivered } = await this.#sandbox.perform({ action: 'deliverQueries', query: queryId, ...options })
    return delivered
  }

  /** Submits the results of all queries whose update period is over. @throws QueryRelayError when one fails; the others are still delivered */
  async deliverAll(options: DeliverAllOptions = {}): Promise<readonly QueryDelivery[]> {
    const { delivered } = await this.#sandbox.perform({ action: 'deliverQueries', ...options })
    return delivered
  }

  /**
   * All registered queries and what is still to be delivered; `failures` says why a result could not be delivered.
   * @param options.chain the chain that registered them; `neutron` when left out
   */
  pending(options: { readonly chain?: string } = {}): readonly PendingQuery[] {
    return this.#sandbox.performNow({ action: 'pendingQueries', ...options }).queries
  }

  /**
   * Turns automatic delivery of due results after each action on or off. A delivery that fails then does not throw and does not stop others: it
   * is listed in {@link delivered} and, with the reason, in {@link pending}. It is retried after the update period, or after 1 block, then 2, 4 … 64
   * if that is longer. Turning it on, or a manual client update, retries everything at once.
   * @param options.late blocks by which each delivery is delayed
   */
  auto(automatic = true, options: { readonly late?: number | bigint } = {}): void {
    this.#sandbox.performNow({ action: 'queryRelayer', automatic, ...options })
  }
  get automatic(): boolean {
    return this.#host.automatic
  }
  /** Automatic deliveries in order, failed ones included. */
  get delivered(): readonly QueryDelivery[] {
    return this.#host.delivered
  }
  /** Calls the listener for each failed automatic delivery. The listener must not act on the sandbox. @returns a function that removes it */
  onFailure(listener: (failed: FailedQuery) => void): () => void {
    return this.#host.onFailure(listener)
  }
}
