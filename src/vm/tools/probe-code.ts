import type { Layout } from '../wasm/layout.js'
import { STARTS_BLOCK } from '../wasm/operators.js'
import { F64, FUNCREF, I32, I64, type Module } from '../wasm/module.js'
import type { Writer } from '../wasm/writer.js'
import { comparisonIndex, isComparison } from './comparisons.js'
import { LoopNesting, MAX_COUNTERS } from './loops.js'
import {
  GAS_MODULUS,
  PROBE,
  PROBES,
  type Additions,
  type BasicBlock,
  type CallSite,
  type Charge,
  type FunctionSteps,
  type ProbeMap,
} from './instrument.js'

/**
 * Types of the probes, in the order of {@link PROBE}: which block; which function, called from where, gas left, and where its counters are; gas
 * left; which counter; which block, and how often more it ran; the halves of two operands, the low one first; which step, the stack that was left, and gas;
 * a local and its value; nothing; which call, and the stack that was left.
 */
export const PROBE_TYPES: readonly (readonly number[])[] = [
  [0x60, 1, I32, 0],
  [0x60, 3, I32, I32, F64, 1, I32],
  [0x60, 1, F64, 0],
  [0x60, 1, I32, 0],
  [0x60, 2, I32, I32, 0],
  [0x60, 4, I32, I32, I32, I32, 0],
  [0x60, 3, I32, I32, F64, 1, I32],
  [0x60, 2, I32, I32, 0],
  [0x60, 2, I32, I64, 0],
  [0x60, 0, 0],
  [0x60, 2, I32, I32, 0],
]

/** Bytes of a counter of charges. */
export const COUNTER_BYTES = 8

/** The table for the probes, which the host fills. Code that was validated before cannot name it. */
export const PROBE_TABLE: readonly number[] = [FUNCREF, 1, PROBES, PROBES]

/** Special indices that are not functions: calls by the host, and calls through a table before the callee is known. */
export const hostIndex = ({ functions }: Pick<Module, 'functions'>): number => functions.length
export const indirectIndex = ({ functions }: Pick<Module, 'functions'>): number => functions.length + 1

/** An outermost loop. Its blocks count in globals, one after the other, since a call would cost more than most of them. */
export interface OuterLoop {
  readonly function: number
  /** Which counter the first of its blocks has: that of the loop itself, which runs before any other. */
  readonly counter: number
  /** Numbers of its blocks. */
  readonly blocks: number[]
}

/**
 * Writes the calls of the probes into bodies. They take nothing from the stack and leave nothing on it, so that they can be placed
 * anywhere, and read the gas that is left without touching it.
 */
export class ProbeCode implements ProbeMap {
  /** Blocks in the order of their numbers. */
  readonly blocks: BasicBlock[] = []
  readonly charges: Charge[] = []
  readonly sites: CallSite[] = []
  readonly loops: OuterLoop[] = []
  readonly #module: Module
  readonly #layout: Layout
  readonly #instrument: Additions
  readonly #out: Writer
  #function = 0
  /** The local with the place of the counters. */
  #counters = 0
  /** The first charge of the function. */
  #first = 0
  #nesting = new LoopNesting()
  /** The steps of the function, and how many of them are written. */
  #steps: FunctionSteps | undefined
  #stepped = 0

  constructor(module: Module, layout: Layout, instrument: Additions, out: Writer) {
    this.#module = module
    this.#layout = layout
    this.#instrument = instrument
    this.#out = out
  }

