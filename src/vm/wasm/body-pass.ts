import { RefusedOperator } from './operators.js'
import { NO_BYTES } from '../../base/index.js'
import type { MovePrice, Schedule } from '../schedules.js'
import type { ProbeCode } from '../tools/probe-code.js'
import type { BodyCode } from './body-code.js'
import {
  blockTypeAt,
  BULK_TYPES,
  globalTypeOf,
  localTypesOf,
  MEMORY_GROW,
  MEMORY_SIZE,
  REFERENCE_TYPES,
} from './body-types.js'
import { SETTLES, trackArithmetic, trackCall, trackPlain } from './float-operators.js'
import type { FloatTracker } from './float-tracker.js'
import type { FrameModel } from './frame-model.js'
import type { Layout } from './layout.js'
import { I32, typeOf, type Body, type FunctionType, type Module } from './module.js'
import { EFFECT, endsRun, isSimple, KIND, Kind, SATURATING } from './operators.js'
import {
  branchLabels,
  readU32,
  skipBlockType,
  skipBranchTable,
  skipDeadCode,
  skipInteger,
  skipMemoryIndex,
  skipPrefixed,
  skipReference,
  skipSimple,
} from './skip.js'
import type { Writer } from './writer.js'

/** What all passes over the bodies of a module share. */
export interface PassTools {
  readonly module: Module
  readonly layout: Layout
  readonly schedule: Schedule
  readonly out: Writer
  readonly frame: FrameModel
  readonly code: BodyCode
  readonly probes: ProbeCode | undefined
}

const LOCAL_GET = 0x20
const LOCAL_TEE = 0x22
const GLOBAL_GET = 0x23
const GLOBAL_SET = 0x24

const NO_TYPE: FunctionType = { params: NO_BYTES, results: NO_BYTES }

/** A float operator was met, and there is no tracker. */
const NEEDS_TRACKER = -1

/**
 * Passes over the operators of bodies, one after another. Operators that stay as they are get copied in one piece, up to the next addition. A handler is given
 * where its operator is (`at`), and returns where the next one is.
 */
export class BodyPass {
  readonly #module: Module
  readonly #layout: Layout
  readonly #schedule: Schedule
  readonly #out: Writer
  readonly #frame: FrameModel
  readonly #code: BodyCode
  readonly #probes: ProbeCode | undefined
  readonly #src: Uint8Array
  #type: FunctionType = NO_TYPE
  #tracker: FloatTracker | undefined
  #localTypes: Uint8Array = NO_BYTES
  /** The first operator that is not yet written. */
  #from = 0
  /** The first operator that the next charge pays for, and the amount up to here. */
  #run = 0
  #amount = 0
  /** The next operator is an `else` or `end` that follows unreachable code: nothing to charge, nothing on the stack. */
  #dead = false

  constructor({ module, layout, schedule, out, frame, code, probes }: PassTools) {
    this.#module = module
    this.#layout = layout
    this.#schedule = schedule
    this.#out = out
    this.#frame = frame
    this.#code = code
    this.#probes = probes
    this.#src = module.bytes
  }

