import { readFileSync } from 'node:fs'
import { sha256 } from '../../crypto/index.js'
import {
  FixtureError,
  fromUtf8,
  insteadOf,
  Reach,
  reasonOf,
  refuseUnknown,
  toBase64,
  toHex,
  toUtf8,
} from '../../base/index.js'
import type { Key } from '../../store/index.js'
import { callEntryPoint } from '../calls.js'
import { BUILT_IN_CAPABILITIES, checkCode } from '../check.js'
import { compileCode, readCode, type CompiledCode } from '../codes/code.js'
import { checksumOf, pagesOf } from '../create-vm.js'
import { ENTRY_POINTS } from '../entry-points.js'
import { VmError } from '../errors.js'
import { InstancePool } from '../instance-pool.js'
import type { Instance } from '../instance.js'
import { DEFAULT_VM_VERSION, scheduleOf, type Schedule } from '../schedules.js'
import type { Instrument } from '../tools/instrument.js'
import type { CodeProfiler } from '../tools/gas-profiler.js'
import type { GasTree } from '../tools/gas-tree.js'
import { observerOf, type Observer } from '../tools/observer.js'
import { fromBackend } from '../vm-errors.js'
import type { GasUsed } from '../vm.js'
import { readVmScript, type VmScript, type VmScriptStep } from './form.js'
import { Recorder } from './recorder.js'
import {
  storeRecord,
  storeSha256,
  type ErrorRecord,
  type GasRecord,
  type SweepRun,
  type VmScriptResult,
  type VmScriptStepResult,
} from './result.js'
import { sweepLimits } from './sweep.js'

/** Options for running a script. */
export interface VmScriptOptions {
  /** Name of the script in errors; modules are looked up relative to its folder. */
  readonly file: string
  /** Release of cosmwasm-vm. Default 3.0.10. */
  readonly version?: string
  /** The module, if it should not be read from the script's `wasm`. */
  readonly wasm?: Uint8Array
  /** Whether the module may be any file; otherwise it must be in the folder of the script or the working directory. */
  readonly trust?: boolean
  /** Observes the contract while it runs, which changes nothing in the result. */
  readonly instrument?: Instrument
}

/** Takes a profile of a script's module. */
export interface ScriptWatch {
  readonly tree: GasTree
  readonly onProfiler: (profiler: CodeProfiler) => void
}

/** Whether a text is a VM script, and not a fixture. */
export function isVmScript(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'wasm' in value && !('sudobox' in value)
  } catch {
    // A fixture may be YAML.
    return false
  }
}

type Rows = readonly (readonly [Key, Uint8Array])[]

/** The outcome of one call. */
interface Run {
  readonly outcome: { readonly data: Uint8Array } | { readonly error: VmError }
  readonly gas: GasUsed
  readonly pagesBefore: number
  readonly pagesAfter: number
  readonly store: Rows
}

/** Reads and runs the script at a path; see {@link runVmScript}. */
export function runVmScriptFile(file: string, options: Omit<VmScriptOptions, 'file'> = {}): VmScriptResult {
  refuseUnknown('runVmScriptFile', [file, options])
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new FixtureError({ file, pointer: '', message: reasonOf(cause), details: insteadOf(file), cause })
  }
  return runVmScript(text, { ...options, file })
}

/**
 * Runs a contract on the VM alone, over a store in memory, step by step. The module is run as it is; `check_wasm` in the result reports
 * the outcome of the static checks.
 * @throws FixtureError for an invalid script, or one whose module cannot be read
 * @param watch leaves out sweeps
 * @throws UsageError for a release without a schedule
 */
export function runVmScript(text: string, options: VmScriptOptions, watch?: ScriptWatch): VmScriptResult {
  refuseUnknown('runVmScript', [text, options, watch])
  return runCheckedScript(text, options, watch)
}

/** Runs a script as {@link runVmScript} does, with the options of the package's own too. */
export function runCheckedScript(text: string, options: VmScriptOptions, watch?: ScriptWatch): VmScriptResult {
  const written = readVmScript(text, options.file)
  const script =
    watch === undefined ? written : { ...written, steps: written.steps.map((step) => ({ ...step, sweep: false })) }
  const schedule = scheduleOf(options.version ?? DEFAULT_VM_VERSION)
  const wasm = options.wasm ?? readModule(script, new Reach(options.file, options.trust))
  return {
    vm: `cosmwasm-vm ${schedule.version}`,
    wasm: script.wasm,
    wasm_sha256: checksumOf(wasm),
    wasm_bytes: wasm.length,
    check_wasm: verdictOf(() => checkCode(readCode(wasm, schedule), schedule, CAPABILITIES)),
    balances: script.balances,
    reuse_instance: script.reuseInstance,
    steps: new ScriptRunner(script, wasm, schedule, options.instrument, watch).run(),
  }
}

