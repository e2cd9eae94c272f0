import type { Common } from '@ethereumjs/common'
import type { Watcher } from '../execution/watch/watcher.js'
import type { Hex } from '../hex.js'
import type { Traits } from '../options/traits.js'
import type { Accounts } from '../state/view.js'

/** A message that is about to be executed. @typeParam S what is known of the state */
export interface TraceStart<S = Accounts> {
  readonly state: S
  readonly common: Pick<Common, 'isActivatedEIP'>
  readonly from: Hex
  readonly to: Hex | undefined
  readonly coinbase: Hex
  readonly gas: bigint
  /** The signers of its authorizations (EIP-7702). */
  readonly authorities?: readonly Hex[]
  /** Addresses of the precompiled contracts of the fork. */
  readonly precompiles: ReadonlySet<Hex>
  /** Whether an account that does not exist has the hash of one without code, which both are written as zero: since go-ethereum 1.17. */
  readonly zeroesCodeHash?: true
  /** The transaction that it is, if it is one. */
  readonly place?: Place
}

/** A transaction of a block. */
export interface Place {
  /** Null if it is not known. */
  readonly blockHash: Hex | null
  readonly blockNumber: bigint
  /** Null for a call that is no transaction. */
  readonly transactionHash: Hex | null
  readonly transactionIndex: number
}

/** How it ended. Gas in units. */
export interface TraceEnd {
  readonly gasUsed: bigint
  readonly failure: string | undefined
  readonly returnData: Uint8Array
  /** Whether a tracer learns only that it failed, and not how much gas it used: then nothing is cleared away either. */
  readonly isUntold?: boolean
}

/** What tracers of this chain learn of the end of an execution. Source: cosmos/evm x/vm/keeper/state_transition.go, which passes the failure to `OnTxEnd`. */
export const endOf = (
  { feesOutside }: Pick<Traits, 'feesOutside'>,
  { gasUsed, failure, returnData }: Omit<TraceEnd, 'isUntold'>,
): TraceEnd =>
  feesOutside && failure !== undefined
    ? { gasUsed: 0n, failure, returnData, isUntold: true }
    : { gasUsed, failure, returnData }

/** Watches one execution and builds the result that a client requested. */
export interface Tracer<S = Accounts> extends Watcher {
  start?(start: TraceStart<S>): void
  /** Whether go-ethereum's crashes where nothing was called. */
  readonly needsCall?: true
  /** The result. */
  result(end: TraceEnd): unknown
}

/** What a caller supplies about an execution; the executor knows the rest. */
export type TraceOf = Pick<TraceStart, 'from' | 'to' | 'coinbase' | 'gas' | 'authorities' | 'place'> & {
  /** How many logs the block has before it. */
  readonly logs?: number
  /** Refunds that it has before it runs. */
  readonly refund?: bigint
}
