import type { ActionInput } from '../../sandbox/internal.js'
import type { StoryCoverage } from '../coverage.js'
import type { Start } from '../setup.js'

/** A state that was made to judge an invariant. */
export interface MadeState {
  /** Whether it was made from the state before the last step; otherwise from the one after it. */
  readonly fromBefore: boolean
  /** The actions that led there. */
  readonly actions: readonly ActionInput[]
}

/** Collects the states that are made to judge one step and that ran code which no step ran so far. */
export class MadeStates {
  readonly #start: Start
  readonly #coverage: StoryCoverage
  /** The length of the sandbox's log after the last step, and its last two actions. */
  readonly #length: number
  readonly #last: readonly (ActionInput | undefined)[]
  readonly all: MadeState[] = []

  /** Begins after a step. */
  constructor(start: Start, coverage: StoryCoverage) {
    this.#start = start
    this.#coverage = coverage
    // The sandbox appends to its log.
    const { log } = start.sandbox
    this.#length = log.length
    this.#last = [log.at(-1), log.at(-2)] as readonly (ActionInput | undefined)[]
    coverage.start()
  }

  /** Notes the state that the sandbox is in. */
  note(): void {
    const isFresh = this.#coverage.ranUnknown()
    this.#coverage.start()
    if (!isFresh) return
    const log = this.#start.sandbox.log as readonly ActionInput[]
    // Others are made from the start of the action sequence.
    for (const [back, last] of this.#last.entries()) {
      const from = this.#length - back
      if (log.length <= from || log[from - 1] !== last) continue
      this.all.push({ fromBefore: back === 1, actions: log.slice(from) })
      return
    }
  }
}
