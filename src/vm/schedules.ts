import { UsageError } from '../base/index.js'
import type { Compiler } from './wasm/frame-model.js'
import { SUB } from './wasm/operators.js'
import type { References } from './wasm/parse.js'
import type { BulkOperators } from './wasm/skip.js'

/** A price of `base + perItem * items`, in VM gas. */
export interface Linear {
  readonly base: number
  readonly perItem: number
}

/** A price of `base + perUnit * ⌈length / unit⌉`, and `perElement` for each that the table has before, in VM gas. */
export interface MovePrice {
  readonly base: number
  readonly perUnit: number
  readonly unit: number
  readonly perElement?: number
}

/** Prices of operators by what they move: `memory.grow`, and bulk operators by the number after the prefix 0xFC. */
interface MovePrices {
  readonly memoryGrow: MovePrice
  readonly bulk: Readonly<Record<number, MovePrice>>
}

/** Prices of the VM's cryptography, in VM gas. Source: cosmwasm-vm `environment.rs` (`GasConfig`). */
export interface CryptoPrices {
  readonly secp256k1Verify: number
  readonly secp256k1Recover: number
  readonly secp256r1Verify: number
  readonly secp256r1Recover: number
  readonly ed25519Verify: number
  readonly ed25519Batch: Linear
  readonly ed25519BatchOneKey: Linear
  /** The least that a batch costs. */
  readonly ed25519BatchLeast: number
  readonly aggregateG1: Linear
  readonly aggregateG2: Linear
  readonly hashToG1: number
  readonly hashToG2: number
  readonly pairing: Linear
}

/** Everything that differs between releases of cosmwasm-vm and that a contract, its gas or its verdict can show. */
export interface Schedule {
  readonly version: string
  /** `vectors`: compared with the native program of this release; `range`: with that of another one with equal prices; `source`: read in its sources only. */
  readonly checkedBy: 'vectors' | 'range' | 'source'
  /** Price of an operator, and of one that ends a run (accounting). */
  readonly operator: number
  readonly accounting: number
  /**
   * Whether `if` ends a run. If it does not, it costs the same as any operator, and the run before it is charged only in the `then` branch:
   * execution that takes the `else`, or skips an `if` without one, is not charged for it. Source: wasmer-middlewares `metering.rs`.
   */
  readonly ifEndsRun: boolean
  /** What operators cost that are paid by what they move, with the run before them. Source: cosmwasm-vm `engine.rs` (`cost`). */
  readonly moves: MovePrices | undefined
  /** Price of a declared local from the 30th on, on every call; 0 if the release has no such price. */
  readonly local: number
  readonly hostCall: number
  readonly readRegion: Linear
  /** For regions of more than 8 000 000 bytes. */
  readonly readLargeRegion: Linear
  readonly writeRegion: Linear
  readonly stringFromBytes: Linear
  readonly crypto: CryptoPrices
  /** VM gas of one unit of SDK gas. Source: wasmd `DefaultGasMultiplier`. */
  readonly multiplier: number
  readonly limits: WasmLimits
  readonly requiredExports: readonly string[]
  /** Whether function bodies are validated before anything else is checked (up to 2.0), or last. */
  readonly bodiesFirst: boolean
  /** Whether the imports for BLS12-381 and secp256r1 exist. */
  readonly newCurves: boolean
  /** Whether the VM itself looks at the number of an export's parameters (from 2.2 on); otherwise wasmer does, in its own words. */
  readonly checksArity: boolean
  /** Whether the text of a debug print is read, and its region paid for, without a listener. */
  readonly readsDebugWithoutListener: boolean
  /** Whether `addr_validate` calls the chain; otherwise the VM canonicalises, humanises and compares. */
  readonly chainValidates: boolean
  readonly passiveData: boolean
  /** Whether the static checks allow bulk operators on memory and tables, whatever the compiler does. */
  readonly bulkMemory: boolean
  /** Which of them the compiler takes: those of candidates, all; those of debug twins, copies. */
  readonly bulkOperators: BulkOperators
  /** References that the static checks allow: none, to functions, or to anything. */
  readonly references: References
  /** Whether the compiler takes operators that use them. */
  readonly referenceOperators: boolean
  /** Whether the custom section `cw_migrate_version` is read (from 2.1 on). */
  readonly migrateVersion: boolean
  /** Whether the compiler takes functions with several results and blocks with parameters (wasmer from 7 on). */
  readonly multiValue: boolean
  /** Whether `f32.neg` and `f32.abs` keep a pending canonicalisation, as the f64 forms do (wasmer below 7). */
  readonly f32SignKeepsPending: boolean
  /** Which compiler's frames the stack is counted in. */
  readonly compiler: Compiler
  /** Rust's name of the type of wasm values, printed in one error text. */
  readonly valueTypeName: string
}

