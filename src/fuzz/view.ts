import type { SudoboxError } from '../base/index.js'
import type { Action, Outcome, TraceNode, TxResult } from '../sandbox/internal.js'
import type { Claims } from './config.js'
import type { Balances } from './money/money.js'

/** An executed step of an action sequence. */
export interface ExecutedStep {
  readonly action: Action
  /** Undefined when it failed. */
  readonly outcome: Outcome | undefined
  readonly error: SudoboxError | undefined
  /** The transactions and callbacks that it caused, failed ones included, in order; then the runs of schedules in its blocks, if the campaign has any. */
  readonly results: readonly TxResult[]
  /** The callbacks that the chain made to contracts, in order. */
  readonly callbacks: readonly CallbackSeen[]
  /** Packets that were sent, each as `chain/port/channel/sequence`. */
  readonly sent: readonly string[]
  /** Height of each chain after the step. */
  readonly heights: Readonly<Record<string, number>>
}

/** A call that the chain made to a contract: of `sudo`, of an IBC entry point, or by a schedule. */
export interface CallbackSeen {
  readonly chain: string
  readonly contract: string
  /** For `sudo` the kind of its message, such as `timeout`; for a schedule `cron:` and its message, such as `cron:tick`; otherwise the entry point, such as `ibc_packet_ack`. */
  readonly kind: string
  readonly node: TraceNode
  /** The gas that it may use: the sudo limit, or the limit of the relayer's transaction; undefined for a call by a schedule. */
  readonly limit: bigint | undefined
  /** Whether an injected fault took effect in the transaction. */
  readonly struck: boolean
}

/** What an oracle knows about the state between two steps. */
export interface StateView {
  readonly balances: Balances
  /** By label of the contract, for contracts whose `claims` are configured. */
  readonly claims: ReadonlyMap<string, Claims>
  /** No packet is pending, no failure waits to be resubmitted, no fault is armed. */
  readonly atRest: boolean
  /** An injected fault has not taken effect yet. */
  readonly armed: boolean
  /** Packets whose settlement a contract refused, as `chain/port/channel/sequence`. */
  readonly stuck: ReadonlySet<string>
  /** A packet was executed but its acknowledgement is not yet delivered, or a callback failed and was not resubmitted. */
  readonly unsettled: boolean
}

/** The steps of an action sequence so far. */
export interface StoryView {
  readonly steps: readonly ExecutedStep[]
  /** One before each step, and one after the last. */
  readonly states: readonly StateView[]
}
