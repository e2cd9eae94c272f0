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
  private readonly frameSize: number
  private sizeAt = 0
  private frameAt = 0
  private frameEnd = 0
  /** Whether the gas local is out of date: at the start and after every call. Between, every join of control has paid just before. */
  stale = true
  hasCalls = false

  constructor(out: Writer, layout: Layout, type: FunctionType, body: Body, frameBase: number) {
    this.out = out
    this.layout = layout
    const locals = type.params.length + body.locals
    this.gasLocal = locals
    this.frameSize = Math.ceil((frameBase + 8 * locals) / 16) * 16
  }

  /** Size, locals, frame check and the wrapper: a block of the function's results, so that branches out of the function reach the release of its frame. */
  begin(source: Uint8Array, body: Body, wrapper: number, temporaries: TemporaryCounts | undefined): void {
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
    this.frameAt = out.pos
    out.ensure(64)
    this.takeFrame()
    this.frameEnd = out.pos
    out.byte(0x02)
    out.signed(wrapper)
  }

  /** After the code, whose last `end` closed the wrapper. */
  finish(): void {
    const { out, layout } = this
    if (!this.hasCalls) {
      const end = out.pos
      out.pos = this.frameAt
      this.checkFrame()
      while (out.pos < this.frameEnd) out.byte(0x01)
      out.pos = end
    }
    out.ensure(32)
    if (this.hasCalls) {
      this.indexed(0x23, layout.frames)
      this.i32(this.frameSize)
      out.byte(0x6a)
      this.indexed(0x24, layout.frames)
    }
    out.byte(0x0b)
    out.paddedU32(out.pos - this.sizeAt - 5, this.sizeAt)
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

  called(): void {
    this.stale = true
    this.hasCalls = true
  }

  indexed(opcode: number, index: number): void {
    this.out.byte(opcode)
    this.out.u32(index)
  }

  private takeFrame(): void {
    const { out, layout } = this
    this.indexed(0x23, layout.frames)
    this.i32(this.frameSize)
    out.byte(0x6b)
    this.indexed(0x24, layout.frames)
    this.indexed(0x23, layout.frames)
    out.append(0x41, 0x00, 0x48, 0x04, 0x40, 0x00, 0x0b)
  }

  /** The shorter form for a function that calls nothing: its frame is looked at but not taken. */
  private checkFrame(): void {
    const { out, layout } = this
    this.indexed(0x23, layout.frames)
    this.i32(this.frameSize)
    out.append(0x48, 0x04, 0x40, 0x41, 0x7f)
    this.indexed(0x24, layout.frames)
    out.append(0x00, 0x0b)
  }

  private i32(value: number): void {
    this.out.byte(0x41)
    this.out.signed(value)
  }
}
