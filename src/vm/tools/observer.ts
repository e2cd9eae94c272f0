import type { Module } from '../wasm/module.js'
import { Coverage } from './coverage.js'
import { isInstrumented, NOT_INSTRUMENTED, PROBES, type BasicBlock, type Instrument } from './instrument.js'
import { GasProfiler } from './gas-profiler.js'
import { tableFunctions } from './table-functions.js'

/** What all instances of one code report to. */
export class Observer {
  readonly coverage: Coverage | undefined
  readonly profiler: GasProfiler | undefined
  readonly #functions: readonly unknown[]

  constructor(module: Module, blocks: readonly BasicBlock[], { coverage, profile }: Instrument) {
    this.profiler = profile ? new GasProfiler(module) : undefined
    const { functions, counters } = tableFunctions(
      { enter: this.profiler?.enter ?? (() => {}), leave: this.profiler?.leave ?? (() => {}) },
      blocks.length,
    )
    this.coverage = coverage ? new Coverage(module.bytes, blocks, counters) : undefined
    this.#functions = functions
  }

  /** Gives a new instance its probes. */
  connect(table: WebAssembly.Table): void {
    for (let i = 0; i < PROBES; i++) table.set(i, this.#functions[i])
  }
}

/** Undefined when nothing is observed. */
export const observerOf = (
  { module, blocks }: { readonly module: Module; readonly blocks: readonly BasicBlock[] },
  instrument: Instrument = NOT_INSTRUMENTED,
): Observer | undefined => (isInstrumented(instrument) ? new Observer(module, blocks, instrument) : undefined)
