import { clearTimeout, setTimeout } from 'node:timers'
import { setImmediate } from 'node:timers/promises'
import type { FastEVM } from './fast/evm.js'
import { waitBetween } from '../library-internals.js'
import { refuse } from './refusal.js'

/** Opcodes between two looks at what else there is to do: a few milliseconds. */
const STEPS = 10_000
/** As how many opcodes a message counts: it may run a precompiled contract, which is slow. */
const MESSAGE = 500

/** How long a job may take, and what is said of one that takes longer. */
export interface TimeLimit {
  /** 0 is no limit. */
  readonly milliseconds: number
  readonly words: string
}

/** The limit of a call, as go-ethereum tells of it. */
export const callLimit = (milliseconds: number): TimeLimit => ({
  milliseconds,
  words: `execution aborted (timeout = ${milliseconds / 1000}s)`,
})

const NO_LIMIT = callLimit(0)

/**
 * Lets others be answered while an EVM runs for long, and ends it after a time.
 */
export class Interruption {
  #steps = 0
  #running = false
  #limit = NO_LIMIT
  #timer: NodeJS.Timeout | undefined
  #ended = false

  constructor(evm: FastEVM) {
    evm.pause = () => (this.#running ? this.#pause() : Promise.resolve())
    waitBetween(
      evm,
      () => this.#running && ++this.#steps >= STEPS,
      (topic) => {
        if (topic === 'beforeMessage') this.#steps += MESSAGE
        return this.#running && this.#steps >= STEPS ? this.#pause() : undefined
      },
    )
  }

  /** Whether what ran was ended in its midst: then the EVM is of no use any more. */
  get broken(): boolean {
    return this.#ended
  }

  /**
   * Runs a job of this EVM. One that is short never learns of the time.
   * @throws RpcError (-32000) when it takes longer
   */
  async over<T>(limit: TimeLimit, job: () => Promise<T>): Promise<T> {
    this.#steps = 0
    this.#limit = limit
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
    if (this.#ended) throw refuse(words)
  }
}
