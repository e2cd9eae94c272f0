import { I32, I64, F32, F64, FUNCREF, type Body, type FunctionType } from './module.js'
import type { MovePrice } from '../schedules.js'
import type { Layout } from './layout.js'
import { SUB } from './operators.js'
import { readU32, skipInteger } from './skip.js'
import { Writer } from './writer.js'

/** Temporaries by type that a body needs, in the order of {@link TEMPORARY_TYPES}. */
export type TemporaryCounts = readonly number[]

/** Their order in the local declarations, after the two locals that every body gets. */
export const TEMPORARY_TYPES = [I32, I64, F32, F64, FUNCREF] as const

/**
 * Writes the additions to bodies, one after another: locals, charges, the stack's counter.
 *
 * Two locals follow those of the function: the gas that is left, and the stack that was left when it was entered. Before each call the
 * global of the stack is set to what is left for the callee; nothing reads it afterwards, so it need not be restored.
 */
export class BodyCode {
  readonly #out: Writer
  readonly #layout: Layout
  #gasLocal = 0
  #framesLocal = 0
  readonly #profiled: boolean
  /** The rest of a charge after its amount: subtract, store, trap below zero. */
  readonly #chargeTail = new Writer(32)
  #sizeAt = 0
  /** Whether the gas local is out of date: at the start and after every call. In between, every control-flow join comes directly after a charge. */
  stale = true
  /** Charges by calls, which are slower and four times smaller. Set before {@link begin}. */
  compact = false

  constructor(out: Writer, layout: Layout) {
    this.#out = out
    this.#layout = layout
    this.#profiled = layout.site !== undefined
  }

  /** The local with the place of the counters, in code that is profiled. */
  get countersLocal(): number {
    return this.#framesLocal + 1
  }

