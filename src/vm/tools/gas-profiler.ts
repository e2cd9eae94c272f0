import type { Module } from '../wasm/module.js'
import { functionNameOf } from '../wasm/names.js'
import { GAS_MODULUS } from './instrument.js'
import { hostIndex, indirectIndex } from './probe-code.js'

/** What the calls of one function cost. */
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

/** Follows calls and adds up their gas. */
export class GasProfiler {
  readonly #module: Module
  readonly #host: number
  readonly #indirect: number
  readonly #calls: Float64Array
  readonly #self: Float64Array
  readonly #total: Float64Array
  /** How often each function is on the stack. */
  readonly #active: Uint32Array
  /** The stack of calls: function, gas left when it was entered, gas that its callees spent. */
  readonly #functions: number[] = []
  readonly #entered: number[] = []
  readonly #below: number[] = []

  constructor(module: Module) {
    this.#module = module
    this.#host = hostIndex(module)
    this.#indirect = indirectIndex(module)
    const size = this.#indirect + 1
    this.#calls = new Float64Array(size)
    this.#self = new Float64Array(size)
    this.#total = new Float64Array(size)
    this.#active = new Uint32Array(size)
  }

  /** Probe: a function is entered. After a call through a table, this identifies the callee. */
  readonly enter = (index: number, gas: number): void => {
    const functions = this.#functions
    this.#calls[index]!++
    this.#active[index]!++
    const top = functions.length - 1
    if (top >= 0 && functions[top] === this.#indirect && index !== this.#host) {
      this.#active[this.#indirect]!--
      functions[top] = index
      return
    }
    functions.push(index)
    this.#entered.push(gas)
    this.#below.push(0)
  }

  /** Probe: the call on top has returned. */
  readonly leave = (gas: number): void => {
    const index = this.#functions.pop()!
    const spent = (this.#entered.pop()! - gas + GAS_MODULUS) % GAS_MODULUS
    this.#self[index]! += spent - this.#below.pop()!
    if (--this.#active[index]! === 0) this.#total[index]! += spent
    const caller = this.#below.length - 1
    if (caller >= 0) this.#below[caller]! += spent
  }

  /** The host calls into the module; when the call ends, {@link unwind} to the depth that this returns. */
  enterFromHost(gasLeft: bigint): number {
    const depth = this.#functions.length
    this.enter(this.#host, lowGas(gasLeft))
    return depth
  }

  /** Leaves all calls above a depth, whether they returned or not. */
  unwind(depth: number, gasLeft: bigint): void {
    const gas = lowGas(gasLeft)
    while (this.#functions.length > depth) this.leave(gas)
  }

  /** As {@link unwind} for the call of an entry point, which has its own gas: it may run within a call of the same code. */
  unwindEntry(depth: number, gasLeft: bigint): void {
    const spent = this.#below[depth - 1]
    this.unwind(depth, gasLeft)
    if (spent !== undefined) this.#below[depth - 1] = spent
  }

  read(): Profile {
    const module = this.#module
    const host = this.#host
    const functions: FunctionProfile[] = []
    for (let index = 0; index < host; index++)
      if (this.#calls[index]! > 0)
        functions.push({
          index,
          name: nameOf(module, index),
          calls: this.#calls[index]!,
          self: BigInt(this.#self[index]!),
          total: BigInt(this.#total[index]!),
        })
    functions.sort((a, b) => (a.self === b.self ? a.index - b.index : a.self < b.self ? 1 : -1))
    return { functions, outside: BigInt(this.#self[host]! + this.#self[this.#indirect]!) }
  }

  reset(): void {
    this.#calls.fill(0)
    this.#self.fill(0)
    this.#total.fill(0)
  }
}

const lowGas = (gas: bigint): number => Number(gas % BigInt(GAS_MODULUS))

function nameOf(module: Module, index: number): string | undefined {
  if (index >= module.importedFunctions) return functionNameOf(module, index)
  const item = module.imports.filter(({ kind }) => kind === 'function')[index]!
  return `${item.module}.${item.name}`
}
