import { NO_BYTES } from '../../base/index.js'
import { blockTypeAt, globalTypeOf, localTypesOf, MEMORY_GROW, MEMORY_SIZE } from './body-types.js'
import { BodyCode, type TemporaryCounts } from './body-code.js'
import { SETTLES, trackArithmetic, trackCall, trackPlain } from './float-operators.js'
import { FloatTracker } from './float-tracker.js'
import { FrameModel } from './frame-model.js'
import type { Layout } from './layout.js'
import { F32, F64, I32, I64, typeOf, type Body, type FunctionType, type Module } from './module.js'
import { EFFECT, KIND, Kind, SATURATING } from './operators.js'
import { RefusedOperator } from './refused.js'
import {
  branchLabels,
  readU32,
  skipBlockType,
  skipDeadCode,
  skipInteger,
  skipMemoryArgument,
  skipMemoryIndex,
  skipBranchTable,
} from './skip.js'
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
  readonly #module: Module
  readonly #layout: Layout
  readonly #schedule: Schedule
  readonly #out: Writer
  readonly #frame: FrameModel
  readonly #code: BodyCode
  readonly #probes: ProbeCode | undefined

  constructor(module: Module, layout: Layout, schedule: Schedule, out: Writer, probes?: ProbeCode) {
    this.#module = module
    this.#layout = layout
    this.#schedule = schedule
    this.#out = out
    this.#frame = new FrameModel(schedule.compiler)
    this.#code = new BodyCode(out, layout)
    this.#probes = probes
  }

  /** Writes the body of a function with its size. `index` counts imported functions. @throws RefusedOperator */
  rewrite(index: number): void {
    const out = this.#out
    const code = this.#code
    const body = this.#module.bodies[index - this.#module.importedFunctions]!
    const type = typeOf(this.#module, index)
    const start = out.pos
    this.#write(index, body, type, start)
    if (out.pos - start <= LARGEST_BODY) return
    out.pos = start
    code.compact = true
    this.#write(index, body, type, start)
    code.compact = false
  }

  #write(index: number, body: Body, type: FunctionType, start: number): void {
    const out = this.#out
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
    const out = this.#out
    const frame = this.#frame
    const code = this.#code
    frame.begin(type, body.locals)
    code.begin(this.#module.bytes, type, body, frame.entry, reserved)
    this.#probes?.begin(index, body.code, code.countersLocal)
    const tracker = reserved && new FloatTracker(out, type.results, code.firstTemporaries(reserved))
    if (!this.#rewriteCode(body, type, tracker)) return undefined
    code.finish()
    return tracker ?? { used: [] }
  }

  // oxlint-disable-next-line complexity -- one case for each kind of operator: a call for each would be slower
  #rewriteCode(body: Body, type: FunctionType, tracker: FloatTracker | undefined): boolean {
    const module = this.#module
    const layout = this.#layout
    const out = this.#out
    const frame = this.#frame
    const code = this.#code
    const probes = this.#probes
    const { operator, accounting, ifEndsRun, f32SignKeepsPending, multiValue } = this.#schedule
    const [src, end] = [module.bytes, body.end]
    const localTypes = tracker ? localTypesOf(src, body, type) : NO_BYTES
    let pos = body.code
    /** Starts of what is read but not yet written, and of what the next charge pays for. */
    let [from, run] = [pos, pos]
    let acc = this.#surcharge(body)
    /** The current `else` or `end` follows unreachable code: nothing to charge, nothing on the stack. */
    let dead = false

    while (pos < end) {
      const at = pos
      const opcode = src[pos++]!
      switch (KIND[opcode]) {
        case Kind.plain:
        case Kind.memory:
          acc += operator
          if (opcode >= 0x28 && opcode <= 0x3e) pos = skipMemoryArgument(src, pos)
          frame.plain(opcode)
          if (tracker) {
            const settles = SETTLES[opcode]!
            if (settles > 0 && tracker.isPending(settles)) {
              out.copy(src, from, at)
              from = at
              tracker.settle(settles)
            }
            trackPlain(tracker, opcode, f32SignKeepsPending)
          }
          if (probes) from = probes.compare(opcode, from, at)
          break
        case Kind.index: {
          acc += operator
          const index = readU32(src, pos)
          pos = skipInteger(src, pos)
          if (opcode === 0x20) frame.pushGeneral()
          else if (opcode === 0x23) frame.pushType(globalTypeOf(module, index))
          else if (opcode !== 0x22) frame.pop(1)
          if (layout.mark !== undefined && opcode === 0x24 && index === 0) {
            // An integer has nothing pending.
            tracker?.pop()
            out.copy(src, from, pos)
            from = pos
            code.markStack(layout.mark)
            break
          }
          if (!tracker) break
          if (opcode === 0x20) tracker.push(localTypes[index]!)
          else if (opcode === 0x23) tracker.push(globalTypeOf(module, index))
          else {
            if (tracker.isPending(1)) {
              out.copy(src, from, at)
              from = at
              if (opcode === 0x22) {
                tracker.settleInto(index)
                from = pos
              } else tracker.settle(1)
            }
            if (opcode !== 0x22) tracker.pop()
          }
          break
        }
        case Kind.i32Const:
        case Kind.i64Const:
          acc += operator
          frame.plain(opcode)
          pos = skipInteger(src, pos)
          tracker?.push(opcode === 0x41 ? I32 : I64)
          break
        case Kind.f32Const:
          acc += operator
          frame.plain(opcode)
          pos += 4
          tracker?.push(F32)
          break
        case Kind.f64Const:
          acc += operator
          frame.plain(opcode)
          pos += 8
          tracker?.push(F64)
          break
        case Kind.block:
          acc += operator
          frame.enter('block', blockTypeAt(module, pos))
          tracker?.enter('block', blockTypeAt(module, pos))
          pos = skipBlockType(src, pos, multiValue)
          break
        case Kind.loop:
        case Kind.if:
          out.copy(src, from, at)
          from = at
          if (opcode === 0x03 || ifEndsRun) {
            this.#pay(acc + accounting, run, at)
            acc = 0
          } else {
            acc += operator
            this.#checkTouched()
            code.stale = true
          }
          frame.enter(opcode === 0x04 ? 'if' : 'loop', blockTypeAt(module, pos))
          this.#checkTouched()
          if (tracker) {
            if (opcode === 0x04) tracker.pop()
            tracker.enter(opcode === 0x04 ? 'if' : 'loop', blockTypeAt(module, pos))
          }
          pos = skipBlockType(src, pos, multiValue)
          break
        case Kind.else:
        case Kind.end:
          out.copy(src, from, at)
          from = at
          if (!dead) {
            this.#pay(acc + accounting, run, at)
            this.#leaveBlock(0)
            tracker?.settle(tracker.results)
          }
          acc = 0
          dead = false
          if (!ifEndsRun) code.stale = true
          if (opcode === 0x05) {
            frame.else()
            tracker?.else()
          } else {
            frame.end()
            tracker?.end()
          }
          break
        case Kind.br:
        case Kind.brTable: {
          out.copy(src, from, at)
          this.#pay(acc + accounting, run, at)
          acc = 0
          const labels = opcode === 0x0c ? [readU32(src, pos)] : branchLabels(src, pos)
          pos = opcode === 0x0c ? skipInteger(src, pos) : skipBranchTable(src, pos)
          this.#leaveBlock(labels[labels.length - 1]!)
          if (!tracker?.branch(labels, opcode === 0x0e)) out.copy(src, at, pos)
          from = pos = skipDeadCode(src, pos, multiValue)
          dead = true
          break
        }
        case Kind.brIf: {
          out.copy(src, from, at)
          from = at
          this.#pay(acc + accounting, run, at)
          acc = 0
          frame.pop(1)
          if (!tracker) {
            pos = skipInteger(src, pos)
            break
          }
          const depthOfLabel = readU32(src, pos)
          pos = skipInteger(src, pos)
          tracker.pop()
          const label = tracker.label(depthOfLabel)
          if (label.settled && tracker.isPending(label.count)) {
            tracker.branchIf(depthOfLabel, label.count)
            from = pos
          }
          break
        }
        case Kind.return:
          out.copy(src, from, at)
          this.#pay(acc + accounting, run, at)
          acc = 0
          tracker?.settle(type.results.length)
          out.copy(src, at, pos)
          from = pos = skipDeadCode(src, pos, multiValue)
          dead = true
          break
        case Kind.call: {
          out.copy(src, from, at)
          from = at
          this.#pay(acc + accounting, run, at)
          acc = 0
          const callee = readU32(src, pos)
          pos = skipInteger(src, pos)
          if (tracker) trackCall(tracker, typeOf(module, callee), 0)
          probes?.beforeCall(callee, at)
          const held = frame.call(typeOf(module, callee))
          if (callee < module.importedFunctions) code.callHost(src, at, pos)
          else code.call(src, at, pos, held)
          probes?.afterCall()
          from = pos
          break
        }
        case Kind.callIndirect: {
          out.copy(src, from, at)
          from = at
          this.#pay(acc + accounting, run, at)
          acc = 0
          const callee = module.types[readU32(src, pos)]!
          pos = skipInteger(src, pos)
          const table = readU32(src, pos)
          pos = skipInteger(src, pos)
          if (tracker) trackCall(tracker, callee, 1)
          probes?.beforeCall(undefined, at)
          code.noteElement(table)
          frame.pop(1)
          code.call(src, at, pos, frame.call(callee))
          probes?.afterCall()
          from = pos
          break
        }
        case Kind.unreachable:
          acc = 0
          out.copy(src, from, pos)
          from = pos = skipDeadCode(src, pos, multiValue)
          dead = true
          break
        case Kind.memorySize:
        case Kind.memoryGrow:
          acc += operator
          out.copy(src, from, at)
          out.ensure(6)
          if (opcode === 0x3f) {
            code.indexed(0x23, layout.pages)
            frame.call(MEMORY_SIZE)
            tracker?.push(I32)
          } else {
            code.indexed(0x10, layout.grow)
            frame.call(MEMORY_GROW)
          }
          from = pos = skipMemoryIndex(src, pos)
          break
        case Kind.prefix: {
          acc += operator
          const sub = readU32(src, pos)
          pos = skipInteger(src, pos)
          if (sub > 7) throw new RefusedOperator()
          frame.pop(1)
          frame.pushGeneral()
          tracker?.pop()
          tracker?.push(SATURATING[sub]!)
          break
        }
        case Kind.float:
          acc += operator
          if (!tracker) return false
          frame.plain(opcode)
          if (trackArithmetic(tracker, opcode)) {
            out.copy(src, from, pos)
            from = pos
            tracker.settle(1)
          }
          break
        case Kind.truncate:
          acc += operator
          if (!tracker) return false
          out.copy(src, from, at)
          from = at
          frame.plain(opcode)
          tracker.noteNaN(layout.cause)
          tracker.pop()
          tracker.push(EFFECT[opcode]!.gives!)
          break
        default:
          throw new RefusedOperator()
      }
      if (acc === 0) run = pos
      if (probes?.passes(opcode) === true && pos < end) {
        out.copy(src, from, pos)
        from = pos
        probes.block(pos)
      }
    }
    out.copy(src, from, end)
    return true
  }

  /** Values that were spilled in the run, or by the charge itself, touch the stack before the run is paid. */
  #pay(amount: number, from: number, to: number): void {
    this.#frame.charge()
    this.#checkTouched()
    this.#code.charge(amount)
    this.#probes?.charged(from, to, amount)
  }

  #checkTouched(): void {
    const touched = this.#frame.takeTouched()
    if (touched > 0) this.#code.checkStack(touched)
  }

  #leaveBlock(label: number): void {
    const depth = this.#frame.labelDepth(label)
    if (this.#frame.deepens(depth)) this.#code.checkStack(depth)
  }

  /** The surcharge for many locals: a charge of its own, or a part of the first one (the number given) when the first operator ends a run. */
  #surcharge(body: Body): number {
    const amount = Math.max(0, body.locals - 29) * this.#schedule.local
    const first = KIND[this.#module.bytes[body.code]!]!
    if (amount === 0 || (first >= Kind.loop && first <= Kind.callIndirect)) return amount
    this.#code.charge(amount)
    this.#probes?.charged(body.code, body.code, amount)
    return 0
  }
}
