/** Runs jobs one after the other, in the order in which they came; a failing one does not stop those behind it. */
export class Queue {
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0

  /** Whether a job runs or waits. */
  get busy(): boolean {
    return this.waiting > 0
  }

  run<T>(job: () => Promise<T> | T): Promise<T> {
    this.waiting++
    const result = this.last.then(job).finally(() => this.waiting--)
    this.last = result.catch(() => undefined)
    return result
  }
}