/** Source: cosmwasm-vm `config.rs`. */
export interface WasmLimits {
  readonly memoryPages: number
  readonly tableElements: number
  readonly imports: number
  readonly functions: number
  readonly params: number
  readonly totalParams: number
  readonly results: number
  readonly locals: number
  readonly totalLocals: number
}

const FREE: Linear = { base: 0, perItem: 0 }
const US = 1_000_000

const CRYPTO_2_1: CryptoPrices = {
  secp256k1Verify: 96 * US,
  secp256k1Recover: 194 * US,
  secp256r1Verify: 279 * US,
  secp256r1Recover: 592 * US,
  ed25519Verify: 35 * US,
  ed25519Batch: { base: 24 * US, perItem: 21 * US },
  ed25519BatchOneKey: { base: 36 * US, perItem: 10 * US },
  ed25519BatchLeast: 0,
  aggregateG1: { base: 68 * US, perItem: 12 * US },
  aggregateG2: { base: 103.5 * US, perItem: 24.5 * US },
  hashToG1: 563 * US,
  hashToG2: 871 * US,
  pairing: { base: 2112 * US, perItem: 163 * US },
}

/** Prices up to 2.0; the curves that came later have a price here that is never charged. */
const oldCrypto = (us: number): CryptoPrices => ({
  ...CRYPTO_2_1,
  secp256k1Verify: 154 * us,
  secp256k1Recover: 162 * us,
  ed25519Verify: 63 * us,
  ed25519Batch: { base: 0, perItem: 31.5 * us },
  ed25519BatchOneKey: { base: 0, perItem: 15.75 * us },
  ed25519BatchLeast: 63 * us,
})

const LIMITS: WasmLimits = {
  memoryPages: 512,
  tableElements: 2500,
  imports: 100,
  functions: 20_000,
  params: 100,
  totalParams: 10_000,
  results: 1,
  locals: Number.POSITIVE_INFINITY,
  totalLocals: Number.POSITIVE_INFINITY,
}
const LIMITS_WITH_LOCALS: WasmLimits = { ...LIMITS, locals: 100, totalLocals: 10_000 }
const LIMITS_1: WasmLimits = { ...LIMITS, functions: 10_000, params: 50, totalParams: Number.POSITIVE_INFINITY }

type Prices = Partial<Omit<Schedule, 'version' | 'checkedBy'>>

