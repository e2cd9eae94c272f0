import { sha256 } from '../crypto/index.js'
import { refuseUnknown, strictArguments, toHex, UsageError } from '../base/index.js'
import { acceptingReleases, loweringHints, refusalHints } from './accepting.js'
import { callEntryPoint } from './calls.js'
import { BUILT_IN_CAPABILITIES, checkAndCompile, checkCapabilities, requiredCapabilities } from './check.js'
import { codeCache, codeKey } from './codes/code-cache.js'
import { usualCodeFiles } from './codes/code-files.js'
import { readCode, reopenCode, type CompiledCode } from './codes/code.js'
import { NotedAnswers } from './debug/answers.js'
import { sameCode, twinFor } from './debug/symbols.js'
import { hasTwin } from './debug/twins.js'
import { ENTRY_POINTS, type EntryPoint } from './entry-points.js'
import { VmError } from './errors.js'
import { Instance, NO_BACKEND } from './instance.js'
import { InstancePool } from './instance-pool.js'
import { PAGE_BYTES } from './linear-memory.js'
import { DEFAULT_VM_VERSION, scheduleOf, twinSchedule, type Schedule } from './schedules.js'
import { openShared, type SharedVm } from './codes/shared.js'
import { PatchedCode } from './stand-in/patched-code.js'
import type { StandIn } from './stand-in/stand-ins.js'
import type { Coverage } from './tools/coverage.js'
import { isInstrumented, NOT_INSTRUMENTED, type Additions, type Instrument, type Observed } from './tools/instrument.js'
import { GasTree } from './tools/gas-tree.js'
import { observerOf, type Observer } from './tools/observer.js'
import type { WasmStack } from './tools/wasm-stack.js'
import type { CodeProfiler, Profile } from './tools/gas-profiler.js'
import { fromBackend } from './vm-errors.js'
import type { CallOptions, CallOutcome, Checksum, CodeReport, Vm } from './vm.js'
import { isFunctionExport, type Module } from './wasm/module.js'

/** Options of a VM. */
export interface VmOptions {
  /** Release of cosmwasm-vm whose gas, limits and texts apply; chains name theirs. Default 3.0.10. */
  readonly version?: string
  /** Linear memory of a contract in bytes, rounded down to pages. Default 32 MiB, as in wasmd. */
  readonly memoryLimit?: number
  /** Default: wasmd's built-in ones. */
  readonly capabilities?: readonly string[]
  /** What is observed of running code. Default: nothing. */
  readonly instrument?: Instrument
  /**
   * How memory is cleaned for the next call. `whole` (default): all of it, which is exact whatever the contract does. `touched`: all
   * except what lies below the lowest stack pointer, in contracts with rustc's layout. That makes small calls cheaper by a third or more,
   * but is wrong for a contract that first writes below its stack after the 64 cleanings that are verified.
   */
  readonly cleaning?: 'whole' | 'touched'
}

/** Default limit of an instance's memory in bytes: 32 MiB, as nodes of the chain are configured. */
export const DEFAULT_MEMORY_LIMIT = 32 * 1024 * 1024

/** A VM of one release. @throws UsageError for a release without a schedule, or an invalid memory limit. */
export function createVm(options?: VmOptions): Vm
/** A VM with the options and the codes of another one, usually from another thread. */
export function createVm(options: { readonly shared: SharedVm }): Vm
export function createVm(options: VmOptions & { readonly shared?: SharedVm } = {}): Vm {
  refuseUnknown('createVm', [options])
  const { shared } = options
  const {
    version = DEFAULT_VM_VERSION,
    memoryLimit = DEFAULT_MEMORY_LIMIT,
    capabilities = BUILT_IN_CAPABILITIES,
    instrument = NOT_INSTRUMENTED,
  } = shared ?? options
  const additions: Additions = options.cleaning === 'touched' ? { ...instrument, stackMark: true } : instrument
  return new ContractVm({ version, memoryLimit, capabilities, instrument: additions, codes: shared?.codes ?? [] })
}

/** A VM as chains of this repository have it. */
export const observedVm = (options: {
  readonly version: string
  readonly capabilities: readonly string[]
  readonly instrument: Observed
}): Vm => new ContractVm({ ...options, memoryLimit: DEFAULT_MEMORY_LIMIT, codes: [] })

