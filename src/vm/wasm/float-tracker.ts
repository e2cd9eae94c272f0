import { NO_BYTES } from '../../base/index.js'
import { TEMPORARY_TYPES } from './body-code.js'
import { F32, I32, type FunctionType } from './module.js'
import type { Writer } from './writer.js'

interface Frame {
  readonly loop: boolean
  readonly height: number
  readonly params: Uint8Array
  readonly results: Uint8Array
  /** State of the parameters at the start of the block, for `else`. */
  readonly entry: readonly boolean[]
}

const CANONICAL_F32 = [0x43, 0x00, 0x00, 0xc0, 0x7f]
const CANONICAL_F64 = [0x44, 0, 0, 0, 0, 0, 0, 0xf8, 0x7f]

/**
 * Follows the operand stack of one body with, for each value, whether the native compiler still owes it a canonical NaN, and writes
 * the code that pays the debt where the native compiler pays it: lazily, when a value leaves the stack. Arithmetic makes a value
 * pending; sign operators and conversions between floats keep it so; where it matters, bits leak just as they do there.
 * Source: wasmer-compiler-singlepass `codegen.rs` (`CanonicalizeType`).
 */
export class FloatTracker {
  readonly #types: number[] = []
  readonly #pending: boolean[] = []
  readonly #frames: Frame[] = []
  readonly #out: Writer
  readonly #firstTemporary: readonly number[]
  /** The most temporaries of each type that were in use at once. */
  readonly used = [0, 0, 0, 0, 0]

  constructor(out: Writer, results: Uint8Array, firstTemporary: readonly number[]) {
    this.#out = out
    this.#firstTemporary = firstTemporary
    this.#frames.push({ loop: false, height: 0, params: NO_BYTES, results, entry: [] })
  }

  push(type: number, pending = false): void {
    this.#types.push(type)
    this.#pending.push(pending)
  }