const HOST: Prices = {
  hostCall: 18_000,
  readRegion: { base: 200_000, perItem: 115 },
  readLargeRegion: { base: 0, perItem: 520 },
  stringFromBytes: { base: 28_700, perItem: 1_400 },
}
const REGION_WRITES: Prices = { writeRegion: { base: 230_000, perItem: 570 } }
const LOCALS: Prices = { local: 115, limits: LIMITS_WITH_LOCALS }
const RUNS: Prices = { operator: 115, accounting: 1_610, ifEndsRun: true }
const RUNS_THROUGH_IF: Prices = { ...RUNS, ifEndsRun: false }
const flat = (price: number): Prices => ({ operator: price, accounting: price, ifEndsRun: false })
const thousandfold = (prices: Prices): Prices => ({
  ...prices,
  operator: prices.operator! * 1000,
  accounting: prices.accounting! * 1000,
})
const LINE_1: Prices = {
  multiplier: 140_000_000,
  crypto: oldCrypto(1000 * US),
  limits: LIMITS_1,
  requiredExports: ['allocate', 'deallocate', 'instantiate'],
  bodiesFirst: true,
  newCurves: false,
  checksArity: false,
  chainValidates: false,
  migrateVersion: false,
}
/** Before CWA-2023-004. */
const UNLIMITED_TYPES: Prices = {
  limits: {
    ...LIMITS_1,
    functions: Number.POSITIVE_INFINITY,
    params: Number.POSITIVE_INFINITY,
    results: Number.POSITIVE_INFINITY,
  },
}
/** The validator's own default features, up to 1.5.9. */
const DEFAULT_FEATURES: Prices = { bulkMemory: true, references: 'all' }
const LINE_2_1: Prices = { checksArity: false }
const LINE_2_0: Prices = {
  ...LINE_2_1,
  migrateVersion: false,
  crypto: oldCrypto(US),
  bodiesFirst: true,
  newCurves: false,
  readsDebugWithoutListener: false,
}
const LINE_3: Prices = { references: 'functions' }
const CANDIDATE_3_1: Prices = { ...LINE_3, bulkMemory: true, bulkOperators: 'all' }
const MOVES: Prices = {
  moves: {
    memoryGrow: { base: 2_300_000, perUnit: 32, unit: 8_192 },
    bulk: {
      [SUB.memoryInit]: { base: 310_000, perUnit: 32_768, unit: 64 },
      [SUB.memoryCopy]: { base: 4_500_000, perUnit: 50_176, unit: 64 },
      [SUB.memoryFill]: { base: 2_900_000, perUnit: 32_768, unit: 64 },
      [SUB.tableInit]: { base: 70_000, perUnit: 52_224, unit: 32 },
      [SUB.tableCopy]: { base: 70_000, perUnit: 34_816, unit: 32 },
      [SUB.tableGrow]: { base: 108_145, perUnit: 3_471, unit: 1, perElement: 4_383 },
      [SUB.tableFill]: { base: 80_000, perUnit: 45_056, unit: 64 },
    },
  },
}

const WASMER_7: Prices = {
  passiveData: false,
  multiValue: true,
  f32SignKeepsPending: false,
  compiler: 'wasmer 7',
  valueTypeName: 'wasmer::entities::value::Value',
}

const BASE: Omit<Schedule, 'version' | 'checkedBy'> = {
  operator: 115,
  accounting: 1_610,
  ifEndsRun: true,
  moves: undefined,
  local: 0,
  hostCall: 0,
  readRegion: FREE,
  readLargeRegion: FREE,
  writeRegion: FREE,
  stringFromBytes: FREE,
  crypto: CRYPTO_2_1,
  multiplier: 140_000,
  limits: LIMITS,
  requiredExports: ['allocate', 'deallocate'],
  bodiesFirst: false,
  newCurves: true,
  checksArity: true,
  readsDebugWithoutListener: true,
  chainValidates: true,
  passiveData: true,
  bulkMemory: false,
  bulkOperators: 'none',
  references: 'none',
  referenceOperators: false,
  migrateVersion: true,
  multiValue: false,
  f32SignKeepsPending: true,
  compiler: 'wasmer 2 to 5',
  valueTypeName: 'wasmer::value::Value',
}

const patches = (line: string, first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, i) => `${line}.${first + i}`)

/** Releases whose native program was run: its output is in fixtures/vm. */
const RUN = new Set([
  '1.5.0',
  '1.5.5',
  '1.5.7',
  '1.5.9',
  '1.5.11',
  '2.0.4',
  '2.0.6',
  '2.0.8',
  '2.0.9',
  '2.1.1',
  '2.1.3',
  '2.1.5',
  '2.1.7',
  '2.2.0',
  '2.2.2',
  '2.2.9',
  '3.0.8',
  '3.0.9',
  '3.0.10',
  '3.0.11',
  '3.1.0-rc.0',
  '3.1.0-rc.1',
])

