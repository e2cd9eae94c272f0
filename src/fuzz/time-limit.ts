import { UsageError } from '../base/index.js'
import type { ActionInput } from '../sandbox/internal.js'

/** The time of a campaign is over; the current work is abandoned. */
export class TimeIsOver extends Error {}

/** Reporting a finding executes its action sequence, and once more in the other order; with some slack. */
const RUNS = 4

/** The part of the time that is left which one action may be given to find out whether it ever ends. */
const SMALL = 0.02

/** With less gas, most of the time is not spent in contracts. */
const MEASURABLE = 1_000_000n

/** The end of a campaign's time. It stops everything but the reporting of findings. */
export class TimeLimit {
  #clock: () => number = () => 0
  #began = 0
  #end = Infinity
  /** Milliseconds kept free at the end. */
  #reserved = 0
  #done = 0
  #lifted = false
  #isStopped: () => boolean = () => false
  /** The clock's time when it was last looked at. */
  #now = 0
  /** The most milliseconds that a unit of gas took in an action that ran out of gas. */
  #perGas = 0

  /** @param clock in milliseconds @param end by the clock @param isStopped whether the time was ended early, such as by a signal */
  begin(clock: () => number, end: number, isStopped: () => boolean = () => false): void {
    this.#clock = clock
    this.#began = clock()
    this.#end = end
    this.#done = 0
    this.#isStopped = isStopped
  }

  /** Average milliseconds per action, judging included. */
  get #pace(): number {
    return this.#done === 0 ? 0 : (this.#clock() - this.#began) / this.#done
  }

  /** The actions executed so far, judging included. */
  get done(): number {
    return this.#done
  }

  /** Whether the time was ended early, such as by a signal. */
  get isStopped(): boolean {
    return this.#isStopped()
  }

  get isOver(): boolean {
    if (this.#lifted) return false
    this.#now = this.#clock()
    return this.#now + this.#reserved >= this.#end || this.#isStopped()
  }

  /** Called before each action. @throws TimeIsOver if there is no time for it */
  begins(action: ActionInput): void {
    const times = timesOf(action)
    if (this.isOver || (times > 1 && !this.#lifted && this.#left < this.#pace * times)) throw new TimeIsOver()
    this.#done += times
  }

  /** Notes that the action that began last ran out of so much gas: loops without an end do, and take longest for it. */
  ranOut(gas: bigint): void {
    if (this.#lifted || gas < MEASURABLE) return
    this.#perGas = Math.max(this.#perGas, (this.#clock() - this.#now) / Number(gas))
  }

  /** The gas that an action can use up in the time that is left; undefined if there is time for any, as far as is known. */
  get gas(): bigint | undefined {
    if (this.#lifted || this.#perGas === 0 || this.#end === Infinity) return undefined
    return BigInt(Math.max(0, Math.floor(this.#left / this.#perGas)))
  }

  /** Whether using up so much gas takes a small part of the time that is left, as far as is known. */
  hasTimeFor(gas: bigint): boolean {
    return this.#end === Infinity || this.#perGas * Number(gas) <= SMALL * this.#left
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
