import { LRUCache } from 'lru-cache'
import type { StepProbes, StepView } from '../vm/internal.js'

/** A function that called another one, and its locals at that time. */
interface Activation {
  /** Position of the call in the module. */
  readonly position: number
  readonly frames: number
  readonly locals: ReadonlyMap<number, number | bigint>
}

/** All that is known of one step. */
export interface Moment {
  readonly place: number
  readonly locals: ReadonlyMap<number, number | bigint>
  /** The functions above the step's own that have steps, the innermost first. */
  readonly callers: readonly Activation[]
  readonly read: (address: number, length: number) => Uint8Array | undefined
}

/** How many steps are recorded at once: those next to each other are asked for one after the other. */
const WINDOW = 64
/** The window in calls of so many steps that running them up to one takes longer than recording. */
const LONG_WINDOW = 512
const LONG = 1 << 20
/** How many windows are kept. */
const MAX_WINDOWS = 16
const PAGE = 4096

/** Runs the call again, passing steps, until a callback ends it. */
export type RunFrom = (callbacks: (view: StepView) => StepProbes, pass: number) => void

/** Records steps with their locals and memory: a stretch of them at a time. Steps that were recorded before cost nothing. */
export class Moments {
  readonly #run: RunFrom
  readonly #size: number
  readonly #windows = new LRUCache<number, readonly Moment[]>({ max: MAX_WINDOWS })

  /** @param length how many steps the call has */
  constructor(run: RunFrom, length: number) {
    this.#run = run
    this.#size = length < LONG ? WINDOW : LONG_WINDOW
  }

  at(step: number): Moment {
    const number = Math.floor(step / this.#size)
    let window = this.#windows.get(number)
    if (window === undefined) this.#windows.set(number, (window = this.#record(number * this.#size)))
    return window[step % this.#size]!
  }

  /** Whether a step is recorded. */
  has(step: number): boolean {
    return this.#windows.has(Math.floor(step / this.#size))
  }

  #record(from: number): readonly Moment[] {
    const found: Moment[] = []
    this.#run((view) => recorder(view, found, this.#size), from)
    return found
  }
}

function recorder(view: StepView, found: Moment[], most: number): StepProbes {
  const pages = new Pages()
  const callers: Activation[] = []
  let kept = new Map<number, number | bigint>()
  let place = 0
  const take = (): ReadonlyMap<number, number | bigint> => {
    const locals = kept
    kept = new Map()
    return locals
  }
  /** What has no less stack than a function that runs has returned. */
  const leave = (frames: number): void => {
    while (callers.length > 0 && callers[callers.length - 1]!.frames <= frames) callers.pop()
  }
  return {
    site(position, frames) {
      leave(frames)
      callers.push({ position, frames, locals: take() })
    },
    step(number, frames) {
      if (found.length === most) view.stop()
      leave(frames)
      place = number
      return 1
    },
    keep32: (local, value) => void kept.set(local, value),
    keep64: (local, value) => void kept.set(local, value),
    kept() {
      found.push({ place, locals: take(), callers: callers.toReversed(), read: pages.take(view.memory) })
    },
  }
}

/** Pictures of a memory that share the pages that stayed the same. */
class Pages {
  #pages: readonly Uint8Array[] = []

  take(memory: Uint8Array): Moment['read'] {
    const bytes = Buffer.from(memory.buffer, memory.byteOffset, memory.length)
    const known = this.#pages
    const pages = Array.from({ length: memory.length / PAGE }, (_, i) => {
      const page = known[i]
      const at = i * PAGE
      return page !== undefined && bytes.compare(page, 0, PAGE, at, at + PAGE) === 0
        ? page
        : memory.slice(at, at + PAGE)
    })
    this.#pages = pages
    return (address, length) => {
      if (address < 0 || length < 0 || address + length > pages.length * PAGE) return undefined
      const found = new Uint8Array(length)
      for (let done = 0; done < length;) {
        const at = address + done
        const part = pages[Math.floor(at / PAGE)]!.subarray(at % PAGE, (at % PAGE) + length - done)
        found.set(part, done)
        done += part.length
      }
      return found
    }
  }
}
