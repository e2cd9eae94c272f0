import type { Json } from '../base/json-value.js'
import type { Types } from '../codec/proto-json/index.js'
import type { AnteStep, PostStep } from './ante/step.js'
import type { ConsensusParams } from './block/consensus.js'
import type { BlockStage } from './block/block-run.js'
import type { Context, Vote } from './context.js'
import type { GasTap } from './gas.js'
import type { Module } from './module.js'
import type { Release } from './release.js'
import type { TxOutcome } from './tx/run.js'
import type { Validator } from './block/validators.js'

/** The order in which modules run; modules that are not named come last. */
export interface ModuleOrder {
  readonly genesis?: readonly string[]
  readonly beginBlock?: readonly string[]
  readonly endBlock?: readonly string[]
}

/** Before each message runs, of a transaction or of a module. @throws ChainError for one that may not. Source: cosmos-sdk baseapp `CircuitBreaker`. */
export type MessageGuard = (ctx: Context, typeUrl: string, value: Uint8Array) => void

/** What of an app another release has otherwise. */
export interface ReleaseParts {
  /** How its modules behave where releases differ (default: {@link SDK_0_53}). */
  readonly release?: Release | undefined
  readonly modules: readonly Module[]
  readonly ante: readonly AnteStep[]
  readonly order?: ModuleOrder
  readonly guard?: MessageGuard | undefined
  /** The types of its messages and queries (default: those of the first release). */
  readonly types?: Types | undefined
}

export interface AppConfig extends ReleaseParts {
  /** Releases that the app can go on with, by their names. They have no stores that the first one lacks. */
  readonly later?: Readonly<Record<string, ReleaseParts>> | undefined
  readonly chainId: string
  readonly prefix: string
  readonly post?: readonly PostStep[]
  /** The consensus params that it starts with (default: those of CometBFT, without a limit on gas). */
  readonly consensus?: ConsensusParams
  /** What the application is given of a block in place of what follows from the blocks here: for chains that go the way of a recorded one. */
  readonly given?: ((height: number) => GivenBlock) | undefined
  /** Nanoseconds between a block without a given time and the previous one (default 5 s). */
  readonly blockInterval?: bigint
  /** How many heights and blocks stay readable (default: all). */
  readonly keepHistory?: number
  readonly keepBlocks?: number
  /** Whether transactions are found by hash (default true). */
  readonly txIndex?: boolean
  /** Who signs the blocks (default: one validator, its key made from the chain id). */
  readonly validators?: readonly Validator[]
  /** The context of begin and end blockers, with their observers. */
  readonly watched?: (ctx: Context, stage: BlockStage) => Context
  /** What the chain reads for each transaction before it decodes it, charged to the meter that it begins with. */
  readonly beforeTx?: ((ctx: Context) => void) | undefined
  /** What the chain changes of a result once it is there. @param before the transactions before it in the block */
  readonly afterTx?: ((outcome: TxOutcome, before: readonly TxOutcome[]) => TxOutcome) | undefined
  /** Observes the gas of transactions and queries. */
  readonly gasTap?: GasTap | undefined
}

/** Parts of a block that come from outside of the application. */
export interface GivenBlock {
  /** Consensus address. */
  readonly proposer?: Uint8Array
  /** Hash of the header of the block in progress. */
  readonly hash?: Uint8Array
  /** Who signed the block before it. */
  readonly votes?: readonly Vote[]
}

/** Position of a block. Absent members follow from the previous block. */
export interface BlockPosition {
  readonly height?: number
  /** Nanoseconds since 1970. */
  readonly time?: bigint
}

/** The start of a chain: states by module, and height and time before the first block. */
export interface Genesis extends Required<BlockPosition> {
  readonly states: Readonly<Record<string, Json>>
}
