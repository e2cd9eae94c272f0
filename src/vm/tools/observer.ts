import type { Module } from '../wasm/module.js'
import { Coverage } from './coverage.js'
import { CodeProfiler } from './gas-profiler.js'
import type { GasTree } from './gas-tree.js'
import { isInstrumented, NOT_INSTRUMENTED, PROBES, type Instrument, type ProbeMap } from './instrument.js'
import { NO_CALLBACKS, tableFunctions, type Probes } from './table-functions.js'

/** The observer of all instances of one code. */
export class Observer {
  readonly coverage: Coverage | undefined
  readonly profiler: CodeProfiler | undefined
  readonly #functions: readonly unknown[]

  constructor(
    module: Module,
    map: ProbeMap,
    { coverage }: Instrument,
    tree: GasTree | undefined,
    probes: Partial<Probes> = {},
  ) {
    const profiler = tree ? new CodeProfiler(module, map, tree) : undefined
    const { functions, blocks, charges } = tableFunctions(
      { ...NO_CALLBACKS, ...(profiler && { enter: profiler.enter, leave: profiler.leave }), ...probes },
      map.blocks.length,
    )
    profiler?.count(charges)
    this.profiler = profiler
    this.coverage = coverage ? new Coverage(module.bytes, map.blocks, blocks) : undefined
    this.#functions = functions
  }

  /** Gives a new instance its probes. */
  connect(table: WebAssembly.Table): void {
    for (let i = 0; i < PROBES; i++) table.set(i, this.#functions[i])
  }
}

/** Undefined when nothing is observed. @param tree for a profile */
export const observerOf = (
  { module, map }: { readonly module: Module; readonly map: ProbeMap },
  instrument: Instrument = NOT_INSTRUMENTED,
  tree?: GasTree,
): Observer | undefined => (isInstrumented(instrument) ? new Observer(module, map, instrument, tree) : undefined)
