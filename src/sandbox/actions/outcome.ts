import type { Action } from './schema.js'
import type { FaultOutcomes } from '../faults/outcome.js'
import type { Head } from './head.js'
import type { QueryRelayerOutcomes } from '../query-relayer/outcome.js'
import type { RelayerOutcomes } from '../relayer/outcome.js'
import type { Repeated } from './repeat.js'
import type { BlockRunResult } from '../tx/block-runs.js'
import type { Produced } from '../tx/produce.js'
import type { EthereumAnswer, EthereumTxResult } from '../tx/ethereum/deliver.js'
import type { TxResult } from '../tx/result.js'
import type { Coin } from '../../codec/index.js'
import type { EvidenceBlock } from '../host/misbehaviour.js'
import type { ValidatorNode } from '../host/validators.js'
import type { FailureRecord } from '../host/failures.js'
import type { Json } from '../values/values.js'

/** Blocks that were made. */
export interface NewBlocks {
  /** Height of the last new block. */
  readonly height: bigint
  /** Nanoseconds since 1970. */
  readonly time: bigint
  /** What modules did by themselves in them, such as the runs of schedules; absent when there were none. */
  readonly runs?: readonly BlockRunResult[]
}

/** The outcome of each action. */
export interface Outcomes extends RelayerOutcomes, QueryRelayerOutcomes, FaultOutcomes {
  readonly account: { readonly address: string }
  readonly label: { readonly address: string }
  readonly tx: TxResult
  readonly rawTx: TxResult
  readonly ethereumTx: EthereumTxResult
  readonly ethereumCall: EthereumAnswer
  readonly callback: TxResult
  readonly block: NewBlocks
  readonly advance: { readonly heights: Readonly<Record<string, bigint>>; readonly runs?: readonly BlockRunResult[] }
  readonly produce: Produced
  readonly blockInterval: { readonly nanoseconds: bigint }
  readonly params: { readonly params: Json }
  readonly putRecord: { readonly height: bigint }
  /** Its block, how often the price of the pair was set, and the decimals of its units. */
  readonly price: { readonly height: bigint; readonly nonce: bigint; readonly decimals: bigint }
  /** The new id, and the last height under the old one. */
  readonly upgrade: {
    readonly chainId: string
    /** The last one under the id or the release before. */
    readonly lastHeight: bigint
    /** The release that runs; undefined for kinds with one. */
    readonly release: string | undefined
  }
  readonly startValidator: ValidatorNode
  readonly stopValidator: ValidatorNode
  readonly lightClientAttack: EvidenceBlock
  readonly doubleSign: EvidenceBlock
  readonly query: { readonly data: Json }
  readonly failures: { readonly failures: readonly FailureRecord[] }
  readonly balances: { readonly coins: readonly Coin[] }
  readonly evm: { readonly result: Json }
  readonly repeat: Repeated
  readonly head: Head
  readonly sudo: TxResult
  readonly double: TxResult
}

/** The outcome of any action. */
export type Outcome = Outcomes[Action['action']]