  /** @returns whether all is written: without a tracker, the pass ends at the first operator that needs one. @throws RefusedOperator */
  run(body: Body, type: FunctionType, tracker: FloatTracker | undefined): boolean {
    const src = this.#src
    const probes = this.#probes
    const { code, end } = body
    this.#type = type
    this.#tracker = tracker
    this.#localTypes = tracker ? localTypesOf(src, body, type) : NO_BYTES
    this.#from = this.#run = code
    this.#amount = 0
    this.#dead = false
    this.#chargeLocals(body)
    for (let at = code; at < end;) {
      at = this.#simple(at)
      if (probes !== undefined && probes.nextStep <= at) this.#steps(at)
      const opcode = src[at]!
      const kind = KIND[opcode]!
      at = endsRun(kind) ? this.#endOfRun(kind, at) : this.#insideRun(kind, opcode, at)
      if (at === NEEDS_TRACKER) return false
      if (this.#amount === 0) this.#run = at
      if (probes?.passes(opcode) === true && at < end) {
        this.#copyTo(at)
        probes.block(at)
      }
    }
    this.#copyTo(end)
    return true
  }

  /** The surcharge for many locals: a charge of its own, or a part of the first one when the first operator ends a run. */
  #chargeLocals({ locals, code }: Body): void {
    const amount = Math.max(0, locals - 29) * this.#schedule.local
    if (amount === 0) return
    if (endsRun(KIND[this.#src[code]!]!)) this.#amount = amount
    else {
      this.#code.charge(amount)
      this.#probes?.charged(code, code, amount)
    }
  }

  /** Operators that have no more than an effect on the stack, if any, up to the first other one. */
  #simple(start: number): number {
    const src = this.#src
    const frame = this.#frame
    const tracker = this.#tracker
    let [at, count] = [start, 0]
    for (let opcode = src[at]!; isSimple(KIND[opcode]!); opcode = src[at]!) {
      if (this.#probes !== undefined && this.#probes.nextStep <= at) this.#steps(at)
      const next = skipSimple(src, KIND[opcode]!, at)
      if (opcode === GLOBAL_GET) frame.pushType(this.#globalType(at))
      else frame.plain(opcode)
      if (tracker) this.#track(tracker, opcode, at, next)
      if (opcode === GLOBAL_SET) this.#markStack(at, next)
      if (this.#probes) this.#from = this.#probes.compare(opcode, this.#from, at)
      at = next
      count++
    }
    this.#amount += count * this.#schedule.operator
    return at
  }

  /** Another operator after which the run goes on. */
  #insideRun(kind: number, opcode: number, at: number): number {
    this.#amount += this.#schedule.operator
    switch (kind) {
      case Kind.block:
        return this.#enter('block', at)
      case Kind.memorySize:
        return this.#memorySize(at)
      case Kind.memoryGrow:
        return this.#memoryGrow(at)
      case Kind.prefix:
        return this.#prefixed(at)
      case Kind.float:
        return this.#float(opcode, at)
      case Kind.truncate:
        return this.#truncate(opcode, at)
      case Kind.unreachable:
        return this.#unreachable(at)
      case Kind.reference:
        return this.#reference(opcode, at)
      default:
        throw new RefusedOperator()
    }
  }

  /** An operator that is paid with the run before it. */
  #endOfRun(kind: number, at: number): number {
    const src = this.#src
    switch (kind) {
      case Kind.loop:
        this.#endRun(at)
        return this.#enterChecked('loop', at)
      case Kind.if:
        return this.#if(at)
      case Kind.else:
      case Kind.end:
        return this.#endArm(kind, at)
      case Kind.br:
        return this.#branch([readU32(src, at + 1)], false, at, skipInteger(src, at + 1))
      case Kind.brTable:
        return this.#branch(branchLabels(src, at + 1), true, at, skipBranchTable(src, at + 1))
      case Kind.brIf:
        return this.#branchIf(at)
      case Kind.return:
        return this.#return(at)
      case Kind.call:
        return this.#call(at)
      default:
        return this.#callIndirect(at)
    }
  }

  #steps(at: number): void {
    this.#copyTo(at)
    this.#probes!.stepsAt(at)
  }

  #track(tracker: FloatTracker, opcode: number, at: number, next: number): void {
    const settles = SETTLES[opcode]!
    if (settles > 0 && tracker.isPending(settles)) {
      this.#copyTo(at)
      tracker.settle(settles)
    }
    if (opcode === LOCAL_GET) tracker.push(this.#localTypes[readU32(this.#src, at + 1)]!)
    else if (opcode === GLOBAL_GET) tracker.push(this.#globalType(at))
    else if (opcode !== LOCAL_TEE) trackPlain(tracker, opcode, this.#schedule.f32SignKeepsPending)
    else if (tracker.isPending(1)) {
      this.#copyTo(at)
      tracker.settleInto(readU32(this.#src, at + 1))
      this.#from = next
    }
  }

  #globalType(at: number): number {
    return globalTypeOf(this.#module, readU32(this.#src, at + 1))
  }

  /** After a `global.set`, which may have moved the stack pointer. */
  #markStack(at: number, next: number): void {
    const { mark } = this.#layout
    if (mark === undefined || readU32(this.#src, at + 1) !== 0) return
    this.#copyTo(next)
    this.#code.markStack(mark)
  }

  #enter(kind: 'block' | 'loop' | 'if', at: number): number {
    const next = skipBlockType(this.#src, at + 1, this.#schedule.multiValue)
    const type = blockTypeAt(this.#module, at + 1)
    this.#frame.enter(kind, type)
    if (this.#tracker) {
      if (kind === 'if') this.#tracker.pop()
      this.#tracker.enter(kind, type)
    }
    return next
  }

  #enterChecked(kind: 'loop' | 'if', at: number): number {
    const next = this.#enter(kind, at)
    this.#checkTouched()
    return next
  }

  #if(at: number): number {
    if (this.#schedule.ifEndsRun) this.#endRun(at)
    else {
      this.#copyTo(at)
      this.#amount += this.#schedule.operator
      this.#checkTouched()
      this.#code.stale = true
    }
    return this.#enterChecked('if', at)
  }

  /** `else` or `end`. */
  #endArm(kind: number, at: number): number {
    const tracker = this.#tracker
    if (this.#dead) {
      this.#copyTo(at)
      this.#amount = 0
      this.#dead = false
    } else {
      this.#endRun(at)
      this.#leaveBlock(0)
      tracker?.settle(tracker.results)
    }
    if (!this.#schedule.ifEndsRun) this.#code.stale = true
    if (kind === Kind.else) {
      this.#frame.else()
      tracker?.else()
    } else {
      this.#frame.end()
      tracker?.end()
    }
    return at + 1
  }

  #branch(labels: readonly number[], table: boolean, at: number, next: number): number {
    this.#endRun(at)
    this.#leaveBlock(labels[labels.length - 1]!)
    if (this.#tracker?.branch(labels, table) !== true) this.#copyTo(next)
    return this.#skipDead(next)
  }

  #branchIf(at: number): number {
    const next = skipInteger(this.#src, at + 1)
    const tracker = this.#tracker
    this.#endRun(at)
    this.#frame.pop(1)
    if (!tracker) return next
    tracker.pop()
    const depth = readU32(this.#src, at + 1)
    const label = tracker.label(depth)
    if (label.settled && tracker.isPending(label.count)) {
      tracker.branchIf(depth, label.count)
      this.#from = next
    }
    return next
  }

  #return(at: number): number {
    this.#endRun(at)
    this.#tracker?.settle(this.#type.results.length)
    this.#copyTo(at + 1)
    return this.#skipDead(at + 1)
  }

  #unreachable(at: number): number {
    this.#amount = 0
    this.#copyTo(at + 1)
    return this.#skipDead(at + 1)
  }

  #call(at: number): number {
    const module = this.#module
    const callee = readU32(this.#src, at + 1)
    const type = typeOf(module, callee)
    const next = skipInteger(this.#src, at + 1)
    this.#endRun(at)
    if (this.#tracker) trackCall(this.#tracker, type, 0)
    this.#probes?.beforeCall(callee, at)
    const held = this.#frame.call(type)
    if (callee < module.importedFunctions) this.#code.callHost(this.#src, at, next)
    else this.#code.call(this.#src, at, next, held)
    this.#probes?.afterCall()
    return (this.#from = next)
  }

  #callIndirect(at: number): number {
    const src = this.#src
    const type = this.#module.types[readU32(src, at + 1)]!
    const afterType = skipInteger(src, at + 1)
    const next = skipInteger(src, afterType)
    this.#endRun(at)
    if (this.#tracker) trackCall(this.#tracker, type, 1)
    this.#probes?.beforeCall(undefined, at)
    this.#code.noteElement(readU32(src, afterType))
    this.#frame.pop(1)
    this.#code.call(src, at, next, this.#frame.call(type))
    this.#probes?.afterCall()
    return (this.#from = next)
  }

  #memorySize(at: number): number {
    const next = skipMemoryIndex(this.#src, at + 1)
    this.#replace(at, next, 0x23, this.#layout.pages)
    this.#frame.call(MEMORY_SIZE)
    this.#tracker?.push(I32)
    return next
  }

  #memoryGrow(at: number): number {
    const next = skipMemoryIndex(this.#src, at + 1)
    if (this.#schedule.moves !== undefined) this.#payMove(this.#schedule.moves.memoryGrow, at)
    this.#replace(at, next, 0x10, this.#layout.grow)
    this.#frame.call(MEMORY_GROW)
    return next
  }

  /** A saturating conversion, or a bulk operator. */
  #prefixed(at: number): number {
    const next = skipPrefixed(this.#src, at + 1, this.#schedule)
    const sub = readU32(this.#src, at + 1)
    const type = SATURATING[sub]
    if (type === undefined) {
      const price = this.#schedule.moves?.bulk[sub]
      if (price !== undefined) this.#payMove(price, at)
      this.#callNative(BULK_TYPES[sub]!)
    } else {
      this.#frame.pop(1)
      this.#frame.pushGeneral()
      this.#tracker?.pop()
      this.#tracker?.push(type)
    }
    return next
  }

  #reference(opcode: number, at: number): number {
    const next = skipReference(this.#src, at, this.#schedule)
    const type = REFERENCE_TYPES[opcode]
    if (type) this.#callNative(type)
    else {
      this.#frame.plain(opcode)
      if (this.#tracker) this.#track(this.#tracker, opcode, at, next)
    }
    return next
  }

  /** An operator that stays as it is, and is a call to the native compiler. */
  #callNative(type: FunctionType): void {
    this.#frame.call(type)
    if (!this.#tracker) return
    this.#tracker.drop(type.params.length)
    for (const result of type.results) this.#tracker.push(result)
  }

  #float(opcode: number, at: number): number {
    const tracker = this.#tracker
    if (!tracker) return NEEDS_TRACKER
    this.#frame.plain(opcode)
    if (trackArithmetic(tracker, opcode)) {
      this.#copyTo(at + 1)
      tracker.settle(1)
    }
    return at + 1
  }

  #truncate(opcode: number, at: number): number {
    const tracker = this.#tracker
    if (!tracker) return NEEDS_TRACKER
    this.#copyTo(at)
    this.#frame.plain(opcode)
    tracker.noteNaN(this.#layout.cause)
    tracker.pop()
    tracker.push(EFFECT[opcode]!.gives!)
    return at + 1
  }

  /** Writes the operators before this position, as they are. */
  #copyTo(at: number): void {
    if (this.#from === at) return
    this.#out.copy(this.#src, this.#from, at)
    this.#from = at
  }

  /** Writes another operator in the place of one. */
  #replace(at: number, next: number, opcode: number, index: number): void {
    this.#copyTo(at)
    this.#out.ensure(6)
    this.#code.indexed(opcode, index)
    this.#from = next
  }

  /** Pays for the run up to the operator here and with it, and begins another. */
  #endRun(at: number): void {
    const amount = this.#amount + this.#schedule.accounting
    this.#copyTo(at)
    this.#frame.charge()
    // What was spilled in the run, or by the charge itself, touches the stack before the run is paid.
    this.#checkTouched()
    this.#code.charge(amount)
    this.#probes?.charged(this.#run, at, amount)
    this.#amount = 0
  }

  /** Pays for the run up to the operator here, and for what the operator moves, and begins another run. */
  #payMove(price: MovePrice, at: number): void {
    const amount = this.#amount - this.#schedule.operator + price.base
    this.#copyTo(at)
    this.#frame.chargeMove()
    this.#checkTouched()
    this.#code.chargeMove(amount, price)
    this.#probes?.charged(this.#run, at, amount)
    this.#amount = 0
  }

  /** Leaves out what cannot be reached after this position. */
  #skipDead(at: number): number {
    this.#dead = true
    return (this.#from = skipDeadCode(this.#src, at, this.#schedule))
  }

  #checkTouched(): void {
    const touched = this.#frame.takeTouched()
    if (touched > 0) this.#code.checkStack(touched)
  }

  #leaveBlock(label: number): void {
    const depth = this.#frame.labelDepth(label)
    if (this.#frame.deepens(depth)) this.#code.checkStack(depth)
  }
}
