import { I32, I64 } from '../wasm/module.js'
import type { Writer } from '../wasm/writer.js'
import { PROBE } from './instrument.js'
import type { ProbeCode } from './probe-code.js'

/** Comparisons of two integers: `eq` to `ge_u`, of i32 and of i64. */
const FIRST = [0x46, 0x51] as const
const EACH = 10

export const COMPARISONS = FIRST.length * EACH

export const isComparison = (opcode: number): boolean => FIRST.some((first) => opcode >= first && opcode < first + EACH)

export const comparisonIndex = (opcode: number): number =>
  opcode >= FIRST[1] ? EACH + opcode - FIRST[1] : opcode - FIRST[0]

/** Types of the functions that compare. */
export const COMPARISON_TYPES: readonly (readonly number[])[] = [
  [0x60, 2, I32, I32, 1, I32],
  [0x60, 2, I64, I64, 1, I32],
]

/** Which of {@link COMPARISON_TYPES} each function has. */
export const comparisonTypes = (): readonly number[] =>
  Array.from({ length: COMPARISONS }, (_, i) => Math.floor(i / EACH))

/** The halves of an argument, the low one first. */
const LOW = [(i: number) => [0x20, i], (i: number) => [0x20, i, 0xa7]] as const
const HIGH = [() => [0x41, 0], (i: number) => [0x20, i, 0x42, 32, 0x88, 0xa7]] as const
/** Whether two arguments differ: `ne`. Equal operands give no information. */
const DIFFER = [
  [0x20, 0, 0x20, 1, 0x47],
  [0x20, 0, 0x20, 1, 0x52],
] as const

/** Bodies of the functions that compare: report both operands if they differ, and return the result. */
export function comparisonCode(out: Writer, probes: ProbeCode): void {
  for (const [type, first] of FIRST.entries())
    for (let opcode: number = first; opcode < first + EACH; opcode++)
      out.sized(() => {
        out.append(0, ...DIFFER[type]!, 0x04, 0x40)
        for (const i of [0, 1]) out.append(...LOW[type]!(i), ...HIGH[type]!(i))
        probes.probe(PROBE.compare)
        out.append(0x0b, 0x20, 0, 0x20, 1, opcode, 0x0b)
      })
}
