import type { StandIns } from '../stand-in/stand-ins.js'

/** The instrumentation of running code. It costs no gas, and the contract cannot see it. */
export interface Instrument {
  /** Counts how often each basic block runs, for coverage and coverage-guided fuzzing. */
  readonly coverage?: boolean
  /** With `coverage`: a debug twin with other code runs in place of its contract, so that lines can be counted. Gas is the twin's. */
  readonly twins?: boolean
  /** Attributes gas to calls of functions, and to the instructions in them. */
  readonly profile?: boolean
}

/** What this repository itself does to running code besides. */
export interface Observed extends Instrument {
  /** Which codes run changed. Unless they say otherwise, twins with other code run in place of their contracts, as for `coverage` with `twins`. */
  readonly standIns?: StandIns
}

/** Where the code of one function is stopped for the lines of its source. */
export interface FunctionSteps {
  /** Positions of operators in the original module, in ascending order. */
  readonly positions: readonly number[]
  /** The number of the first of them; the others follow. */
  readonly first: number
  /** Its locals that hold variables of the source. */
  readonly locals: readonly { readonly index: number; readonly type: number }[]
}

/** Everything that the rewriter can add besides the metering. */
export interface Additions extends Observed {
  /** Reports the operands of comparisons of integers, each of which is a call: for single calls, not for all. */
  readonly operands?: boolean
  /** Reports the lines of functions, by their index: for single calls. */
  readonly steps?: ReadonlyMap<number, FunctionSteps>
  /** Tracks the lowest value of the stack pointer, in modules whose layout has one; see `Cleaning`. */
  readonly stackMark?: boolean
}

export const NOT_INSTRUMENTED: Instrument = { coverage: false, profile: false }

export const isInstrumented = ({ coverage, profile, operands, steps }: Additions): boolean =>
  coverage === true || profile === true || operands === true || steps !== undefined

/** Elements of the table by which instrumented code reaches its probes. */
export const PROBE = {
  block: 0,
  enter: 1,
  leave: 2,
  charge: 3,
  add: 4,
  compare: 5,
  step: 6,
  keep32: 7,
  keep64: 8,
  kept: 9,
  site: 10,
} as const
export const PROBES = 11

/** Gas goes to the probes modulo this, as a float; one call burns far less. */
export const GAS_MODULUS = 2 ** 52

/** A basic block: code that runs from its first operator to its last, unless one traps. */
export interface BasicBlock {
  /** Index of its function, imported functions counted first. */
  readonly function: number
  /** Position of its first operator in the original module. */
  readonly offset: number
}

/** A price that code pays at one place, for a run of operators. */
export interface Charge {
  /** Index of its function, imported functions counted first. */
  readonly function: number
  /** Positions in the original module: of the first operator that it pays for, and of the last; the same if it pays for none. */
  readonly from: number
  readonly to: number
  /** VM gas. */
  readonly amount: number
}

/** A place in a function that calls another one. */
export interface CallSite {
  readonly function: number
  readonly offset: number
}

/** The meaning of the probes of a module. */
export interface ProbeMap {
  /** The block of each counter. */
  readonly blocks: readonly BasicBlock[]
  /** The charge of each counter of a profile, those of one function one after the other. */
  readonly charges: readonly Charge[]
  /** The calls, by their numbers. */
  readonly sites: readonly CallSite[]
}

export const NO_PROBES: ProbeMap = { blocks: [], charges: [], sites: [] }
