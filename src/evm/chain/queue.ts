/** Runs jobs one after the other, in the order in which they came; a failing one does not stop those behind it. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  readonly #due: (() => Promise<unknown> | undefined) | undefined

  /** @param due what has to be done before the next job; undefined when there is nothing. It is asked until then. */
  constructor(due?: () => Promise<unknown> | undefined) {
    this.#due = due
  }

  /** Whether a job runs or waits. */
  get busy(): boolean {
    return this.#waiting > 0
  }

  /** Fulfilled when the jobs that are there are done; undefined when there are none. */
  idle(): Promise<unknown> | undefined {
    return this.busy ? this.#last : undefined
  }

  run<T>(job: () => Promise<T> | T): Promise<T> {
    this.#waiting++
    const result = this.#last.then(this.#due === undefined ? job : () => this.#turn(job)).finally(() => this.#waiting--)
    this.#last = result.catch(() => undefined)
    return result
  }

  async #turn<T>(job: () => Promise<T> | T): Promise<T> {
    for (let work = this.#due!(); work !== undefined; work = this.#due!()) await work
    return job()
  }
}
