import { BackendError, type Backend, type GasReport } from './backend.js'
import type { CompiledCode } from './codes/code.js'
import type { Answers } from './debug/answers.js'
import { VmError } from './errors.js'
import { GasMeter } from './gas-meter.js'
import type { HostCall } from './host/host-calls.js'
import { importsOf } from './host/imports.js'
import { checkInstantiation, startFailure } from './instantiation.js'
import { LinearMemory } from './linear-memory.js'
import { communication } from './region.js'
import type { Schedule } from './schedules.js'
import type { Observer } from './tools/observer.js'
import type { CodeProfiler } from './tools/gas-profiler.js'
import { STACK_FRAMES, WasmStack } from './tools/wasm-stack.js'
import { trapError } from './traps.js'
import { displayedSignature, displayedValue } from './value-text.js'
import * as errors from './vm-errors.js'
import { STACK_BYTES } from './wasm/layout.js'
import { I32, typeOf, type FunctionType } from './wasm/module.js'

const MAX_CALL_DEPTH = 2

/** The context of one call of an instance. */
export interface CallContext {
  readonly backend: Backend
  readonly readOnly: boolean
  readonly debug: ((text: string, gasLeft: bigint) => void) | undefined
  readonly overhear?: ((text: () => string | undefined) => void) | undefined
  /** Whether there is a twin with names and places. */
  readonly hasTwin?: boolean
  /** Records the backend's answers, or answers in its place. */
  readonly answers?: Answers | undefined
  readonly hostCall?: ((call: HostCall) => void) | undefined
}

/** For calls whose answers are known. */
export const NO_BACKEND = {} as Backend

/** Between two calls: an instance that waits keeps nothing of the chain that called it last. */
export const NO_CALL: CallContext = { backend: NO_BACKEND, readOnly: true, debug: undefined }

interface ExportedFunction {
  readonly call: (...args: number[]) => unknown
  readonly type: FunctionType
}

/** An instance of a rewritten module, and the calls into it. Source: cosmwasm-vm `instance.rs`, `environment.rs`. */
export class Instance {
  readonly schedule: Schedule
  readonly gas: GasMeter
  readonly memory: LinearMemory
  /** The context of the current call; set by the caller. */
  context!: CallContext
  #hostCalls = 0
  #allocations = 0
  /** The first allocation that this instance ever made, when it returned without a call to the host, and the pages after it. */
  probe: { readonly size: number; readonly pages: number } | undefined
  readonly #code: CompiledCode
  readonly #exports: WebAssembly.Exports
  /** Exports by name; undefined for exports that are not functions. */
  readonly #functions = new Map<string, ExportedFunction | undefined>()
  /** Bytes of stack for the next call: each call from the host has its own stack, as in the native VM. */
  readonly #frames: WebAssembly.Global
  readonly #report: GasReport = { cost: 0, external: 0 }
  #callDepth = 0
  readonly #profiler: CodeProfiler | undefined
  /** Transfers the counts of loops, in code whose blocks are counted. */
  readonly #handOver: (() => void) | undefined