/** All capabilities that a contract may require. */
const CAPABILITIES: ReadonlySet<string> = new Set([...BUILT_IN_CAPABILITIES, 'cosmwasm_3_0'])

function readModule({ wasm }: VmScript, reach: Reach): Uint8Array {
  try {
    return reach.read(wasm, '/wasm')
  } catch (cause) {
    if (cause instanceof FixtureError) throw cause
    const message = `cannot read the module ${wasm}: ${reasonOf(cause)}`
    throw new FixtureError({
      file: reach.file,
      pointer: '/wasm',
      message,
      details: insteadOf(wasm, reach.folder),
      cause,
    })
  }
}

class ScriptRunner {
  readonly #script: VmScript
  readonly #schedule: Schedule
  readonly #code: CompiledCode | VmError
  readonly #observer: Observer | undefined
  /** One for each memory limit. */
  readonly #pools = new Map<number, InstancePool>()

  constructor(script: VmScript, wasm: Uint8Array, schedule: Schedule, instrument?: Instrument, watch?: ScriptWatch) {
    this.#script = script
    this.#schedule = schedule
    this.#code = compiled(wasm, schedule, instrument)
    this.#observer = this.#code instanceof VmError ? undefined : observerOf(this.#code, instrument, watch?.tree)
    if (this.#observer?.profiler) watch?.onProfiler(this.#observer.profiler)
  }

  run(): VmScriptStepResult[] {
    return this.#script.reuseInstance ? this.#runOnOneInstance() : this.#runOnCleanInstances()
  }

  #runOnCleanInstances(): VmScriptStepResult[] {
    let store: Rows = []
    return this.#script.steps.map((step) => {
      store = withPut(store, step)
      const recorder = new Recorder(store, this.#script.balances)
      const run = this.#call(step, step.gasLimit, recorder)
      if (run instanceof VmError) return notCreated(step, store, run)
      const sweep = step.sweep ? this.#sweep(step, run, store) : []
      const result = called(step, store, run, recorder, sweep)
      if (result.persisted) store = run.store
      return result
    })
  }

  /** Gas accumulates, and what a failed step wrote stays. */
  #runOnOneInstance(): VmScriptStepResult[] {
    const [first] = this.#script.steps
    if (!first) return []
    let store = withPut([], first)
    const recorder = new Recorder(store, this.#script.balances)
    let instance: Instance | VmError | undefined
    return this.#script.steps.map((step) => {
      if (!instance || instance instanceof VmError) {
        instance = this.#instantiate(step)
        if (instance instanceof VmError) return notCreated(step, store, instance)
        instance.begin(step.gasLimit)
      }
      const run = callOn(instance, step, recorder)
      const result = called(step, store, run, recorder, [])
      store = run.store
      return result
    })
  }

  #sweep(step: VmScriptStep, run: Run, store: Rows): SweepRun[] {
    return sweepLimits(step, 'data' in run.outcome ? run.gas : undefined).flatMap((limit) => {
      const again = this.#call(step, limit, new Recorder(store, this.#script.balances))
      return again instanceof VmError ? [] : [sweepRun(again)]
    })
  }

  /** One call on a clean instance; the error if there cannot be an instance. */
  #call(step: VmScriptStep, gasLimit: bigint, recorder: Recorder): Run | VmError {
    const instance = this.#instantiate(step)
    if (instance instanceof VmError) return instance
    instance.begin(gasLimit)
    const run = callOn(instance, step, recorder)
    this.#pools.get(step.memoryLimit)!.give(instance)
    return run
  }

  #instantiate({ memoryLimit, env }: VmScriptStep): Instance | VmError {
    if (this.#code instanceof VmError) return this.#code
    let pool = this.#pools.get(memoryLimit)
    if (!pool) {
      pool = new InstancePool(this.#code, this.#schedule, pagesOf(memoryLimit), this.#observer)
      this.#pools.set(memoryLimit, pool)
    }
    try {
      return pool.take(Buffer.byteLength(env))
    } catch (error) {
      return fromBackend(error)
    }
  }
}