  /** Size, locals, and the check that the stack holds what entering the function touches (`entry` bytes). */
  begin(
    source: Uint8Array,
    type: FunctionType,
    body: Body,
    entry: number,
    temporaries: TemporaryCounts | undefined,
  ): void {
    const out = this.#out
    this.#gasLocal = type.params.length + body.locals
    this.#framesLocal = this.#gasLocal + 1
    this.stale = true
    this.#writeChargeTail()
    out.ensure(body.end - body.start + 192)
    this.#sizeAt = out.pos
    out.pos += 5
    const count = readU32(source, body.start)
    const groups = skipInteger(source, body.start)
    out.u32(count + 2 + (temporaries ? TEMPORARY_TYPES.length : 0))
    out.copy(source, groups, body.code)
    out.append(1, I64, this.#profiled ? 2 : 1, I32)
    temporaries?.forEach((number, i) => {
      out.ensure(6)
      out.u32(number)
      out.byte(TEMPORARY_TYPES[i]!)
    })
    out.ensure(16)
    this.indexed(0x23, this.#layout.frames)
    this.indexed(0x22, this.#framesLocal)
    this.#trapBelow(entry)
  }

  /** Traps when fewer bytes of stack are left. */
  checkStack(bytes: number): void {
    this.#out.ensure(8)
    this.indexed(0x20, this.#framesLocal)
    this.#trapBelow(bytes)
  }

  #trapBelow(bytes: number): void {
    const out = this.#out
    const layout = this.#layout
    out.ensure(32)
    this.#i32(bytes)
    out.append(0x48, 0x04, 0x40, 0x41, 0x7f)
    this.indexed(0x24, layout.frames)
    out.append(0x00, 0x0b)
  }

  /** After the code and its last `end`. */
  finish(): void {
    this.#out.paddedU32(this.#out.pos - this.#sizeAt - 5, this.#sizeAt)
  }

  /** Local index of the first temporary of each type. */
  firstTemporaries(counts: TemporaryCounts): number[] {
    let at = this.#framesLocal + (this.#profiled ? 2 : 1)
    return counts.map((count) => {
      at += count
      return at - count
    })
  }

  charge(amount: number): void {
    const out = this.#out
    const chargeTail = this.#chargeTail
    out.ensure(48)
    if (this.compact) {
      out.byte(0x42)
      out.signed(amount)
      this.indexed(0x10, this.#layout.charge)
      return
    }
    if (this.stale) this.indexed(0x23, this.#layout.gas)
    else this.indexed(0x20, this.#gasLocal)
    this.stale = false
    const { bytes } = out
    let { pos } = out
    bytes[pos++] = 0x42
    let rest = amount
    for (; rest > 0x3f; rest >>>= 7) bytes[pos++] = (rest & 0x7f) | 0x80
    bytes[pos++] = rest
    const tail = chargeTail.bytes
    for (let at = 0, end = chargeTail.pos; at < end; at++) bytes[pos++] = tail[at]!
    out.pos = pos
  }

  /** Charges by the length on the stack, and leaves it there. */
  chargeMove(amount: number, { perUnit, unit, perElement }: MovePrice): void {
    const out = this.#out
    const { gas } = this.#layout
    const gasLocal = this.#gasLocal
    const i64 = (value: number): void => {
      out.byte(0x42)
      out.signed(value)
    }
    out.ensure(128)
    out.byte(0xad) // i64.extend_i32_u
    this.indexed(0x21, gasLocal)
    this.indexed(0x23, gas)
    this.indexed(0x20, gasLocal)
    if (unit > 1) {
      i64(unit - 1)
      out.byte(0x7c)
      i64(unit)
      out.byte(0x80) // i64.add, i64.div_u
    }
    i64(perUnit)
    out.byte(0x7e)
    if (perElement !== undefined) {
      out.append(0xfc, SUB.tableSize, 0, 0xad)
      i64(perElement)
      out.append(0x7e, 0x7c)
    }
    i64(amount)
    out.append(0x7c, 0x7d) // i64.add, i64.sub
    this.indexed(0x24, gas)
    this.indexed(0x23, gas)
    out.append(0x42, 0x00, 0x53, 0x04, 0x40, 0x00, 0x0b) // i64.lt_s 0, if unreachable
    this.indexed(0x20, gasLocal)
    out.byte(0xa7) // i32.wrap_i64
    this.stale = true
  }

  /** After a change of the stack pointer, the first global. */
  markStack(mark: number): void {
    const out = this.#out
    out.ensure(32)
    this.indexed(0x23, 0)
    this.indexed(0x23, mark)
    out.append(0x49, 0x04, 0x40) // i32.lt_u, if
    this.indexed(0x23, 0)
    this.indexed(0x24, mark)
    out.append(0x0b)
  }

  /** Stores the element on the stack before an indirect call, to distinguish a null from a wrong signature if it traps. */
  noteElement(table: number): void {
    const out = this.#out
    const gasLocal = this.#gasLocal
    out.ensure(40)
    out.byte(0xad)
    this.indexed(0x22, gasLocal)
    if (table > 0) {
      out.byte(0x42)
      out.signed(table * 2 ** 32)
      out.byte(0x84)
    }
    this.indexed(0x24, this.#layout.element)
    this.indexed(0x20, gasLocal)
    out.byte(0xa7)
  }

  /** A call, copied from the source, with the bytes of stack that the function holds meanwhile. */
  call(source: Uint8Array, from: number, to: number, held: number): void {
    this.#out.ensure(32)
    this.indexed(0x20, this.#framesLocal)
    this.#i32(held)
    this.#out.byte(0x6b)
    this.indexed(0x24, this.#layout.frames)
    this.callHost(source, from, to)
  }

  /** A call of an import, which has its own stack. */
  callHost(source: Uint8Array, from: number, to: number): void {
    this.#out.copy(source, from, to)
    this.stale = true
  }

  indexed(opcode: number, index: number): void {
    this.#out.byte(opcode)
    this.#out.u32(index)
  }

  #i32(value: number): void {
    this.#out.byte(0x41)
    this.#out.signed(value)
  }

  #writeChargeTail(): void {
    const tail = this.#chargeTail
    const gasLocal = this.#gasLocal
    const layout = this.#layout
    tail.pos = 0
    tail.byte(0x7d)
    for (const [opcode, index] of [
      [0x22, gasLocal],
      [0x24, layout.gas],
      [0x20, gasLocal],
    ] as const) {
      tail.byte(opcode)
      tail.u32(index)
    }
    tail.append(0x42, 0x00, 0x53, 0x04, 0x40, 0x00, 0x0b)
  }
}
