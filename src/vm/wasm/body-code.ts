import { I32, I64, F32, F64, FUNCREF, type Body, type FunctionType } from './module.js'
import type { Layout } from './layout.js'
import type { Writer } from './writer.js'

/** Temporaries by type that a body needs, in the order of {@link TEMPORARY_TYPES}. */
export type TemporaryCounts = readonly number[]

/** Their order in the local declarations, after the local that keeps the gas left. */
export const TEMPORARY_TYPES = [I32, I64, F32, F64, FUNCREF] as const

/** Writes what the rewriter puts into one body: locals, charges, the frame counter. */
export class BodyCode {
  private readonly out: Writer
  private readonly layout: Layout
  private readonly gasLocal: number
  private sizeAt = 0
  /** Whether the gas local is out of date: at the start and after every call. Between, every join of control has paid just before. */
  stale = true

  constructor(out: Writer, layout: Layout, type: FunctionType, body: Body) {
    this.out = out
    this.layout = layout
    this.gasLocal = type.params.length + body.locals
  }

  /** Size, locals, and the check that the stack holds what entering the function touches (`entry` bytes). */
  begin(source: Uint8Array, body: Body, entry: number, temporaries: TemporaryCounts | undefined): void {
    const { out } = this
    out.ensure(body.end - body.start + 192)
    this.sizeAt = out.pos
    out.pos += 5
    const groups = source.subarray(body.start, body.code)
    let pos = 0
    let count = 0
    for (let shift = 0, byte = 0x80; byte > 0x7f; shift += 7) {
      byte = groups[pos++]!
      count |= (byte & 0x7f) << shift
    }
    out.u32(count + 1 + (temporaries ? TEMPORARY_TYPES.length : 0))
    out.copy(groups, pos, groups.length)
    out.append(1, I64)
    temporaries?.forEach((number, i) => {
      out.ensure(6)
      out.u32(number)
      out.byte(TEMPORARY_TYPES[i]!)
    })
    this.checkStack(entry)
  }

  /** Traps when fewer bytes of stack are left. */
  checkStack(bytes: number): void {
    const { out, layout } = this
    out.ensure(32)
    this.indexed(0x23, layout.frames)
    this.i32(bytes)
    out.append(0x48, 0x04, 0x40, 0x41, 0x7f)
    this.indexed(0x24, layout.frames)
    out.append(0x00, 0x0b)
  }

  /** After the code and its last `end`. */
  finish(): void {
    this.out.paddedU32(this.out.pos - this.sizeAt - 5, this.sizeAt)
  }

  /** Local index of the first temporary of each type. */
  firstTemporaries(counts: TemporaryCounts): number[] {
    let at = this.gasLocal + 1
    return counts.map((count) => {
      at += count
      return at - count
    })
  }

  /** Subtract, store, trap below zero. */
  charge(amount: number): void {
    const { out, gasLocal } = this
    out.ensure(48)
    if (this.stale) this.indexed(0x23, this.layout.gas)
    else this.indexed(0x20, gasLocal)
    this.stale = false
    out.byte(0x42)
    out.signed(amount)
    out.byte(0x7d)
    this.indexed(0x22, gasLocal)
    this.indexed(0x24, this.layout.gas)
    this.indexed(0x20, gasLocal)
    const { bytes } = out
    let { pos } = out
    bytes[pos++] = 0x42
    bytes[pos++] = 0x00
    bytes[pos++] = 0x53
    bytes[pos++] = 0x04
    bytes[pos++] = 0x40
    bytes[pos++] = 0x00
    bytes[pos++] = 0x0b
    out.pos = pos
  }

  /** Notes the element on the stack before an indirect call, which tells a null from a wrong signature if it traps. */
  noteElement(table: number): void {
    const { out, gasLocal } = this
    out.ensure(40)
    out.byte(0xad)
    this.indexed(0x22, gasLocal)
    if (table > 0) {
      out.byte(0x42)
      out.signed(table * 2 ** 32)
      out.byte(0x84)
    }
    this.indexed(0x24, this.layout.element)
    this.indexed(0x20, gasLocal)
    out.byte(0xa7)
  }

  /** A call, copied from the source, with the bytes of stack that the function holds meanwhile. */
  call(source: Uint8Array, from: number, to: number, held: number): void {
    this.out.ensure(64)
    this.moveFrames(held, 0x6b)
    this.out.copy(source, from, to)
    this.out.ensure(32)
    this.moveFrames(held, 0x6a)
    this.stale = true
  }

  indexed(opcode: number, index: number): void {
    this.out.byte(opcode)
    this.out.u32(index)
  }

  private moveFrames(bytes: number, operator: number): void {
    this.indexed(0x23, this.layout.frames)
    this.i32(bytes)
    this.out.byte(operator)
    this.indexed(0x24, this.layout.frames)
  }

  private i32(value: number): void {
    this.out.byte(0x41)
    this.out.signed(value)
  }
}
