import type { BaseStore } from '../store/index.js'
import type { ValidatorUpdate } from './block/validator-set.js'
import type { Vote } from './context.js'

/** A block of another chain, after which a chain continues. */
export interface StartAfter {
  readonly height: number
  /** Nanoseconds since 1970. */
  readonly time: bigint
  /** Validators of the next block. */
  readonly validators: readonly ValidatorUpdate[]
  /** Who signed the block: those who did not do not run. Undefined: all did, and run. */
  readonly votes?: readonly Vote[] | undefined
  /** The rows of a store after the block; undefined for a store that the chain lacks. */
  readonly baseOf: (store: string) => BaseStore | undefined
}
