import { F64, I32, I64, type Module } from './module.js'

/** Types of the functions that the rewriter adds: `pay`, `grow`, `reset`, `charge`. */
export const HELPER_TYPES: readonly (readonly number[])[] = [
  [0x60, 1, F64, 1, I32],
  [0x60, 1, I32, 1, I32],
  [0x60, 0, 0],
  [0x60, 1, I64, 0],
]

/** Index in {@link HELPER_TYPES} of the type without parameters and results. */
export const HELPER_TYPE = { reset: 2 } as const

/** Indices of what the rewriter adds. The original was validated first, so its own code cannot name any of them. */
export interface Layout {
  /** i64, gas left; negative: exhausted. */
  readonly gas: number
  /** i32, bytes of native stack left for the function called next; negative: overflow. The caller sets it. */
  readonly frames: number
  /** i32, pages of memory as the contract sees them. */
  readonly pages: number
  /** i32, the maximum of its pages. */
  readonly maxPages: number
  /** i32, 1 when a NaN is about to be converted to an integer. */
  readonly cause: number
  /** i64, element (low half) and table (high half) of the last indirect call. */
  readonly element: number
  /** i32, the lowest value of the stack pointer so far, if that is tracked. */
  readonly mark: number | undefined
  /** i32, the call that was made last, in code that is profiled. */
  readonly site: number | undefined
  /** i64, how many steps are passed before one is reported, in code with steps. */
  readonly steps: number | undefined
  /** Functions. */
  readonly pay: number
  readonly grow: number
  readonly reset: number
  readonly charge: number
  /** First type and table of the probes, if there are any. */
  readonly probeTypes: number
  readonly probeTable: number
  /** i32, first of the counters of blocks in loops, and the first of the functions that hand them over; in code whose blocks are counted. */
  readonly counters: number | undefined
  readonly handOver: number | undefined
  /** The first of the functions that compare and report the operands, in code that does. */
  readonly comparisons: number | undefined
}

/** Budget of bytes of stack: the native stack of 1 MiB less what the host's entry into it takes. */
export const STACK_BYTES = 1_048_576 - 176

/** Which of the optional parts there are; none by default. */
interface Parts {
  readonly marked?: boolean
  readonly profiled?: boolean
  readonly counted?: boolean
  readonly compared?: boolean
  readonly stepped?: boolean
}

export function layoutOf(module: Module, { marked, profiled, counted, compared, stepped }: Parts = {}): Layout {
  const globals = module.importedGlobals.length + module.globals.length
  const functions = module.functions.length
  const more = globals + 6 + (marked ? 1 : 0)
  return {
    gas: globals,
    frames: globals + 1,
    pages: globals + 2,
    maxPages: globals + 3,
    cause: globals + 4,
    element: globals + 5,
    mark: marked ? globals + 6 : undefined,
    site: profiled ? more : undefined,
    // Code with steps is not profiled or counted at once.
    steps: stepped ? more : undefined,
    pay: functions,
    grow: functions + 1,
    reset: functions + 2,
    charge: functions + 3,
    probeTypes: module.types.length + HELPER_TYPES.length,
    probeTable: module.tables.length,
    counters: counted ? more + (profiled ? 1 : 0) : undefined,
    handOver: counted ? functions + HELPER_TYPES.length : undefined,
    comparisons: compared ? functions + HELPER_TYPES.length : undefined,
  }
}
