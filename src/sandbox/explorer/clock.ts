import type { Explored } from './explored.js'

/** Seconds by which the clocks of the chains move with each block; what their own blocks take. */
const STEP = 5n

/** Makes blocks by itself, as often as a user wants, each an action of the log. */
export class Clock {
  readonly #explored: Explored
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(explored: Explored) {
    this.#explored = explored
  }

  /** @param every seconds; null: no longer */
  set(every: number | null): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    if (every === null) return
    this.#timer = setInterval(() => {
      // An automatic relayer reports what fails; the blocks are there either way.
      void this.#explored.perform({ action: 'advance', seconds: STEP }).catch(() => undefined)
    }, every * 1000)
    this.#timer.unref()
  }
}
