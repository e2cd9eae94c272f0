import { UsageError } from '../base/index.js'
import type { ActionInput } from '../sandbox/internal.js'

/** The time of a campaign is over; the current work is abandoned. */
export class TimeIsOver extends Error {}

/** Reporting a finding executes its action sequence, and once more in the other order; with some slack. */
const RUNS = 4

/** The end of a campaign's time. It stops everything but the reporting of findings. */
export class TimeLimit {
  #clock: () => number = () => 0
  #began = 0
  #end = Infinity
  /** Milliseconds kept free at the end. */
  #reserved = 0
  #done = 0
  #lifted = false

  /** @param clock in milliseconds @param end by the clock */
  begin(clock: () => number, end: number): void {
    this.#clock = clock
    this.#began = clock()
    this.#end = end
    this.#done = 0
  }

  /** Average milliseconds per action, judging included. */
  get #pace(): number {
    return this.#done === 0 ? 0 : (this.#clock() - this.#began) / this.#done
  }

  /** The actions executed so far, judging included. */
  get done(): number {
    return this.#done
  }

  get isOver(): boolean {
    return !this.#lifted && this.#clock() + this.#reserved >= this.#end
  }

  /** Called before each action. @throws TimeIsOver if there is no time for it */
  begins(action: ActionInput): void {
    const times = timesOf(action)
    if (this.isOver || (times > 1 && !this.#lifted && this.#left < this.#pace * times)) throw new TimeIsOver()
    this.#done += times
  }

  get #left(): number {
    return this.#end - this.#clock() - this.#reserved
  }

  /** Keeps enough time free to report an action sequence. */
  reserve(actions: readonly ActionInput[]): void {
    this.#reserved = this.#pace * RUNS * lengthOf(actions)
  }

  /** Runs work, such as reporting a finding, without a limit. */
  async beyond<T>(work: () => Promise<T>): Promise<T> {
    this.#lifted = true
    try {
      return await work()
    } finally {
      this.#lifted = false
      this.#reserved = 0
    }
  }
}

/** The number of actions that a sequence executes. */
const lengthOf = (actions: readonly ActionInput[]): number => actions.reduce((sum, action) => sum + timesOf(action), 0)

const timesOf = (action: ActionInput): number => (action.action === 'repeat' ? action.times : 1)

/** What is left of a campaign's seconds when it is ready to start. @throws UsageError if nothing is */
export function secondsLeft(seconds: number | undefined, passed: number, file: string): number | undefined {
  if (seconds === undefined || seconds > passed) return seconds === undefined ? undefined : seconds - passed
  throw new UsageError(
    `the ${seconds} seconds were over after ${Math.ceil(passed)}, when the campaign was ready: no action sequence ran`,
    { details: [`right: sudobox fuzz ${file} --seconds N, with more of them`] },
  )
}
