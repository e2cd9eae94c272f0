/** Makes blocks at a given interval. The one place below the command line that uses a real clock. */
export class Interval {
  readonly #mine: () => Promise<unknown>
  /** The interval; undefined when off. */
  milliseconds: number | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(mine: () => Promise<unknown>) {
    this.#mine = mine
  }

  /** @param milliseconds from the end of a block to the next; 0 ends it. */
  set(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.milliseconds = milliseconds > 0 ? milliseconds : undefined
    if (milliseconds > 0) this.#schedule(milliseconds)
  }

  #schedule(milliseconds: number): void {
    const timer = setTimeout(() => {
      const next = (): void => {
        // A different interval may have been set meanwhile.
        if (this.#timer === timer) this.#schedule(milliseconds)
      }
      // A block that cannot be made now may be made later.
      this.#mine().then(next, next)
    }, milliseconds)
    // It keeps no process alive.
    timer.unref()
    this.#timer = timer
  }
}
