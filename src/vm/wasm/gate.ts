import { F32, F64, I32, I64 } from './module.js'
import { Kind, KIND } from './operators.js'
import type { References } from './parse.js'

/** An operator that the native VM does not run: the stage in which it is refused, and why. */
export interface Refusal {
  /** `validate`: the static checks already refuse it; `compile`: only the compiler does. */
  readonly stage: 'validate' | 'compile'
  readonly text: string
}

/** Proposals that the static checks accept, whatever the compiler does. */
export interface ValidatorFeatures {
  readonly bulkMemory: boolean
  readonly references: References
}

/**
 * Source: the operators of each proposal, as wasmparser groups them; texts of cosmwasm-vm `gatekeeper.rs`.
 * @param sub the number after a prefix
 * @param immediates the two numbers that follow
 */
export function refusalOf(
  opcode: number,
  sub: number,
  immediates: readonly [number, number],
  { bulkMemory, references }: ValidatorFeatures,
): Refusal {
  if (opcode === 0xfc && sub >= 8 && sub <= 14)
    return bulkMemory
      ? {
          stage: 'compile',
          text: `Bulk memory operation detected: ${debugName(opcode, sub, immediates)}. Bulk memory operations are not supported.`,
        }
      : { stage: 'validate', text: 'bulk memory support is not enabled' }
  if (KIND[opcode] === Kind.reference || (opcode === 0xfc && sub >= 15 && sub <= 17)) {
    if (references === 'none') return { stage: 'validate', text: 'reference types support is not enabled' }
    return {
      stage: 'compile',
      text: `Reference type operation detected: ${debugName(opcode, sub, immediates)}. Reference types are not supported.`,
    }
  }
  return { stage: 'validate', text: validatorText(opcode, sub) }
}

const disabled = (proposal: string): string => `${proposal} support is not enabled`
const legacy = (instruction: string): string => `legacy_exceptions feature required for ${instruction} instruction`

const OTHERS: Readonly<Record<number, string>> = {
  0x06: legacy('try'),
  0x07: legacy('catch'),
  0x08: disabled('exceptions'),
  0x09: disabled('legacy exceptions'),
  0x0a: disabled('exceptions'),
  0x12: disabled('tail calls'),
  0x13: disabled('tail calls'),
  0x14: disabled('function references'),
  0x15: disabled('function references'),
  0x19: legacy('catch_all'),
  0x1f: disabled('exceptions'),
  0xd3: disabled('gc'),
  0xd4: disabled('function references'),
  0xd5: disabled('function references'),
  0xd6: disabled('function references'),
  0xfb: disabled('gc'),
  0xfe: disabled('threads'),
}

/** The native validator's error for an operator of a disabled proposal. */
function validatorText(opcode: number, sub: number): string {
  if (opcode === 0xfd) return disabled(sub < 0x100 ? 'SIMD' : 'relaxed SIMD')
  if (opcode === 0xfc && sub === 18) return disabled('memory control')
  if (opcode === 0xfc && sub <= 22) return disabled('wide arithmetic')
  if (opcode === 0xfc) return `unknown 0xfc subopcode: 0x${sub.toString(16)}`
  if (opcode >= 0xe0 && opcode <= 0xe6) return disabled('stack switching')
  return OTHERS[opcode] ?? `illegal opcode: 0x${opcode.toString(16)}`
}

type DebugName = (first: number, second: number) => string

const BULK: readonly DebugName[] = [
  (data, memory) => `MemoryInit { data_index: ${data}, mem: ${memory} }`,
  (data) => `DataDrop { data_index: ${data} }`,
  (to, from) => `MemoryCopy { dst_mem: ${to}, src_mem: ${from} }`,
  (memory) => `MemoryFill { mem: ${memory} }`,
  (elements, table) => `TableInit { elem_index: ${elements}, table: ${table} }`,
  (elements) => `ElemDrop { elem_index: ${elements} }`,
  (to, from) => `TableCopy { dst_table: ${to}, src_table: ${from} }`,
  (table) => `TableGrow { table: ${table} }`,
  (table) => `TableSize { table: ${table} }`,
  (table) => `TableFill { table: ${table} }`,
]

const VALUE_TYPES: Readonly<Record<number, string>> = { [I32]: 'I32', [I64]: 'I64', [F32]: 'F32', [F64]: 'F64' }

const REFERENCE: Readonly<Record<number, DebugName>> = {
  0x1c: (_count, type) => `TypedSelect { ty: ${VALUE_TYPES[type] ?? 'Ref(funcref)'} }`,
  0x25: (table) => `TableGet { table: ${table} }`,
  0x26: (table) => `TableSet { table: ${table} }`,
  0xd0: () => 'RefNull { hty: Abstract { shared: false, ty: Func } }',
  0xd1: () => 'RefIsNull',
  0xd2: (index) => `RefFunc { function_index: ${index} }`,
}

/** How Rust prints the operator with `{:?}`. */
const debugName = (opcode: number, sub: number, [first, second]: readonly [number, number]): string =>
  (opcode === 0xfc ? BULK[sub - 8]! : REFERENCE[opcode]!)(first, second)
