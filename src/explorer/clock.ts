import { SudoboxError } from '../base/index.js'
import type { Explored } from './explored.js'

/** Seconds by which each block moves the clocks of the chains, as their own blocks do. */
const STEP = 5n

/** Makes blocks by itself, as often as a user wants, each an action of the log. */
export class Clock {
  readonly #explored: Explored
  readonly #onFailure: (reason: string) => void
  #timer: ReturnType<typeof setInterval> | undefined

  /** @param onFailure called when no chain makes blocks any more; the clock has stopped then */
  constructor(explored: Explored, onFailure: (reason: string) => void) {
    this.#explored = explored
    this.#onFailure = onFailure
  }

  /** @param every seconds; null: no longer */
  set(every: number | null): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    if (every === null) return
    this.#timer = setInterval(() => void this.#tick(), every * 1000)
    this.#timer.unref()
  }

  async #tick(): Promise<void> {
    const before = this.#heights()
    try {
      await this.#explored.perform({ action: 'advance', seconds: STEP })
    } catch (error) {
      // An automatic relayer reports what fails; the blocks are there then.
      if (this.#heights() !== before) return
      this.set(null)
      this.#onFailure(error instanceof SudoboxError ? error.shortMessage : String(error))
    }
  }

  #heights(): string {
    return [...this.#explored.hosts.values()].map(({ app }) => app.height).join()
  }
}