/** @throws UsageError */
export function pagesOf(memoryLimit: number): number {
  if (!Number.isSafeInteger(memoryLimit) || memoryLimit < 0)
    throw new UsageError(`a memory limit is a number of bytes, not ${String(memoryLimit)}`)
  return Math.min(Math.floor(memoryLimit / PAGE_BYTES), 65_536)
}

/** The checksum of a code: SHA-256 of its bytes, in hex. */
export const checksumOf = (wasm: Uint8Array): Checksum => toHex(sha256(wasm))

interface Stored {
  readonly code: CompiledCode
  /** Its debug twin, if a call had to be made on it. */
  twin?: CompiledCode
  readonly report: CodeReport
  readonly pool: InstancePool
  readonly observer: Observer | undefined
  /** The module that runs: a debug twin, or the code itself. */
  readonly running: CompiledCode
  /** What it runs with. */
  readonly schedule: Schedule
  /** What it is patched with, made at the first stand-in. */
  patched?: PatchedCode
  /** The pool of each list of patches that is still in use. */
  readonly standing: WeakMap<StandIn['patches'], InstancePool>
  /** The other build that ran last. */
  build?: { readonly wasm: Uint8Array; readonly pool: InstancePool }
}

class ContractVm implements Vm {
  static {
    strictArguments(this, 'Vm')
  }

  readonly #options: Omit<SharedVm, 'codes'>
  readonly #schedule: Schedule
  /** For debug twins. */
  readonly #twinSchedule: Schedule
  readonly #memoryPages: number
  readonly #capabilities: ReadonlySet<string>
  readonly #codes = new Map<Checksum, Stored>()
  readonly gasTree: GasTree | undefined

