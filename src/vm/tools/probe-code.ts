import type { Layout } from '../wasm/layout.js'
import { F64, FUNCREF, I32, type Module } from '../wasm/module.js'
import type { Writer } from '../wasm/writer.js'
import { GAS_MODULUS, PROBE, PROBES, type BasicBlock, type Instrument } from './instrument.js'

/** Types of the probes, in the order of {@link PROBE}: which block; which function, gas left; gas left. */
export const PROBE_TYPES: readonly (readonly number[])[] = [
  [0x60, 1, I32, 0],
  [0x60, 2, I32, F64, 0],
  [0x60, 1, F64, 0],
]

/** The table for the probes, which the host fills. Code that was validated before cannot name it. */
export const PROBE_TABLE: readonly number[] = [FUNCREF, 1, PROBES, PROBES]

/** Special indices that are not functions: calls by the host, and calls through a table before the callee is known. */
export const hostIndex = ({ functions }: Pick<Module, 'functions'>): number => functions.length
export const indirectIndex = ({ functions }: Pick<Module, 'functions'>): number => functions.length + 1

/**
 * Writes the calls of the probes into bodies. They take nothing from the stack and leave nothing on it, so that they can be placed
 * anywhere, and read the gas that is left without touching it.
 */
export class ProbeCode {
  /** Blocks in the order of their numbers. */
  readonly blocks: BasicBlock[] = []
  readonly #module: Module
  readonly #layout: Layout
  readonly #instrument: Instrument
  readonly #out: Writer
  #function = 0

  constructor(module: Module, layout: Layout, instrument: Instrument, out: Writer) {
    this.#module = module
    this.#layout = layout
    this.#instrument = instrument
    this.#out = out
  }

  /** Begins a function, or begins it again. A start function has no gas beyond its first charge, and no probes yet. */
  begin(index: number, offset: number): void {
    const { blocks } = this
    while (blocks.length > 0 && blocks[blocks.length - 1]!.function === index) blocks.pop()
    this.#function = index
    if (index === this.#module.start) return
    if (this.#instrument.profile) this.#enter(index)
    this.block(offset)
  }

  block(offset: number): void {
    if (!this.#instrument.coverage) return
    this.#number(this.blocks.length)
    this.#probe(PROBE.block)
    this.blocks.push({ function: this.#function, offset })
  }

  /** A function of the module notes by itself that it is entered; `callee` is undefined for a call through a table. */
  beforeCall(callee: number | undefined): void {
    if (!this.#instrument.profile) return
    if (callee === undefined) this.#enter(indirectIndex(this.#module))
    else if (callee < this.#module.importedFunctions) this.#enter(callee)
  }

  afterCall(): void {
    if (!this.#instrument.profile) return
    this.#gas()
    this.#probe(PROBE.leave)
  }

  #enter(index: number): void {
    this.#number(index)
    this.#gas()
    this.#probe(PROBE.enter)
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

  #number(value: number): void {
    this.#out.ensure(8)
    this.#out.byte(0x41)
    this.#out.signed(value)
  }

  #probe(element: number): void {
    const out = this.#out
    const layout = this.#layout
    this.#number(element)
    out.ensure(12)
    out.byte(0x11)
    out.u32(layout.probeTypes + element)
    out.u32(layout.probeTable)
  }
}
