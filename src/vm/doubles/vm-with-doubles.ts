import { fromUtf8, SudoboxError, toHex, toUtf8, UsageError, usersFrames } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import { ENTRY_POINTS, type EntryPoint } from '../entry-points.js'
import { isEngineStack, resolve } from '../vm-errors.js'
import type { CallOptions, CallOutcome, Checksum, CodeReport, ContractVm } from '../vm.js'
import { DoubleCall, FLAT_COST } from './call.js'
import { depsOf } from './deps.js'
import type { Double } from './double.js'
import { errorResult, resultOf } from './response.js'

type Functions = Partial<Readonly<Record<EntryPoint, (...args: readonly unknown[]) => unknown>>>

interface Known {
  readonly name: string
  readonly functions: Functions
  readonly report: CodeReport
}

/** The doubles of a chain at one moment. */
export type KnownDoubles = ReadonlyMap<Checksum, Known>

/** How checksums of doubles begin: `double` in ASCII. No WebAssembly module is known to have such a hash. */
const MARK = toHex(toUtf8('double'))

const codeOf = (name: string): Uint8Array => toUtf8(`code of a test: the double ${name}`)

/** The checksum of a double: it depends on the name alone, and begins with `double` in ASCII. */
const checksumOf = (name: string): Checksum => MARK + toHex(sha256(codeOf(name))).slice(MARK.length)

/**
 * A VM that runs doubles alongside modules of WebAssembly. A double is called as a module is: with the bytes of its arguments and what the chain
 * supplies; it returns the bytes of its result, or an error, and its gas.
 */
export class VmWithDoubles implements ContractVm {
  readonly #vm: ContractVm
  /** The map is replaced, never changed, so that snapshots can hold it. */
  doubles: KnownDoubles = new Map()

  constructor(vm: ContractVm) {
    this.#vm = vm
  }

  get version(): string {
    return this.#vm.version
  }

  get gasTree(): ContractVm['gasTree'] {
    return this.#vm.gasTree
  }

  hostFrame(checksum: Checksum): number | undefined {
    return this.doubles.has(checksum) ? undefined : this.#vm.hostFrame(checksum)
  }

  /** Registers a double under a name. @returns its checksum @throws UsageError for an invalid or an async double */
  learn(name: string, double: Double): Checksum {
    const checksum = checksumOf(name)
    const functions = functionsOf(double)
    this.doubles = new Map(this.doubles).set(checksum, { name, functions, report: reportOf(checksum, functions) })
    return checksum
  }

  /** The checksum of the double of that name; undefined when there is none. */
  checksumOf(name: string): Checksum | undefined {
    const checksum = checksumOf(name)
    return this.doubles.has(checksum) ? checksum : undefined
  }

  doubleOf(checksum: Checksum): string | undefined {
    return this.doubles.get(checksum)?.name
  }

  store(wasm: Uint8Array): CodeReport {
    return this.#vm.store(wasm)
  }

  report(checksum: Checksum): CodeReport {
    return this.doubles.get(checksum)?.report ?? this.#vm.report(checksum)
  }

  wasm(checksum: Checksum): Uint8Array {
    const name = this.doubleOf(checksum)
    return name === undefined ? this.#vm.wasm(checksum) : codeOf(name)
  }

  /** @throws mistakes in the double itself: a UsageError, or a failed assertion of the test */
  call(checksum: Checksum, entry: EntryPoint, args: readonly Uint8Array[], options: CallOptions): CallOutcome {
    const double = this.doubles.get(checksum)
    return double === undefined
      ? this.#vm.call(checksum, entry, args, options)
      : callDouble(double, entry, args, options)
  }
}

function callDouble(double: Known, entry: EntryPoint, args: readonly Uint8Array[], options: CallOptions): CallOutcome {
  const call = new DoubleCall(options, ENTRY_POINTS[entry].readOnly)
  const outcome = (result: Pick<CallOutcome, 'data' | 'thrownAt'>): CallOutcome => ({
    ...(call.ended === undefined ? result : { data: undefined }),
    error: call.ended,
    gas: call.gas,
    memoryPagesBefore: 0,
    memoryPagesAfter: 0,
  })
  const run = double.functions[entry]
  if (run === undefined) {
    call.ended = resolve(`Missing export ${entry}`)
    return outcome({ data: undefined })
  }
  try {
    call.charge(FLAT_COST)
    const [env, ...rest] = args.map((bytes) => JSON.parse(fromUtf8(bytes)) as unknown)
    return outcome({ data: resultOf(entry, run(depsOf(call), env, ...rest)) })
  } catch (thrown) {
    if (call.ended === undefined && isEngineStack(thrown)) call.end(thrown)
    if (call.ended === undefined && isOfTest(thrown)) throw thrown
    return outcome({ data: errorResult(textOf(thrown)), thrownAt: usersFrames(thrown) })
  }
}

/** Errors that mean that the test is wrong, or failed, are not errors of a contract. */
const isOfTest = (thrown: unknown): boolean =>
  thrown instanceof UsageError || (thrown instanceof Error && thrown.name === 'AssertionError')

function textOf(thrown: unknown): string {
  if (thrown instanceof SudoboxError) return thrown.shortMessage
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  // A chain treats an empty text as no error, and would then miss the answer of the call.
  return text === '' ? 'Generic error' : text
}

const NAMES = Object.keys(ENTRY_POINTS) as readonly EntryPoint[]

/** The entry points of a double. @throws UsageError */
function functionsOf(double: Double): Functions {
  if (typeof double !== 'object' || double === null) throw notADouble(`given: ${typeof double}`)
  const functions: { [Name in EntryPoint]?: (...args: readonly unknown[]) => unknown } = {
    instantiate: () => undefined,
  }
  for (const [name, given] of Object.entries(double)) {
    if (!NAMES.includes(name as EntryPoint)) throw notADouble(`"${name}" is not an entry point`)
    if (given === undefined) continue
    if (typeof given !== 'function') throw notADouble(`${name} is not a function`)
    if (Object.prototype.toString.call(given) === '[object AsyncFunction]')
      throw new UsageError(`${name} of a double is async, but transactions are synchronous`, {
        details: [`right: ${name}(deps, env, …) { … }, without async; what it needs is fetched before`],
      })
    functions[name as EntryPoint] = (given as (...args: readonly unknown[]) => unknown).bind(double)
  }
  return functions
}

const notADouble = (what: string): UsageError =>
  new UsageError('a double is an object of entry points', { details: [what, `entry points: ${NAMES.join(', ')}`] })

const IBC = ['channel_open', 'channel_connect', 'channel_close', 'packet_receive', 'packet_ack', 'packet_timeout']

const reportOf = (checksum: Checksum, functions: Functions): CodeReport => ({
  checksum,
  entryPoints: new Set(Object.keys(functions).sort()),
  hasIbcEntryPoints: IBC.every((name) => `ibc_${name}` in functions),
  requiredCapabilities: [],
  contractMigrateVersion: undefined,
})
