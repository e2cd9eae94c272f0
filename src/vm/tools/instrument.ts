/** What is observed of running code besides its result. It costs no gas, and the contract cannot see it. */
export interface Instrument {
  /** Counts how often each basic block runs, for coverage and coverage-guided fuzzing. */
  readonly coverage?: boolean
  /** Attributes gas to functions. */
  readonly profile?: boolean
}

/** All that the rewriter can add besides the metering. */
export interface Additions extends Instrument {
  /** Tracks the lowest value of the stack pointer, in modules whose layout has one; see `Cleaning`. */
  readonly stackMark?: boolean
}

export const NOT_INSTRUMENTED: Instrument = { coverage: false, profile: false }

export const isInstrumented = ({ coverage, profile }: Instrument): boolean => coverage === true || profile === true

/** Elements of the table by which instrumented code reaches its probes. */
export const PROBE = { block: 0, enter: 1, leave: 2 } as const
export const PROBES = 3

/** Gas goes to the probes modulo this, as a float; what one call burns is far less. */
export const GAS_MODULUS = 2 ** 52

/** A basic block: code that runs from its first operator to its last, unless one traps. */
export interface BasicBlock {
  /** Index of its function, imported functions counted first. */
  readonly function: number
  /** Position of its first operator in the original module. */
  readonly offset: number
}
