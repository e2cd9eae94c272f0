import { clearTimeout, setTimeout } from 'node:timers'
import { setImmediate } from 'node:timers/promises'
import { Stop } from '../errors.js'

/** Opcodes between two pauses for other work: a few milliseconds. */
const STEPS = 10_000
/** How many opcodes a message counts as: it may run a precompiled contract, which is slow. */
const MESSAGE = 500

/** How long a job may take, and the error of one that takes longer. */
export interface TimeLimit {
  /** 0 is no limit. */
  readonly milliseconds: number
  readonly words: string
}

/** The limit of a call, with go-ethereum's error text. */
export const callLimit = (milliseconds: number): TimeLimit => ({
  milliseconds,
  words: `execution aborted (timeout = ${milliseconds / 1000}s)`,
})

const NO_LIMIT = callLimit(0)

/**
 * Lets other requests be answered while an EVM runs for a long time, and stops it at a time limit.
 */
export class Interruption {
  #steps = 0
  #running = false
  #limit = NO_LIMIT
  #timer: NodeJS.Timeout | undefined
  #ended = false

  /** Counts an opcode. Returns whether to pause before it. */
  isDue(): boolean {
    return this.#running && ++this.#steps >= STEPS
  }

  /** Pauses where that is due; a message counts as well. @param topic what comes next, as the library calls it */
  before(topic: string): Promise<void> | undefined {
    if (topic === 'beforeMessage') this.#steps += MESSAGE
    return this.#running && this.#steps >= STEPS ? this.#pause() : undefined
  }

  /** Lets other work run. @throws Stop when the job takes longer than its limit */
  pause(): Promise<void> {
    return this.#running ? this.#pause() : Promise.resolve()
  }

  /**
   * Runs a job of this EVM. A short one never starts the timer.
   * @throws Stop when it takes longer
   */
  async over<T>(limit: TimeLimit, job: () => Promise<T>): Promise<T> {
    this.#steps = 0
    this.#limit = limit
    this.#ended = false
    this.#running = true
    try {
      return await job()
    } finally {
      this.#running = false
      clearTimeout(this.#timer)
      this.#timer = undefined
    }
  }

  async #pause(): Promise<void> {
    this.#steps = 0
    const { milliseconds, words } = this.#limit
    if (milliseconds > 0) this.#timer ??= setTimeout(() => (this.#ended = true), milliseconds).unref()
    await setImmediate()
    if (this.#ended) throw new Stop(words)
  }
}
