import type { Module } from '../wasm/module.js'
import { functionNameOf } from '../wasm/names.js'
import type { GasNode, GasTree } from './gas-tree.js'
import { GAS_MODULUS, type ProbeMap } from './instrument.js'
import { COUNTER_BYTES, hostIndex, indirectIndex } from './probe-code.js'

/** The cost of the calls of one function. */
export interface FunctionProfile {
  /** Index in the module, imported functions counted first. */
  readonly index: number
  /** By the module's name section; `<module>.<name>` for an import; undefined if it has no name. */
  readonly name: string | undefined
  readonly calls: number
  /** VM gas that it spent itself; for an import, what the host charged for it. Sums are exact below 2^53. */
  readonly self: bigint
  /** Including what the functions it called spent; recursive calls are counted once. */
  readonly total: bigint
}

/** Where the gas of all calls since the last reset went. */
export interface Profile {
  /** Functions that were called, the most expensive by `self` first. */
  readonly functions: readonly FunctionProfile[]
  /** VM gas that the host charged outside any function, such as for passing arguments and reading the answer. */
  readonly outside: bigint
}

const NOT_COUNTED = -1
const PAGE = 65_536

/** Records the calls of one code in the gas tree, and counts in each node the payments for instructions. */
export class CodeProfiler {
  readonly module: Module
  readonly map: ProbeMap
  /** The frame of the code's first function. */
  readonly firstFrame: number
  readonly #tree: GasTree
  readonly #host: number
  readonly #indirect: number
  /** For each function, its first charge, and how many charges it has. */
  readonly #firstCharge: Int32Array
  readonly #charges: Int32Array
  #memory!: WebAssembly.Memory
  /** Bytes of counters that are taken, in a generation of the tree. */
  #taken = 0
  #generation = 0