  /** Begins a function, or begins it again. A start function has no gas beyond its first charge, and no probes yet. */
  begin(index: number, offset: number, counters: number): void {
    for (const list of [this.blocks, this.charges, this.sites, this.loops])
      while (list.length > 0 && list[list.length - 1]!.function === index) list.pop()
    this.#function = index
    this.#nesting = new LoopNesting()
    this.#counters = counters
    this.#first = this.charges.length
    this.#steps = this.#instrument.steps?.get(index)
    this.#stepped = 0
    if (index === this.#module.start) return
    if (this.#instrument.profile) {
      this.#enter(index)
      this.#indexed(0x21, counters)
    }
    this.block(offset)
  }

  /** Replaces a comparison by a function that makes it and reports the operands. @returns up to where the original code is copied */
  compare(opcode: number, from: number, at: number): number {
    const { comparisons } = this.#layout
    if (comparisons === undefined || !isComparison(opcode)) return from
    this.#out.copy(this.#module.bytes, from, at)
    this.#indexed(0x10, comparisons + comparisonIndex(opcode))
    return at + 1
  }

  /** The next position at which the function is stopped. */
  get nextStep(): number {
    return this.#steps?.positions[this.#stepped] ?? Infinity
  }

  /** Steps that begin at a position or before it, in code that is left out. */
  stepsAt(at: number): void {
    const { positions, first } = this.#steps!
    while (this.nextStep < at) this.#stepped++
    if (positions[this.#stepped] === at) this.#step(first + this.#stepped++)
  }

  /** Counts down, and reports the step once the count is below zero. */
  #step(number: number): void {
    const steps = this.#layout.steps!
    this.#indexed(0x23, steps)
    this.#out.append(0x42, 1, 0x7d) // i64.sub 1
    this.#indexed(0x24, steps)
    this.#indexed(0x23, steps)
    this.#out.append(0x42, 0, 0x53, 0x04, 0x40) // i64.lt_s 0, if
    this.#number(number)
    this.#indexed(0x20, this.#counters - 1)
    this.#gas()
    this.probe(PROBE.step)
    this.#out.append(0x04, 0x40) // if
    this.#keepLocals()
    this.probe(PROBE.kept)
    this.#out.append(0x0b, 0x0b)
  }

  #keepLocals(): void {
    for (const { index, type } of this.#steps!.locals) {
      if (type !== I32 && type !== I64) continue
      this.#number(index)
      this.#indexed(0x20, index)
      this.probe(type === I32 ? PROBE.keep32 : PROBE.keep64)
    }
  }

  /** Follows the structure of the code. @returns whether a basic block begins after this operator */
  passes(opcode: number): boolean {
    if (this.#nesting.passes(opcode)) this.loops.push({ function: this.#function, counter: this.#counted, blocks: [] })
    return STARTS_BLOCK[opcode] === 1
  }

  block(offset: number): void {
    if (!this.#instrument.coverage) return
    const number = this.blocks.push({ function: this.#function, offset }) - 1
    const counter = this.#counted
    if (this.#nesting.isInLoop && counter < MAX_COUNTERS) {
      this.loops[this.loops.length - 1]!.blocks.push(number)
      this.#count(this.#layout.counters! + counter)
    } else {
      this.#number(number)
      this.probe(PROBE.block)
    }
  }

  /** Puts a counter of {@link loops} on the stack. */
  readCounter(counter: number): void {
    this.#indexed(0x23, this.#layout.counters! + counter)
  }

  /** Adds a counter of {@link loops} to those of blocks, and resets it. */
  handOver(block: number, counter: number): void {
    this.#number(block)
    this.readCounter(counter)
    this.probe(PROBE.add)
    this.#number(0)
    this.#indexed(0x24, this.#layout.counters! + counter)
  }

  /** How many counters are taken. */
  get #counted(): number {
    const last = this.loops[this.loops.length - 1]
    return last === undefined ? 0 : last.counter + last.blocks.length
  }

  #count(global: number): void {
    this.#indexed(0x23, global)
    this.#number(1)
    this.#out.ensure(1)
    this.#out.byte(0x6a)
    this.#indexed(0x24, global)
  }

  /** After a charge. @param from of the first operator that it pays for @param to of the last */
  charged(from: number, to: number, amount: number): void {
    if (!this.#instrument.profile) return
    const counter = this.charges.push({ function: this.#function, from, to, amount }) - 1 - this.#first
    this.#indexed(0x20, this.#counters)
    this.#number(counter * COUNTER_BYTES)
    this.#out.ensure(1)
    this.#out.byte(0x6a)
    this.probe(PROBE.charge)
  }

  /** A function of the module notes by itself that it is entered; `callee` is undefined for a call through a table. */
  beforeCall(callee: number | undefined, offset: number): void {
    const { site } = this.#layout
    if (this.#steps !== undefined) {
      this.#keepLocals()
      this.#number(offset)
      this.#indexed(0x20, this.#counters - 1)
      this.probe(PROBE.site)
    }
    if (site === undefined) return
    this.#number(this.sites.push({ function: this.#function, offset }) - 1)
    this.#indexed(0x24, site)
    if (callee !== undefined && callee >= this.#module.importedFunctions) return
    this.#enter(callee ?? indirectIndex(this.#module))
    this.#out.ensure(1)
    this.#out.byte(0x1a)
  }

  afterCall(): void {
    if (!this.#instrument.profile) return
    this.#gas()
    this.probe(PROBE.leave)
  }

  #enter(index: number): void {
    this.#number(index)
    this.#indexed(0x23, this.#layout.site!)
    this.#gas()
    this.probe(PROBE.enter)
  }

  #gas(): void {
    const out = this.#out
    const layout = this.#layout
    out.ensure(32)
    out.byte(0x23)
    out.u32(layout.gas)
    out.byte(0x42)
    out.signed(GAS_MODULUS - 1)
    out.append(0x83, 0xb9) // i64.and, f64.convert_i64_s
  }

  #indexed(opcode: number, index: number): void {
    this.#out.ensure(8)
    this.#out.byte(opcode)
    this.#out.u32(index)
  }

  #number(value: number): void {
    this.#out.ensure(8)
    this.#out.byte(0x41)
    this.#out.signed(value)
  }

  /** Calls a probe whose arguments are on the stack. */
  probe(element: number): void {
    const out = this.#out
    const layout = this.#layout
    this.#number(element)
    out.ensure(12)
    out.byte(0x11)
    out.u32(layout.probeTypes + element)
    out.u32(layout.probeTable)
  }
}
