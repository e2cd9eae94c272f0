import { BodyCode, type TemporaryCounts } from './body-code.js'
import { BodyPass, type PassTools } from './body-pass.js'
import { FloatTracker } from './float-tracker.js'
import { FrameModel } from './frame-model.js'
import type { Layout } from './layout.js'
import { typeOf, type Body, type FunctionType, type Module } from './module.js'
import type { Schedule } from '../schedules.js'
import type { ProbeCode } from '../tools/probe-code.js'
import type { Writer } from './writer.js'

/** The limit of the engine, and of the native VM. Source: V8 `wasm-limits.h`, wasmparser `limits.rs`. */
const LARGEST_BODY = 7_654_321
const FIRST_GUESS: TemporaryCounts = [1, 0, 2, 2, 0]

/**
 * Rewrites function bodies so that they meter themselves. The module was validated before, so the only check here is that the
 * native VM would run the operators.
 *
 * A charge before each accounting operator pays for the run up to and including it. Unreachable code is left
 * out, along with its charges. Source: cosmwasm-vm `metering.rs` (where and how much).
 */
export class BodyRewriter {
  readonly #tools: PassTools
  readonly #pass: BodyPass

  constructor(module: Module, layout: Layout, schedule: Schedule, out: Writer, probes?: ProbeCode) {
    const frame = new FrameModel(schedule.compiler)
    this.#tools = { module, layout, schedule, out, frame, code: new BodyCode(out, layout), probes }
    this.#pass = new BodyPass(this.#tools)
  }

  /** Writes the body of a function with its size. `index` counts imported functions. @throws RefusedOperator */
  rewrite(index: number): void {
    const { module, out, code } = this.#tools
    const body = module.bodies[index - module.importedFunctions]!
    const type = typeOf(module, index)
    const start = out.pos
    this.#write(index, body, type, start)
    if (out.pos - start <= LARGEST_BODY) return
    out.pos = start
    code.compact = true
    this.#write(index, body, type, start)
    code.compact = false
  }

  #write(index: number, body: Body, type: FunctionType, start: number): void {
    const { out } = this.#tools
    if (this.#attempt(index, body, type, undefined)) return
    for (let counts = FIRST_GUESS; ;) {
      out.pos = start
      const used = this.#attempt(index, body, type, counts)!.used
      if (used.every((count, i) => count <= counts[i]!)) return
      counts = used.map((count, i) => Math.max(count, counts[i]!))
    }
  }

  /** One pass. Without temporaries it gives up (undefined) at the first float operator that needs them; with them the tracker reports how many it needed. */
  #attempt(
    index: number,
    body: Body,
    type: FunctionType,
    reserved: TemporaryCounts | undefined,
  ): { used: readonly number[] } | undefined {
    const { module, out, frame, code, probes } = this.#tools
    frame.begin(type, body.locals)
    code.begin(module.bytes, type, body, frame.entry, reserved)
    probes?.begin(index, body.code, code.countersLocal)
    const tracker = reserved && new FloatTracker(out, type.results, code.firstTemporaries(reserved))
    if (!this.#pass.run(body, type, tracker)) return undefined
    code.finish()
    return tracker ?? { used: [] }
  }
}
