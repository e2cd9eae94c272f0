import { PerformanceObserver } from 'node:perf_hooks'

/** How many pauses are kept. Source: Go runtime/debug `GCStats`. */
const PAUSES = 256

/** V8's garbage collector under the terms of Go's, for one node. */
export class GarbageCollector {
  /** Go's default: collect when the heap has doubled. */
  #percent = 100
  #observer: PerformanceObserver | undefined
  #count = 0
  #total = 0
  readonly #pauses: { readonly end: number; readonly pause: number }[] = []

  /** The collections since the first call: earlier ones are not counted. */
  stats(): object {
    this.#observer ??= this.#observed()
    const newestFirst = [...this.#pauses].reverse()
    return {
      LastGC: newestFirst[0]?.end ?? null,
      NumGC: this.#count,
      PauseTotal: this.#total,
      Pause: newestFirst.map(({ pause }) => pause),
      PauseEnd: newestFirst.map(({ end }) => end),
    }
  }

  /** Stores a target, which changes nothing. Returns the previous one. */
  setPercent(wanted: number): number {
    const before = this.#percent
    // Any negative target turns Go's collector off, and is stored as -1.
    this.#percent = Math.max(wanted, -1)
    return before
  }

  close(): void {
    this.#observer?.disconnect()
  }

  #observed(): PerformanceObserver {
    const observer = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) this.#add(startTime + duration, duration)
    })
    observer.observe({ entryTypes: ['gc'] })
    return observer
  }

  #add(end: number, duration: number): void {
    const [at, pause] = [Math.round(end * 1e6), Math.round(duration * 1e6)]
    this.#count++
    this.#total += pause
    this.#pauses.push({ end: at, pause })
    if (this.#pauses.length > PAUSES) this.#pauses.shift()
  }
}