  /** @throws VmError of kind InstantiationErr or EngineStack */
  constructor(code: CompiledCode, schedule: Schedule, memoryPages: number, observer?: Observer) {
    this.#code = code
    this.schedule = schedule
    const { module, names } = code
    checkInstantiation(module, schedule, memoryPages)
    this.#exports = this.#instantiate()
    for (const { name, kind, index } of module.exports) {
      const call = this.#exports[name] as (...args: number[]) => unknown
      this.#functions.set(name, kind === 'function' ? { call, type: typeOf(module, index) } : undefined)
    }
    const memory = this.#exports['memory']
    if (!(memory instanceof WebAssembly.Memory))
      throw errors.instantiation(
        `Could not get memory 'memory': ${memory === undefined ? 'Missing export memory' : 'Incompatible Export Type'}`,
      )
    this.#global(names.maxPages).value = Math.min(module.memories[0]?.maximum ?? memoryPages, memoryPages)
    this.gas = new GasMeter(this.#global(names.gas), this.#exports[names.pay] as (cost: number) => number)
    this.memory = new LinearMemory(memory, this.#global(names.pages), this.gas, schedule)
    this.#frames = this.#global(names.frames)
    if (names.probes) observer?.connect(this.#exports[names.probes] as WebAssembly.Table)
    this.#profiler = observer?.profiler
    if (observer && names.handOver) this.#handOver = this.#exports[names.handOver] as () => void
  }

  /** Gas and depth for one call, or for several that share them. */
  begin(gasLimit: bigint): void {
    this.gas.begin(gasLimit)
    this.#callDepth = 0
  }

  /** How many steps are passed before one is reported, in code with steps. */
  passSteps(count: bigint): void {
    this.#global(this.#code.names.steps!).value = count
  }

  /** How many are left to be passed. */
  get stepsToPass(): bigint {
    return this.#global(this.#code.names.steps!).value as bigint
  }

  /** The lowest value of the stack pointer since the instance was cleaned, in code that tracks it. */
  get stackMark(): number {
    return this.#global(this.#code.names.mark!).value as number
  }

  /** Resets memory, from the given address on, and globals to those of a new instance; only the memory's real size may differ. */
  clean(from: number): void {
    this.memory.clean(this.#code.module.data, from)
    ;(this.#exports[this.#code.names.reset] as () => void)()
  }

  /** Every import begins with this. @throws VmError of kind GasDepletion */
  enterHost(): void {
    this.#hostCalls++
    this.gas.pay(this.schedule.hostCall)
  }

  /**
   * Calls the backend and takes the gas that it reports, also when it fails; only then does the failure count.
   * @throws VmError, and BackendError of kind `user`, which is the contract's to read
   */
  callBackend<T>(call: (backend: Backend, gas: GasReport) => T): T {
    const report = this.#report
    report.cost = 0
    report.external = 0
    const { backend, answers } = this.context
    let result: T
    try {
      result = answers === undefined ? call(backend, report) : answers.take(() => call(backend, report), report)
    } catch (error) {
      this.#payBackend(report)
      if (error instanceof BackendError && error.kind === 'user') throw error
      throw errors.fromBackend(error)
    }
    this.#payBackend(report)
    return result
  }

  #payBackend({ cost, external }: GasReport): void {
    if (external > 0) this.#profiler?.paidElsewhere(external)
    this.gas.payBackend(cost, external)
  }

  /** Hands data over in a region that the contract allocates, from within an import, and returns its pointer. @throws VmError */
  writeToContract(data: Uint8Array): number {
    const pointer = nonZero(this.call('allocate', [data.length]))
    this.memory.write(pointer, data)
    return pointer
  }

  /** @throws VmError */
  allocate(size: number): number {
    const first = this.#allocations++ === 0
    const pointer = this.call('allocate', [size])
    if (first && this.#hostCalls === 0) this.probe = { size, pages: this.memory.pages }
    return nonZero(pointer)
  }

  /** Calls an export that returns a pointer. @throws VmError */
  call(name: string, args: readonly number[]): number {
    const value = this.#invoke(name, args)
    const { results } = this.#functions.get(name)!.type
    if (results.length !== 1) throw errors.resultMismatch(name, 1, results.length)
    if (results[0] !== I32) throw errors.conversion(this.schedule.valueTypeName, displayedValue(value))
    return (value as number) >>> 0
  }

  /** @throws VmError */
  deallocate(pointer: number): void {
    this.#invoke('deallocate', [pointer])
    const { results } = this.#functions.get('deallocate')!.type
    if (results.length !== 0) throw errors.resultMismatch('deallocate', 0, results.length)
  }

  #invoke(name: string, args: readonly number[]): unknown {
    const target = this.#functions.get(name)
    if (!target) throw errors.resolve(this.#functions.has(name) ? 'Incompatible Export Type' : `Missing export ${name}`)
    const { params } = target.type
    const sameArity = params.length === args.length
    if (!sameArity && this.schedule.checksArity) throw errors.arityMismatch(params.length)
    // On this error the native VM does not decrease its depth either.
    if (++this.#callDepth > MAX_CALL_DEPTH) throw errors.maxCallDepthExceeded()
    const { stackTraceLimit } = Error
    if (this.#named) Error.stackTraceLimit = STACK_FRAMES
    try {
      if (!sameArity || params.some((param) => param !== I32))
        throw new SignatureMismatch(displayedSignature(args.length, target.type))
      this.#frames.value = STACK_BYTES
      return this.#profiler ? this.#profiled(this.#profiler, target.call, args) : target.call(...args)
    } catch (error) {
      const explained = this.#explain(error)
      throw this.#named && error instanceof Error ? explained.at(this.#stackOf(error, explained)) : explained
    } finally {
      if (this.#named) Error.stackTraceLimit = stackTraceLimit
      this.#callDepth--
    }
  }

  /** The call of an entry point, with all calls into the module that belong to it. */
  asEntry<T>(run: () => T): T {
    const profiler = this.#profiler
    if (!profiler && !this.#handOver) return run()
    const depth = profiler?.enterFromHost(this.gas.leftInModule)
    try {
      return run()
    } finally {
      this.#handOver?.()
      if (depth !== undefined) profiler?.unwindEntry(depth, this.gas.leftInModule)
    }
  }

  /** If the call throws, the calls that it ended are closed when the entry point's call is unwound. */
  #profiled(profiler: CodeProfiler, call: (...args: number[]) => unknown, args: readonly number[]): unknown {
    const depth = profiler.enterFromHost(this.gas.leftInModule)
    this.#global(this.#code.names.site!).value = -1
    const value = call(...args)
    profiler.unwind(depth, this.gas.leftInModule)
    return value
  }

  get #named(): boolean {
    return this.#code.module.names !== undefined || this.context.hasTwin === true
  }

  /** An error that came through a nested call already has its stack. */
  #stackOf(error: Error, { kind }: VmError): WasmStack {
    const known = error instanceof VmError ? error.stackInWasm : undefined
    return known ?? new WasmStack(this.#code, this.schedule, error, kind === 'GasDepletion')
  }

  /** The VM's error for an exception that left the module. */
  #explain(error: unknown): VmError {
    try {
      if (error instanceof WebAssembly.RuntimeError) return this.#trap(error)
      if (errors.isEngineStack(error)) return errors.engineStack(error)
      if (error instanceof SignatureMismatch) return errors.runtimeError(error.message)
      if (error instanceof VmError && error.kind === 'EngineStack') return error
      // From an import: the native VM unwinds with the text alone, and looks at the contract's gas above it.
      if (this.gas.exhausted) return errors.gasDepletion()
      const raised = errors.fromBackend(error)
      return errors.runtimeError(raised.shortMessage, raised)
    } finally {
      this.#global(this.#code.names.cause).value = 0
    }
  }

  #trap(error: WebAssembly.RuntimeError): VmError {
    const { names } = this.#code
    return trapError(error, {
      exhausted: this.gas.exhausted,
      overflowed: (this.#frames.value as number) < 0,
      nan: this.#global(names.cause).value === 1,
      nullElement: () => {
        const element = this.#global(names.element).value as bigint
        const table = this.#exports[names.tables[Number(element >> 32n)]!] as WebAssembly.Table
        return table.get(Number(element & 0xffff_ffffn)) === null
      },
    })
  }

  #instantiate(): WebAssembly.Exports {
    const { module, compiled } = this.#code
    try {
      return new WebAssembly.Instance(compiled, importsOf(module, this)).exports
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw startFailure(module, error)
      if (errors.isEngineStack(error)) throw errors.engineStack(error)
      throw errors.instantiation(
        `Error instantiating module: ${error instanceof Error ? error.message : String(error)}`,
        error,
      )
    }
  }

  #global(name: string): WebAssembly.Global {
    return this.#exports[name] as WebAssembly.Global
  }
}

/** Thrown when the types of the host's arguments differ from the export's parameters. */
class SignatureMismatch extends Error {}

function nonZero(pointer: number): number {
  if (pointer === 0) throw communication('Got a zero Wasm address')
  return pointer
}