  pop(): { type: number; pending: boolean } {
    return { type: this.#types.pop() ?? I32, pending: this.#pending.pop() ?? false }
  }

  drop(count: number): void {
    this.#types.length -= count
    this.#pending.length -= count
  }

  topType(): number {
    return this.#types[this.#types.length - 1] ?? I32
  }

  isPending(count: number): boolean {
    for (let at = this.#pending.length - count; at < this.#pending.length; at++) if (this.#pending[at]) return true
    return false
  }

  /** Makes the top `count` values canonical where they are pending. */
  settle(count: number): void {
    const end = this.#types.length
    let from = end - count
    while (from < end && !this.#pending[from]) from++
    if (from === end) return
    const locals = this.#store(from)
    for (let at = from; at < end; at++) {
      this.#load(locals[at - from]!, at)
      this.#pending[at] = false
    }
  }

  /** Leaves the pending top value as it is and writes its canonical form into a local: `local.tee`. */
  settleInto(local: number): void {
    const at = this.#types.length - 1
    const temporary = this.#temporary(at, at)
    this.#op(0x22, temporary)
    this.#load(temporary, at)
    this.#op(0x21, local)
  }

  /**
   * A branch to one of some labels, the last one being the default: settles what it carries, but not to a loop. Where the labels of a
   * `br_table` differ in that, it writes the branch itself (true).
   */
  branch(labels: readonly number[], table: boolean): boolean {
    const out = this.#out
    const settled = labels.map((depth) => this.label(depth).settled)
    const carried = this.label(labels[0]!).count + (table ? 1 : 0)
    if (!settled.includes(false)) this.settle(carried)
    else if (settled.includes(true) && this.isPending(carried)) {
      const from = this.#types.length - carried
      const locals = this.#store(from)
      const selector = locals.pop()!
      const select = (to: readonly number[]): void => {
        this.#op(0x20, selector)
        this.#op(0x0e, to.length - 1)
        for (const depth of to) {
          out.ensure(5)
          out.u32(depth)
        }
      }
      out.append(0x02, 0x40, 0x02, 0x40)
      select(settled.map((settles) => (settles ? 0 : 1)))
      out.append(0x0b)
      locals.forEach((local, i) => this.#load(local, from + i))
      select(labels.map((depth) => depth + 1))
      out.append(0x0b)
      for (const local of locals) this.#op(0x20, local)
      select(labels)
      return true
    }
    return false
  }

  /** `br_if` with pending values: canonical on the taken edge, untouched on the other. The condition is already popped here. */
  branchIf(depth: number, count: number): void {
    const out = this.#out
    const end = this.#types.length
    const condition = this.#firstTemporary[0]! + this.#claim(I32, this.#countBelow(I32, end - count, end))
    this.#op(0x21, condition)
    const locals = this.#store(end - count)
    for (const local of locals) this.#op(0x20, local)
    this.#op(0x20, condition)
    out.append(0x04, 0x40)
    locals.forEach((local, i) => this.#load(local, end - count + i))
    this.#op(0x0c, depth + 1)
    out.append(0x0b)
  }

  /** Notes a NaN in the top value before a conversion that will trap on it. */
  noteNaN(causeGlobal: number): void {
    const at = this.#types.length - 1
    const temporary = this.#temporary(at, at)
    this.#op(0x22, temporary)
    this.#op(0x20, temporary)
    this.#op(0x20, temporary)
    this.#out.append(this.#types[at] === F32 ? 0x5c : 0x62, 0x04, 0x40, 0x41, 0x01)
    this.#op(0x24, causeGlobal)
    this.#out.append(0x0b)
  }

  enter(kind: 'block' | 'loop' | 'if', type: FunctionType): void {
    const { params, results } = type
    const height = this.#types.length - params.length
    const entry = this.#pending.slice(height)
    // The copies of a loop's parameters lose the debt without paying it.
    if (kind === 'loop') this.#pending.fill(false, height)
    this.#frames.push({ loop: kind === 'loop', height, params, results, entry })
  }

  else(): void {
    const { height, params, entry } = this.#frames[this.#frames.length - 1]!
    this.#reset(height)
    params.forEach((type, i) => this.push(type, entry[i]))
  }

  end(): void {
    const { height, results } = this.#frames.pop()!
    this.#reset(height)
    for (const type of results) this.push(type)
  }

  /** Values that a branch to the label carries, and whether they are settled on the way. */
  label(depth: number): { count: number; settled: boolean } {
    const { loop, params, results } = this.#frames[this.#frames.length - 1 - depth]!
    return { count: loop ? params.length : results.length, settled: !loop }
  }

  get results(): number {
    return this.#frames[this.#frames.length - 1]!.results.length
  }

  #reset(height: number): void {
    this.#types.length = height
    this.#pending.length = height
  }

  /** Moves the values from `from` to the top into temporaries, deepest first in the result. */
  #store(from: number): number[] {
    const locals: number[] = []
    for (let at = from; at < this.#types.length; at++) locals.push(this.#temporary(from, at))
    for (let i = locals.length - 1; i >= 0; i--) this.#op(0x21, locals[i]!)
    return locals
  }

  #load(local: number, at: number): void {
    this.#op(0x20, local)
    if (!this.#pending[at]) return
    const single = this.#types[at] === F32
    this.#out.append(...(single ? CANONICAL_F32 : CANONICAL_F64))
    this.#op(0x20, local)
    this.#op(0x20, local)
    this.#out.append(single ? 0x5b : 0x61, 0x1b)
  }

  /** The temporary of the value at `at` when those from `from` on are stored. */
  #temporary(from: number, at: number): number {
    const type = this.#types[at]!
    const slot = Math.max(TEMPORARY_TYPES.indexOf(type as (typeof TEMPORARY_TYPES)[number]), 0)
    return this.#firstTemporary[slot]! + this.#claim(type, this.#countBelow(type, from, at))
  }

  #countBelow(type: number, from: number, to: number): number {
    let count = 0
    for (let at = from; at < to; at++) if (this.#types[at] === type) count++
    return count
  }

  #claim(type: number, index: number): number {
    const slot = Math.max(TEMPORARY_TYPES.indexOf(type as (typeof TEMPORARY_TYPES)[number]), 0)
    this.used[slot] = Math.max(this.used[slot]!, index + 1)
    return index
  }

  #op(opcode: number, index: number): void {
    this.#out.ensure(6)
    this.#out.byte(opcode)
    this.#out.u32(index)
  }
}
