import { sha256 } from '../crypto/hash.js'
import { toHex } from '../base/bytes.js'
import { UsageError } from '../base/errors.js'
import { callEntryPoint } from './calls.js'
import { BUILT_IN_CAPABILITIES, checkCode, requiredCapabilities } from './check.js'
import { compileCode, readCode, type CompiledCode } from './code.js'
import { ENTRY_POINTS, type EntryPoint } from './entry-points.js'
import { VmError } from './errors.js'
import type { Instance } from './instance.js'
import { InstancePool } from './instance-pool.js'
import { PAGE_BYTES } from './linear-memory.js'
import { DEFAULT_VM_VERSION, scheduleOf, type Schedule } from './schedules.js'
import { fromBackend } from './vm-errors.js'
import type { CallOptions, CallOutcome, Checksum, CodeReport, Vm } from './vm.js'
import { isFunctionExport, type Module } from './wasm/module.js'

export interface VmOptions {
  /** Release of cosmwasm-vm whose gas, limits and texts count; chains name theirs. Default 3.0.10. */
  readonly version?: string
  /** Linear memory of a contract in bytes, rounded down to pages. Default 32 MiB, as in wasmd. */
  readonly memoryLimit?: number
  /** Default: wasmd's built-in ones. */
  readonly capabilities?: readonly string[]
}

export const DEFAULT_MEMORY_LIMIT = 32 * 1024 * 1024

/** A VM of one release. @throws UsageError for a release without a schedule, or a memory limit that is none. */
export function createVm(options: VmOptions = {}): Vm {
  const {
    version = DEFAULT_VM_VERSION,
    memoryLimit = DEFAULT_MEMORY_LIMIT,
    capabilities = BUILT_IN_CAPABILITIES,
  } = options
  return new ContractVm(scheduleOf(version), pagesOf(memoryLimit), new Set(capabilities))
}

/** @throws UsageError */
export function pagesOf(memoryLimit: number): number {
  if (!Number.isSafeInteger(memoryLimit) || memoryLimit < 0)
    throw new UsageError(`a memory limit is a number of bytes, not ${String(memoryLimit)}`)
  return Math.min(Math.floor(memoryLimit / PAGE_BYTES), 65_536)
}

export const checksumOf = (wasm: Uint8Array): Checksum => toHex(sha256(wasm))

interface Stored {
  readonly wasm: Uint8Array
  readonly report: CodeReport
  readonly pool: InstancePool
}

class ContractVm implements Vm {
  private readonly schedule: Schedule
  private readonly memoryPages: number
  private readonly capabilities: ReadonlySet<string>
  private readonly codes = new Map<Checksum, Stored>()

  constructor(schedule: Schedule, memoryPages: number, capabilities: ReadonlySet<string>) {
    this.schedule = schedule
    this.memoryPages = memoryPages
    this.capabilities = capabilities
  }

  get version(): string {
    return this.schedule.version
  }

  store(wasm: Uint8Array): CodeReport {
    const checksum = checksumOf(wasm)
    const known = this.codes.get(checksum)
    if (known) return known.report
    const bytes = wasm.slice()
    const code = readCode(bytes, this.schedule)
    checkCode(code, this.schedule, this.capabilities)
    const compiled: CompiledCode = compileCode(code, this.schedule)
    const report = reportOf(checksum, code.module)
    this.codes.set(checksum, { wasm: bytes, report, pool: new InstancePool(compiled, this.schedule, this.memoryPages) })
    return report
  }

  report(checksum: Checksum): CodeReport {
    return this.stored(checksum).report
  }

  wasm(checksum: Checksum): Uint8Array {
    return this.stored(checksum).wasm.slice()
  }

  call(checksum: Checksum, entry: EntryPoint, args: readonly Uint8Array[], options: CallOptions): CallOutcome {
    const { pool } = this.stored(checksum)
    const { backend, gasLimit, debug } = options
    let instance: Instance
    try {
      instance = pool.take(args[0]?.length ?? 0)
    } catch (error) {
      return notInstantiated(fromBackend(error), gasLimit)
    }
    instance.context = { backend, readOnly: ENTRY_POINTS[entry].readOnly, debug }
    instance.begin(gasLimit)
    const memoryPagesBefore = instance.memory.pages
    let data: Uint8Array | undefined
    let error: VmError | undefined
    try {
      data = callEntryPoint(instance, entry, args)
    } catch (cause) {
      error = fromBackend(cause)
    }
    const outcome = { data, error, gas: instance.gas.used, memoryPagesBefore, memoryPagesAfter: instance.memory.pages }
    pool.give(instance)
    return outcome
  }

  private stored(checksum: Checksum): Stored {
    const stored = this.codes.get(checksum)
    if (!stored) throw new UsageError(`no code with checksum ${checksum} was stored`)
    return stored
  }
}

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
