import { isCall } from '../execution/watch/opcodes.js'
import type { Entered } from '../execution/watch/watcher.js'
import { hex } from '../hex.js'
import { OBJECT, type Budget } from '../execution/budget.js'
import type { TraceStart, Tracer } from './tracer.js'

/** How often which function was called with arguments of which size. Source: go-ethereum eth/tracers/native/4byte.go. */
export class FourBytes implements Tracer {
  readonly #counts = new Map<string, number>()
  readonly #budget: Budget
  #precompiles: TraceStart['precompiles'] = new Set()

  constructor(budget: Budget) {
    this.#budget = budget
  }

  start({ precompiles }: TraceStart): void {
    this.#precompiles = precompiles
  }

  enter({ type, to, input }: Entered): void {
    if (!isCall(type) || input.length < 4 || this.#precompiles.has(to)) return
    const key = `${hex(input.subarray(0, 4))}-${input.length - 4}`
    const before = this.#counts.get(key)
    if (before === undefined) this.#budget.take(OBJECT)
    this.#counts.set(key, (before ?? 0) + 1)
  }

  result(): unknown {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}