function compiled(wasm: Uint8Array, schedule: Schedule, instrument?: Instrument): CompiledCode | VmError {
  try {
    return compileCode(readCode(wasm, schedule), schedule, instrument)
  } catch (error) {
    if (error instanceof VmError) return error
    throw error
  }
}

function callOn(instance: Instance, step: VmScriptStep, recorder: Recorder): Run {
  const { args, readOnly } = ENTRY_POINTS[step.entry]
  instance.context = { backend: recorder, readOnly, debug: recorder.debug }
  const texts = args.map((arg) => step[arg])
  if (step.entry === 'migrate' && step.migrateInfo !== undefined) texts.push(step.migrateInfo)
  const pagesBefore = instance.memory.pages
  let outcome: Run['outcome']
  try {
    outcome = { data: callEntryPoint(instance, step.entry, texts.map(toUtf8)) }
  } catch (error) {
    outcome = { error: fromBackend(error) }
  }
  return { outcome, gas: instance.gas.used, pagesBefore, pagesAfter: instance.memory.pages, store: recorder.store }
}

function withPut(store: Rows, step: VmScriptStep): Rows {
  if (step.put.length === 0) return store
  const rows = new Map(store)
  for (const [key, value] of step.put) {
    if (value) rows.set(key, value)
    else rows.delete(key)
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1))
}

const errorRecord = ({ kind, shortMessage }: VmError): ErrorRecord => ({ kind, text: shortMessage })

function verdictOf(check: () => void): 'ok' | ErrorRecord {
  try {
    check()
    return 'ok'
  } catch (error) {
    if (error instanceof VmError) return errorRecord(error)
    throw error
  }
}

const gasRecord = ({ remaining, usedInternally, usedExternally }: GasUsed): GasRecord => ({
  gas_left: remaining,
  gas_used_internally: usedInternally,
  gas_used_externally: usedExternally,
})

const argumentsOf = (step: VmScriptStep, store: Rows) => ({
  name: step.name,
  entry: step.entry,
  env_raw: step.env,
  ...(ENTRY_POINTS[step.entry].args.some((arg) => arg === 'info') ? { info_raw: step.info } : {}),
  msg_raw: step.msg,
  ...(step.migrateInfo === undefined ? {} : { migrate_info_raw: step.migrateInfo }),
  gas_limit: step.gasLimit,
  memory_limit: step.memoryLimit,
  storage_before_sha: storeSha256(store).slice(0, 16),
})

const notCreated = (step: VmScriptStep, store: Rows, error: VmError): VmScriptStepResult => ({
  ...argumentsOf(step, store),
  create_error: errorRecord(error),
  persisted: false,
  storage_after: storeRecord(store),
})

function called(
  step: VmScriptStep,
  before: Rows,
  run: Run,
  recorder: Recorder,
  sweep: readonly SweepRun[],
): VmScriptStepResult {
  const { outcome } = run
  const { storageCalls, queries, debug } = recorder.take()
  return {
    ...argumentsOf(step, before),
    ...('data' in outcome ? resultRecord(outcome.data) : { error: errorRecord(outcome.error) }),
    ...gasRecord(run.gas),
    memory_pages_before: run.pagesBefore,
    memory_pages_after: run.pagesAfter,
    persisted: 'data' in outcome && !isContractError(outcome.data),
    storage_after: storeRecord(run.store),
    ...(storageCalls.length > 0 ? { storage_calls: storageCalls } : {}),
    ...(queries.length > 0 ? { queries } : {}),
    ...(debug.length > 0 ? { debug } : {}),
    ...(sweep.length > 0 ? { sweep } : {}),
  }
}

/** Whether an answer is `{"error": …}`: a chain drops what such a call wrote. Modules by hand answer any bytes. */
function isContractError(data: Uint8Array): boolean {
  try {
    const answer: unknown = JSON.parse(fromUtf8(data))
    return typeof answer === 'object' && answer !== null && Object.hasOwn(answer, 'error')
  } catch {
    return false
  }
}

function resultRecord(data: Uint8Array): { result: string } | { result_base64: string } {
  try {
    return { result: fromUtf8(data) }
  } catch {
    return { result_base64: toBase64(data) }
  }
}

const sweepRun = ({ outcome, gas, store }: Run): SweepRun => ({
  gas_limit: gas.limit,
  ...gasRecord(gas),
  storage_after_sha256: storeSha256(store),
  ...('data' in outcome ? { result_sha256: toHex(sha256(outcome.data)) } : { error: errorRecord(outcome.error) }),
})