  constructor(module: Module, map: ProbeMap, tree: GasTree) {
    this.module = module
    this.map = map
    this.#tree = tree
    this.#host = hostIndex(module)
    this.#indirect = indirectIndex(module)
    this.firstFrame = tree.frames(this.#indirect + 1)
    this.#firstCharge = new Int32Array(this.#indirect + 1)
    this.#charges = new Int32Array(this.#indirect + 1)
    for (const [i, charge] of map.charges.entries())
      if (this.#charges[charge.function]!++ === 0) this.#firstCharge[charge.function] = i
  }

  /** The frame of calls that the host makes. */
  get hostFrame(): number {
    return this.firstFrame + this.#host
  }

  /** @param memory for the counters */
  count(memory: WebAssembly.Memory): void {
    this.#memory = memory
  }

  /** Probe: a function is entered. After a call through a table, this identifies the callee. */
  readonly enter = (index: number, site: number, gas: number): number => {
    const tree = this.#tree
    const frame = this.firstFrame + index
    if (index === this.#indirect) {
      tree.enterUnknown(frame, site, gas)
      return 0
    }
    const node = tree.isUnknown ? tree.identify(frame) : tree.enter(frame, site, gas)
    if (this.#charges[index] === 0) return 0
    const at = tree.countersOf(node)
    return at === NOT_COUNTED ? this.#newCounters(node, index) : at
  }

  /** Probe: the call on top has returned. */
  readonly leave = (gas: number): void => this.#tree.leave(gas)

  /** The host calls into the module; when the call ends, {@link unwind} to the depth that this returns. */
  enterFromHost(gasLeft: bigint): number {
    const depth = this.#tree.depth
    this.#tree.settle()
    this.#tree.enter(this.hostFrame, NOT_COUNTED, lowGas(gasLeft))
    return depth
  }

  /** Leaves all calls above a depth, whether they returned or not. */
  unwind(depth: number, gasLeft: bigint): void {
    const gas = lowGas(gasLeft)
    while (this.#tree.depth > depth) this.#tree.leave(gas)
  }

  /** Unwinds like {@link unwind} at the call of an entry point, which has its own gas: it may run within a call of the same code. */
  unwindEntry(depth: number, gasLeft: bigint): void {
    const spent = this.#tree.below(depth - 1)
    this.unwind(depth, gasLeft)
    if (spent !== undefined) this.#tree.setBelow(depth - 1, spent)
  }

  /** The backend's charge for the running import, which the tree counts separately. */
  paidElsewhere(vmGas: number): void {
    this.#tree.paidElsewhere(vmGas)
  }

  /** Whether a frame is one of this code. */
  has(frame: number): boolean {
    return frame >= this.firstFrame && frame <= this.firstFrame + this.#indirect
  }

  /** The function of a frame of this code; undefined for the host, and for a function that a table hides. */
  functionOf(frame: number): number | undefined {
    const index = frame - this.firstFrame
    return index < this.#host ? index : undefined
  }

  /** How often each charge of a node's function was paid in it: the number of the first, and the counts. */
  countsOf({ node, frame }: GasNode): { readonly first: number; readonly counts: readonly number[] } {
    const index = frame - this.firstFrame
    const at = this.#tree.countersOf(node)
    const first = this.#firstCharge[index]!
    if (at === NOT_COUNTED) return { first, counts: [] }
    return { first, counts: Array.from(new BigUint64Array(this.#memory.buffer, at, this.#charges[index]), Number) }
  }

  read(): Profile {
    const { module } = this
    const found = new Map<number, { calls: number; self: number; total: number }>()
    const totals = new Map<number, number>()
    let outside = 0
    const nodes = [...this.#tree.nodes()].filter(({ frame }) => this.has(frame))
    const byNode = new Map(nodes.map((node) => [node.node, node]))
    for (const { node, self } of nodes) totals.set(node, self)
    for (const { node, parent } of nodes.toReversed())
      if (byNode.has(parent)) totals.set(parent, totals.get(parent)! + totals.get(node)!)
    for (const one of nodes) {
      const index = this.functionOf(one.frame)
      if (index === undefined) {
        outside += one.self
        continue
      }
      let known = found.get(index)
      if (known === undefined) found.set(index, (known = { calls: 0, self: 0, total: 0 }))
      known.calls += one.calls
      known.self += one.self
      if (!isWithinItself(one, byNode)) known.total += totals.get(one.node)!
    }
    const functions = Array.from(found, ([index, { calls, self, total }]) => ({
      index,
      name: nameOf(module, index),
      calls,
      self: BigInt(self),
      total: BigInt(total),
    })).filter(({ calls }) => calls > 0)
    functions.sort((a, b) => (a.self === b.self ? a.index - b.index : a.self < b.self ? 1 : -1))
    return { functions, outside: BigInt(outside) }
  }

  reset(): void {
    this.#tree.reset((frame) => this.has(frame))
    new Uint8Array(this.#memory.buffer).fill(0)
  }

  #newCounters(node: number, index: number): number {
    if (this.#generation !== this.#tree.generation) {
      this.#generation = this.#tree.generation
      this.#taken = 0
      new Uint8Array(this.#memory.buffer).fill(0)
    }
    const at = this.#taken
    this.#taken += this.#charges[index]! * COUNTER_BYTES
    const missing = this.#taken - this.#memory.buffer.byteLength
    // Twice as much each time, since a memory that grows may be copied.
    if (missing > 0) this.#memory.grow(Math.ceil(Math.max(missing, this.#memory.buffer.byteLength) / PAGE))
    this.#tree.setCounters(node, at)
    return at
  }
}

/** Whether the function of a node also runs above it. */
function isWithinItself({ parent, frame }: GasNode, nodes: ReadonlyMap<number, GasNode>): boolean {
  for (let above = nodes.get(parent); above !== undefined; above = nodes.get(above.parent))
    if (above.frame === frame) return true
  return false
}

const lowGas = (gas: bigint): number => Number(gas % BigInt(GAS_MODULUS))

/** A function's name in its module, unchanged. */
export function nameOf(module: Module, index: number): string | undefined {
  if (index >= module.importedFunctions) return functionNameOf(module, index)
  const item = module.imports.filter(({ kind }) => kind === 'function')[index]!
  return `${item.module}.${item.name}`
}