/** One row per range of patch releases with equal prices. */
const ROWS: readonly (readonly [readonly string[], ...Prices[]])[] = [
  [['1.5.0'], LINE_1, DEFAULT_FEATURES, UNLIMITED_TYPES, thousandfold(flat(150))],
  [patches('1.5', 1, 5), LINE_1, DEFAULT_FEATURES, thousandfold(flat(150))],
  [patches('1.5', 6, 7), LINE_1, DEFAULT_FEATURES, thousandfold(RUNS_THROUGH_IF)],
  [patches('1.5', 8, 9), LINE_1, DEFAULT_FEATURES, thousandfold(RUNS)],
  [patches('1.5', 10, 11), LINE_1, thousandfold(RUNS), HOST],
  [patches('2.0', 0, 4), LINE_2_0, flat(150)],
  [patches('2.0', 5, 6), LINE_2_0, RUNS_THROUGH_IF],
  [patches('2.0', 7, 8), LINE_2_0, RUNS],
  [['2.0.9'], LINE_2_0, RUNS, HOST],
  [patches('2.1', 0, 1), LINE_2_1, flat(170)],
  [patches('2.1', 2, 3), LINE_2_1, RUNS_THROUGH_IF],
  [patches('2.1', 4, 5), LINE_2_1, RUNS],
  [patches('2.1', 6, 7), LINE_2_1, RUNS, HOST],
  [['2.2.0'], RUNS],
  [[...patches('2.2', 1, 8), ...patches('2.3', 0, 3)], RUNS, HOST],
  [['2.2.9', '2.3.4'], RUNS, HOST, LOCALS],
  [patches('3.0', 0, 8), LINE_3, RUNS, HOST, REGION_WRITES],
  [['3.0.9'], LINE_3, RUNS, HOST, REGION_WRITES, LOCALS],
  [[...patches('2.2', 10, 11), ...patches('2.3', 5, 6)], RUNS, HOST, LOCALS, WASMER_7],
  [patches('3.0', 10, 11), LINE_3, RUNS, HOST, REGION_WRITES, LOCALS, WASMER_7],
  [['3.1.0-rc.0'], CANDIDATE_3_1, RUNS, HOST, REGION_WRITES],
  [['3.1.0-rc.1'], CANDIDATE_3_1, { referenceOperators: true }, RUNS, MOVES, HOST, REGION_WRITES, LOCALS],
]

function checkedBy(version: string, range: readonly string[]): Schedule['checkedBy'] {
  if (RUN.has(version)) return 'vectors'
  return range.some((other) => RUN.has(other)) ? 'range' : 'source'
}

const SCHEDULES = new Map<string, Schedule>(
  ROWS.flatMap(([versions, ...prices]) =>
    versions.map((version): [string, Schedule] => [
      version,
      Object.assign({ ...BASE, version, checkedBy: checkedBy(version, versions) }, ...prices) as Schedule,
    ]),
  ),
)

/** What `sudobox vm` runs when no release is named; chains name theirs. */
export const DEFAULT_VM_VERSION = '3.0.10'

/** Releases with a schedule, oldest first. */
export const vmVersions = (): string[] => [...SCHEDULES.keys()]

/** The last release of the line of a version, such as `3.0.N`. */
const newestOfLine = (version: string): string | undefined => {
  const line = /^\d+\.\d+\./.exec(version)?.[0]
  return line === undefined ? undefined : vmVersions().findLast((known) => known.startsWith(line))
}

/** @throws UsageError for a release without a schedule; it names the newest of the same line. */
export function scheduleOf(version: string): Schedule {
  const schedule = SCHEDULES.get(version)
  if (!schedule) {
    const near = newestOfLine(version)
    throw new UsageError(`no gas schedule for cosmwasm-vm ${version}`, {
      details: [
        `known releases: ${vmVersions().join(', ')}`,
        ...(near === undefined ? [] : [`the newest of its line: ${near}`]),
      ],
    })
  }
  return schedule
}

/**
 * What debug twins run with: prices and limits of a release, and the operators that later Rust emits. A contract with them is lowered for the chain, but
 * its twin only runs here, and lowering would lose its lines.
 */
export const twinSchedule = (schedule: Schedule): Schedule => ({
  ...schedule,
  passiveData: true,
  bulkMemory: true,
  bulkOperators: schedule.bulkOperators === 'none' ? 'copies' : schedule.bulkOperators,
  references: 'all',
})
