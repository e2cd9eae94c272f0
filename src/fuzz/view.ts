import type { SudoboxError } from '../base/errors.js'
import type { Action, Outcome, TraceNode, TxResult } from '../sandbox/index.js'
import type { Claims } from './config.js'
import type { Books } from './money/money.js'

/** One step of a story that was told. */
export interface ToldStep {
  readonly action: Action
  /** What it gave; undefined when it failed. */
  readonly outcome: Outcome | undefined
  readonly error: SudoboxError | undefined
  /** The transactions and callbacks that it made, failed ones included, in order. */
  readonly results: readonly TxResult[]
  /** Calls of contracts back by the chain, in order. */
  readonly callbacks: readonly CallbackSeen[]
  /** Packets that it sent, each as `chain/port/channel/sequence`. */
  readonly sent: readonly string[]
  /** Height of each chain after it. */
  readonly heights: Readonly<Record<string, number>>
}

/** An entry point of a contract that the chain called by itself: `sudo`, or one of IBC. */
export interface CallbackSeen {
  readonly chain: string
  readonly contract: string
  /** Of `sudo` the kind of its message, such as `timeout`; else the entry point, such as `ibc_packet_ack`. */
  readonly kind: string
  readonly node: TraceNode
  /** Whether an injected fault struck the transaction. */
  readonly struck: boolean
}

/** How things stand between two steps. */
export interface Standing {
  readonly books: Books
  /** By label of the contract; of those alone that tell. */
  readonly claims: ReadonlyMap<string, Claims>
  /** Nothing is on its way that could still arrive, no failure waits to be resubmitted, no fault is armed. */
  readonly atRest: boolean
  /** A fault waits for a call. */
  readonly armed: boolean
  /** Packets whose settlement a contract refused, as `chain/port/channel/sequence`. */
  readonly stuck: ReadonlySet<string>
  /** A packet was executed that its sender has not been told of, or a contract missed what it was told. */
  readonly untold: boolean
}

/** A story as far as it was told. */
export interface StoryView {
  readonly steps: readonly ToldStep[]
  /** Before each step, and after the last one. */
  readonly standings: readonly Standing[]
}
