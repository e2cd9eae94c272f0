import type { Action } from '../sandbox/action.js'
import type { SudoboxError } from '../base/errors.js'
import type { Outcome, TxResult } from '../sandbox/index.js'

/** One step of a story that was told. */
export interface ToldStep {
  readonly action: Action
  /** What it gave; undefined when it failed. */
  readonly outcome: Outcome | undefined
  readonly error: SudoboxError | undefined
  /** The transactions and callbacks that it made, failed ones included, in order. */
  readonly results: readonly TxResult[]
}

/** A story as far as it was told. */
export interface StoryView {
  readonly steps: readonly ToldStep[]
}
