import type { KVStore } from '../store/index.js'
import type { EventManager } from './events.js'
import type { GasMeter } from './gas.js'
import type { ConsensusParams } from './block/consensus.js'
import type { Release } from './release.js'

/** The current block as modules see it. */
export interface BlockInfo {
  readonly chainId: string
  readonly height: number
  /** Nanoseconds since 1970. */
  readonly time: bigint
  /** Consensus address of its proposer; undefined outside of a chain's blocks. */
  readonly proposer?: Uint8Array
  /** Who signed the block before it, and who did not; none before the second block. */
  readonly votes?: readonly Vote[]
  /** Misbehaviour of validators; evidence for it is in the block. */
  readonly misbehaviour?: readonly Misbehaviour[]
}

/** A validator's part in the commit of a block. Source: proto tendermint.abci `VoteInfo`. */
export interface Vote {
  /** Address of the consensus key. */
  readonly address: Uint8Array
  readonly power: bigint
  readonly signed: boolean
}

/** Source: proto tendermint.abci `Misbehavior`. */
export interface Misbehaviour {
  readonly type: 'duplicateVote' | 'lightClientAttack'
  /** Address of the consensus key. */
  readonly address: Uint8Array
  readonly power: bigint
  readonly height: number
  /** Nanoseconds since 1970. */
  readonly time: bigint
  readonly totalPower: bigint
}

/**
 * What every message, query and hook of a module receives. Source: cosmos-sdk types/context.go.
 * A context is a value: the `with…` methods return another one over the same state.
 */
export interface Context {
  readonly block: BlockInfo
  readonly gasMeter: GasMeter
  readonly events: EventManager
  /** Position of the transaction in its block; undefined outside of one (then `env.transaction` of a contract is null). */
  readonly txIndex: number | undefined
  /** Raw bytes of the current transaction; empty outside of one. */
  readonly txBytes: Uint8Array
  /** The bech32 prefix of accounts and contracts on this chain. */
  readonly prefix: string
  /** How the chain's modules behave where their releases differ. */
  readonly release: Release
  /** The consensus params of the block. */
  readonly consensus: ConsensusParams

  /** The store of a module under its store key name, charged to `gasMeter` by the SDK's KV prices. @throws UsageError for an unknown name. */
  store(name: string): KVStore
  /** A store whose reads and writes are not charged: for tools, never for modules. */
  rawStore(name: string): KVStore

  /**
   * What follows from the rows of one store alone, such as whether a queue has any: computed once, then known until a value of the store changes.
   * It charges no gas. @param compute gets a context with a meter of its own, and must not write
   */
  fromStore<T>(store: string, what: ContextKey<T>, compute: (ctx: Context) => T): T

  withGasMeter(meter: GasMeter): Context
  withEvents(events: EventManager): Context
  withBlock(block: BlockInfo): Context
  /** This context over the state of another context of the same chain. */
  onStateOf(other: Context): Context

  /**
   * A branch of the state with an event manager of its own and the same meter (cosmos-sdk `CacheContext`).
   * Layers are strictly nested: exactly one of `write` and `discard` ends it, before anything else is written to this context.
   * `write` keeps its writes and appends its events to this context's; `discard` drops both.
   */
  branch(): { readonly ctx: Context; write(): void; discard(): void }

  /** Arbitrary values for one transaction or query, as Go's `context.Value`: the message call depth, the query stack size … */
  value<T>(key: ContextKey<T>): T | undefined
  withValue<T>(key: ContextKey<T>, value: T): Context
}

/** A typed name for {@link Context.value}. */
export class ContextKey<T> {
  declare readonly type: T
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
