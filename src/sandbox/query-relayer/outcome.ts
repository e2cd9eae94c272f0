import type { DeliveryFailure } from '../relayer/back-off.js'
import { shownResult } from '../tx/result-text.js'
import { TxError, type TxResult } from '../tx/result.js'

/**
 * A result that was submitted: the relayer's transaction, and what it carried. One that could not be made has no hash, and the chain's error or the
 * code sudobox/3.
 */
export interface QueryDelivery extends TxResult {
  readonly queryId: bigint
  readonly type: 'kv' | 'tx'
  /** The name in the sandbox of the chain that was queried. */
  readonly remoteChain: string
  /** Height of the remote chain's block whose state, or whose transaction, was submitted; 0 when nothing was read. */
  readonly remoteHeight: bigint
  /** Hash of the remote transaction, upper-case hex; undefined for a query of keys. */
  readonly remoteTx: string | undefined
}

/** A submission that `console.log` prints in a few lines. */
export const shownQuery = (delivery: QueryDelivery): QueryDelivery =>
  shownResult(
    delivery,
    ({ queryId, type, remoteHeight }) => `Result of the ${type} query ${queryId}, of height ${remoteHeight} there,`,
  )

/** A registered query as its relayer sees it. */
export interface PendingQuery {
  readonly queryId: bigint
  readonly type: 'kv' | 'tx'
  /** Address of the contract. */
  readonly owner: string
  readonly connectionId: string
  /** Height of the chain from which the update period allows the next result. */
  readonly dueAt: bigint
  /** Whether there is something to deliver in the next block. */
  readonly due: boolean
  /** Hashes of remote transactions that match the filter and were not delivered. Empty for a query of keys. */
  readonly transactions: readonly string[]
  /** Results that failed the last time they were tried. */
  readonly failures: readonly QueryFailure[]
}

/** Why a result could not be delivered. */
export interface QueryFailure extends DeliveryFailure {
  /** The remote transaction; undefined for a query of keys, and when the search itself failed. */
  readonly remoteTx: string | undefined
}

/** A result that failed in automatic mode. */
export interface FailedQuery extends DeliveryFailure {
  readonly result: QueryDelivery
}

/** At least one of several results was refused: carries the first refusal, as every `TxError` does, and all the submissions. */
export class QueryRelayError extends TxError {
  /** All submissions in order, refused ones included. */
  readonly delivered: readonly QueryDelivery[]

  /** @param cause the error that prevented one of them from being submitted at all @param brief see {@link TxError} */
  constructor(delivered: readonly QueryDelivery[], cause?: unknown, brief = false) {
    super(
      delivered.find(({ code }) => code !== 0)!,
      brief,
    )
    this.delivered = delivered
    if (cause !== undefined) this.cause = cause
  }
}

export interface QueryRelayerOutcomes {
  readonly deliverQueries: { readonly delivered: readonly QueryDelivery[] }
  readonly pendingQueries: { readonly queries: readonly PendingQuery[] }
  readonly queryRelayer: { readonly automatic: boolean; readonly late: bigint }
}
