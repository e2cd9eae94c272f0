import type { Backend } from './backend.js'
import type { Answers } from './debug/answers.js'
import type { EntryPoint } from './entry-points.js'
import type { VmError } from './errors.js'
import type { HostCall } from './host/host-calls.js'
import type { SharedVm } from './codes/shared.js'
import type { Coverage } from './tools/coverage.js'
import type { CodeProfiler, Profile } from './tools/gas-profiler.js'
import type { GasTree } from './tools/gas-tree.js'

/** SHA-256 of the original bytes, lower-case hex. */
export type Checksum = string

/** VM gas of one call. Source: cosmwasm-vm `GasReport`. */
export interface GasUsed {
  readonly limit: bigint
  readonly remaining: bigint
  readonly usedExternally: bigint
  /** limit - usedExternally - remaining, at least 0 */
  readonly usedInternally: bigint
}

/** Outcome of one call: the contract's raw answer, or why there is none. Never thrown, since both carry gas. */
export interface CallOutcome {
  /** The raw region that the contract returned (JSON of a `ContractResult`), or undefined after an error. */
  readonly data: Uint8Array | undefined
  readonly error: VmError | undefined
  readonly gas: GasUsed
  readonly memoryPagesBefore: number
  readonly memoryPagesAfter: number
  /** For an error that a double threw: its place in the code of the test. */
  readonly thrownAt?: readonly string[]
}

/** Options of one call of an entry point. */
export interface CallOptions {
  readonly backend: Backend
  readonly gasLimit: bigint
  /** Receives the text of each `debug` call and the gas left there. */
  readonly debug?: (text: string, gasLeft: bigint) => void
  /** Records the backend's answers, or answers in its place. */
  readonly answers?: Answers | undefined
  /** Observes each `debug` call without affecting it. The text is undefined if the contract's region cannot be read. */
  readonly overhear?: (text: () => string | undefined) => void
  /** Observes each call to the host without affecting it, when it has ended. */
  readonly hostCall?: (call: HostCall) => void
}

/** The properties of a module that passed the static checks. Source: cosmwasm-vm `AnalysisReport`. */
export interface CodeReport {
  readonly checksum: Checksum
  readonly entryPoints: ReadonlySet<string>
  readonly hasIbcEntryPoints: boolean
  /** Sorted, as `required_capability` attributes print them. */
  readonly requiredCapabilities: readonly string[]
  /** The custom section `cw_migrate_version`. */
  readonly contractMigrateVersion: bigint | undefined
}

/** The part of a VM that a chain uses. */
export interface ContractVm extends Pick<
  Vm,
  'store' | 'report' | 'wasm' | 'call' | 'gasTree' | 'hostFrame' | 'version'
> {
  /** The name of the double that stands for the code; undefined for a module. */
  doubleOf?(checksum: Checksum): string | undefined
}

/** A CosmWasm VM of one release: keeps compiled modules by checksum and calls their entry points, each with clean memory. */
export interface Vm {
  readonly version: string
  /** Whether it counts how often each basic block runs. */
  readonly counts: boolean
  /** Checks as at store time, rewrites and compiles. @throws VmError of kind StaticValidationErr or CompileErr, with the native text. */
  store(wasm: Uint8Array): CodeReport
  /** @throws UsageError when no module of that checksum was stored. */
  report(checksum: Checksum): CodeReport
  /** The original bytes. @throws UsageError when no module of that checksum was stored. */
  wasm(checksum: Checksum): Uint8Array
  /**
   * Calls an entry point with its raw arguments (env, [info], msg, [migrate info]) on a clean instance.
   * Re-entrant: a call made from within a backend's querier runs on another instance.
   * @throws UsageError when no module of that checksum was stored. Nothing else is thrown.
   */
  call(checksum: Checksum, entry: EntryPoint, args: readonly Uint8Array[], options: CallOptions): CallOutcome
  /** The stored codes, in the order in which they were stored. */
  checksums(): readonly Checksum[]
  /**
   * How often each basic block ran since the code was stored, or since the counters were reset.
   * @throws UsageError when no module of that checksum was stored, or the VM does not count.
   */
  coverage(checksum: Checksum): Coverage
  /**
   * Where the gas of the calls since the code was stored went, function by function.
   * @param options `reset` begins anew after this reading
   * @throws UsageError when no module of that checksum was stored, or the VM does not profile.
   */
  profile(checksum: Checksum, options?: { readonly reset?: boolean }): Profile
  /** Where the gas of all calls went, of the VM and of chains that use it; undefined if the VM does not profile. */
  readonly gasTree: GasTree | undefined
  /** The frame in {@link gasTree} of the host of a code; undefined for a double, and for a VM that does not profile. */
  hostFrame(checksum: Checksum): number | undefined
  /**
   * The meaning of the code's nodes in {@link gasTree}.
   * @throws UsageError when no module of that checksum was stored, or the VM does not profile.
   */
  profiler(checksum: Checksum): CodeProfiler
  /** The stored codes in compiled form, to be posted to worker threads; `createVm({ shared })` opens them there. */
  share(): SharedVm
}