  constructor({ codes, ...options }: SharedVm) {
    this.#options = options
    this.#schedule = scheduleOf(options.version)
    this.#twinSchedule = twinSchedule(this.#schedule)
    this.#memoryPages = pagesOf(options.memoryLimit)
    this.#capabilities = new Set(options.capabilities)
    this.gasTree = options.instrument.profile ? new GasTree() : undefined
    for (const shared of codes) {
      const code = openShared(shared, this.#schedule)
      codeCache.set(this.#cacheKey(shared.checksum), code)
      this.#keep(shared.checksum, code)
    }
  }

  get version(): string {
    return this.#schedule.version
  }

  get counts(): boolean {
    return this.#options.instrument.coverage === true
  }

  store(wasm: Uint8Array): CodeReport {
    const checksum = checksumOf(wasm)
    const known = this.#codes.get(checksum)
    if (known) return known.report
    const key = this.#cacheKey(checksum)
    let code = codeCache.get(key)
    if (code) checkCapabilities(code.module, this.#capabilities)
    else codeCache.set(key, (code = this.#readOrCompile(checksum, wasm)))
    return this.#keep(checksum, code, this.#twinThatRuns(checksum, code.module))
  }

  /** To count lines or to change them, a twin with debug information runs in place of a code that was optimised further; of the same code only the information is taken. */
  #twinThatRuns(checksum: Checksum, module: Module): CompiledCode | undefined {
    const { twins, standIns } = this.#options.instrument
    if (!(this.counts && twins === true) && standIns?.onTwins !== true) return undefined
    const twin = twinFor(checksum, module)
    return twin === undefined || sameCode(module, twin) ? undefined : this.#compileTwin(twin)
  }

  report(checksum: Checksum): CodeReport {
    return this.#stored(checksum).report
  }

  wasm(checksum: Checksum): Uint8Array {
    return this.#stored(checksum).code.module.bytes.slice()
  }

  call(checksum: Checksum, entry: EntryPoint, args: readonly Uint8Array[], options: CallOptions): CallOutcome {
    const standIn = this.#options.instrument.standIns?.of(checksum)
    const outcome = this.#call(checksum, standIn, entry, args, options)
    standIn?.onCall?.(entry, args, outcome)
    return outcome
  }

  #call(
    checksum: Checksum,
    standIn: StandIn | undefined,
    entry: EntryPoint,
    args: readonly Uint8Array[],
    options: CallOptions,
  ): CallOutcome {
    const stored = this.#stored(checksum)
    const { observer } = stored
    const pool = standIn === undefined ? stored.pool : this.#standing(stored, standIn)
    const { backend, gasLimit, debug, overhear, hostCall } = options
    let instance: Instance
    try {
      instance = pool.take(args[0]?.length ?? 0)
    } catch (error) {
      return notInstantiated(fromBackend(error), gasLimit)
    }
    const { readOnly } = ENTRY_POINTS[entry]
    const twin = standIn === undefined && hasTwin(checksum)
    const answers = options.answers ?? (twin ? new NotedAnswers() : undefined)
    instance.context = { backend, readOnly, debug, overhear, hasTwin: twin, answers, hostCall }
    instance.begin(gasLimit)
    const memoryPagesBefore = instance.memory.pages
    let data: Uint8Array | undefined
    let error: VmError | undefined
    try {
      data = callEntryPoint(instance, entry, args)
    } catch (cause) {
      error = fromBackend(cause)
      if (twin && answers instanceof NotedAnswers)
        error.stackInWasm?.elsewhere(() => this.#onTwin(checksum, entry, args, gasLimit, answers))
    }
    if (standIn?.answer !== undefined && data !== undefined) data = standIn.answer(entry, args, data)
    observer?.coverage?.called(entry, args, data)
    const outcome = { data, error, gas: instance.gas.used, memoryPagesBefore, memoryPagesAfter: instance.memory.pages }
    pool.give(instance)
    return outcome
  }

  /** Makes a failed call once more, on a twin with other code: where that fails, the first one did. */
  #onTwin(
    checksum: Checksum,
    entry: EntryPoint,
    args: readonly Uint8Array[],
    gasLimit: bigint,
    answers: NotedAnswers,
  ): WasmStack | undefined {
    const stored = this.#stored(checksum)
    const { module } = stored.code
    const twin = twinFor(checksum, module)
    if (twin === undefined || sameCode(module, twin)) return undefined
    try {
      stored.twin ??= this.#compileTwin(twin)
      const instance = new Instance(stored.twin, this.#twinSchedule, this.#memoryPages)
      const { readOnly } = ENTRY_POINTS[entry]
      instance.context = { backend: NO_BACKEND, readOnly, debug: undefined, answers: answers.again() }
      instance.begin(gasLimit)
      callEntryPoint(instance, entry, args)
      return undefined
    } catch (error) {
      return error instanceof VmError ? error.stackInWasm : undefined
    }
  }

  /** Instances of a changed code. */
  #standing(stored: Stored, standIn: StandIn): InstancePool {
    const { build } = standIn
    if (build !== undefined) {
      if (stored.build?.wasm !== build) {
        const code = readCode(build.slice(), this.#schedule)
        const compiled = checkAndCompile(code, this.#schedule, this.#capabilities, NOT_INSTRUMENTED)
        stored.build = { wasm: build, pool: new InstancePool(compiled, this.#schedule, this.#memoryPages) }
      }
      return stored.build.pool
    }
    if (standIn.patches.length === 0) return stored.pool
    let pool = stored.standing.get(standIn.patches)
    if (pool === undefined) {
      stored.patched ??= new PatchedCode(stored.running.module, stored.schedule)
      const code = stored.patched.compile(standIn.patches)
      stored.standing.set(standIn.patches, (pool = new InstancePool(code, stored.schedule, this.#memoryPages)))
    }
    return pool
  }

  checksums(): readonly Checksum[] {
    return [...this.#codes.keys()]
  }

  coverage(checksum: Checksum): Coverage {
    const coverage = this.#stored(checksum).observer?.coverage
    if (!coverage) throw notObserved('coverage')
    return coverage
  }

  profile(checksum: Checksum, { reset = false }: { readonly reset?: boolean } = {}): Profile {
    const profiler = this.profiler(checksum)
    const profile = profiler.read()
    if (reset) profiler.reset()
    return profile
  }

  hostFrame(checksum: Checksum): number | undefined {
    return this.#codes.get(checksum)?.observer?.profiler?.hostFrame
  }

  profiler(checksum: Checksum): CodeProfiler {
    const profiler = this.#stored(checksum).observer?.profiler
    if (!profiler) throw notObserved('profile')
    return profiler
  }

  share(): SharedVm {
    const codes = Array.from(this.#codes, ([checksum, { code }]) => {
      const { module, ...rest } = code
      return { checksum, wasm: module.bytes, ...rest }
    })
    return { ...this.#options, codes }
  }

  #readOrCompile(checksum: Checksum, wasm: Uint8Array): CompiledCode {
    const { instrument } = this.#options
    const files = instrument.stackMark || isInstrumented(instrument) ? undefined : usualCodeFiles()
    const key = { checksum, version: this.#schedule.version }
    const rewritten = files?.read(key)
    const code = rewritten && reopenCode(wasm.slice(), rewritten, this.#schedule)
    if (code === undefined) return this.#compile(wasm, (bytes) => files?.write(key, bytes))
    checkCapabilities(code.module, this.#capabilities)
    return code
  }

  /** @throws VmError whose details name the releases that accept the file, if there are any, and how to lower it, if that may help */
  #compile(wasm: Uint8Array, keep?: (rewritten: Uint8Array) => void): CompiledCode {
    try {
      const code = readCode(wasm.slice(), this.#schedule)
      return checkAndCompile(code, this.#schedule, this.#capabilities, this.#options.instrument, keep)
    } catch (error) {
      if (!(error instanceof VmError)) throw error
      const details = [
        ...refusalHints(this.version, acceptingReleases(wasm, this.#capabilities)),
        ...loweringHints(error.shortMessage),
      ]
      throw details.length === 0 ? error : new VmError(error.kind, error.shortMessage, { details, cause: error })
    }
  }

  #compileTwin({ bytes }: Module): CompiledCode {
    const schedule = this.#twinSchedule
    return checkAndCompile(readCode(bytes.slice(), schedule), schedule, this.#capabilities, this.#options.instrument)
  }

  #keep(checksum: Checksum, code: CompiledCode, twin?: CompiledCode): CodeReport {
    const report = reportOf(checksum, code.module)
    const running = twin ?? code
    const schedule = twin === undefined ? this.#schedule : this.#twinSchedule
    const observer = observerOf(running, this.#options.instrument, this.gasTree)
    const pool = new InstancePool(running, schedule, this.#memoryPages, observer)
    this.#codes.set(checksum, { code, report, pool, observer, running, schedule, standing: new WeakMap() })
    return report
  }

  #cacheKey(checksum: Checksum): string {
    return codeKey(this.#options.version, this.#options.instrument, checksum)
  }

  #stored(checksum: Checksum): Stored {
    const stored = this.#codes.get(checksum)
    if (!stored) throw new UsageError(`no code with checksum ${checksum} was stored`)
    return stored
  }
}

const notObserved = (what: keyof Instrument): UsageError =>
  new UsageError(`this VM keeps no ${what}: create it with { instrument: { ${what}: true } }`)

function notInstantiated(error: VmError, gasLimit: bigint): CallOutcome {
  const gas = { limit: gasLimit, remaining: gasLimit, usedExternally: 0n, usedInternally: 0n }
  return { data: undefined, error, gas, memoryPagesBefore: 0, memoryPagesAfter: 0 }
}

/** Source: cosmwasm-vm `cache.rs` (`analyze`) and `static_analysis.rs` (`REQUIRED_IBC_EXPORTS`). */
function reportOf(checksum: Checksum, module: Module): CodeReport {
  const names = new Set(module.exports.filter(isFunctionExport).map(({ name }) => name))
  const ibc = ['channel_open', 'channel_connect', 'channel_close', 'packet_receive', 'packet_ack', 'packet_timeout']
  return {
    checksum,
    entryPoints: new Set(
      Object.keys(ENTRY_POINTS)
        .filter((name) => names.has(name))
        .sort(),
    ),
    hasIbcEntryPoints: ibc.every((name) => names.has(`ibc_${name}`)),
    requiredCapabilities: requiredCapabilities(module),
    contractMigrateVersion: module.migrateVersion,
  }
}
