import type { Sandbox } from './sandbox.js'
import type { QueryLie } from '../query-relayer/actions.js'
import type { QueryRelayerHost } from '../query-relayer/query-relayer-host.js'
import type { FailedQuery, PendingQuery, QueryDelivery } from '../query-relayer/outcome.js'

/** What a delivery of all that is due may be told. */
export interface DeliverAllOptions {
  /** How many results at most; 100 when left out. */
  readonly limit?: number
  /** Whether contracts are called with results of keys; they are when left out. */
  readonly callbacks?: boolean
  /** The gas limit of each of the relayer's transactions, in SDK gas; 50,000,000 when left out. */
  readonly gasLimit?: bigint
}

/** What the delivery of one query may be told. */
export interface DeliverOptions extends DeliverAllOptions {
  /** For a query of keys: the block of the remote chain whose state is delivered; a new one when left out. */
  readonly height?: bigint | number
  /** What is not true, of a kind that the chain refuses; but for `otherTx`, which only the contract can see. */
  readonly lie?: QueryLie
}

/**
 * Delivers results of interchain queries, as transactions of the account `relayer`: reads the chain that a query asks, builds the proofs,
 * brings the headers. It delivers when it is told; with {@link auto} after each action of the sandbox.
 */
export class QueryRelayer {
  readonly #sandbox: Sandbox
  readonly #host: QueryRelayerHost

  constructor(sandbox: Sandbox, host: QueryRelayerHost) {
    this.#sandbox = sandbox
    this.#host = host
  }

  /**
   * The results of one query now, whether its update period is over or not: the state of its keys, or every transaction that its filter
   * takes and that was not delivered yet.
   * @returns what was submitted, in order; nothing when there is no such transaction
   * @throws QueryRelayError (a `TxError` with all that was `delivered`) when the chain refuses one; UsageError when there is no such query; and whatever
   * keeps a result from being made
   */
  async deliver(queryId: bigint | number, options: DeliverOptions = {}): Promise<readonly QueryDelivery[]> {
    const { delivered } = await this.#sandbox.perform({ action: 'deliverQueries', query: queryId, ...options })
    return delivered
  }

  /** The results of all queries that are due by their update period. @throws QueryRelayError when one fails; the others are delivered all the same */
  async deliverAll(options: DeliverAllOptions = {}): Promise<readonly QueryDelivery[]> {
    const { delivered } = await this.#sandbox.perform({ action: 'deliverQueries', ...options })
    return delivered
  }

  /** All registered queries, and what is to be delivered of them; `failures` tells why a result could not be. */
  pending(): readonly PendingQuery[] {
    return this.#sandbox.performNow({ action: 'pendingQueries' }).queries
  }

  /**
   * Whether it delivers by itself after each action what is due. What fails then throws nothing and stops no other result: it stands in
   * {@link delivered}, in {@link pending} with its reason, and is tried again after the update period, or after 1 block, then 2, 4 … 64 where that is
   * longer. Switching it on, or a client update by hand, tries all again at once.
   * @param options.late blocks by which it is late
   */
  auto(automatic = true, options: { readonly late?: number | bigint } = {}): void {
    this.#sandbox.performNow({ action: 'queryRelayer', automatic, ...options })
  }
  get automatic(): boolean {
    return this.#host.automatic
  }
  /** What it submitted by itself, in order, failed ones included. */
  get delivered(): readonly QueryDelivery[] {
    return this.#host.delivered
  }
  /** Tells of each result that fails in automatic mode, until the function that it gives is called. The listener must not act on the sandbox. */
  onFailure(listener: (failed: FailedQuery) => void): () => void {
    return this.#host.onFailure(listener)
  }
}
