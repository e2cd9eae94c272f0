import { Kind, KIND, NAME } from './operators.js'
import type { References } from './parse.js'

/** An operator that the native VM does not run: in which stage it is refused, and why. */
export interface Refusal {
  /** `validate`: the static checks say so already; `compile`: only the compiler does. */
  readonly stage: 'validate' | 'compile'
  readonly text: string
}

/** Proposals that the static checks let through, whatever the compiler does. */
export interface ValidatorFeatures {
  readonly bulkMemory: boolean
  readonly references: References
}

/** Source: the operators of each proposal, as wasmparser groups them; texts of cosmwasm-vm `gatekeeper.rs`. */
export function refusalOf(opcode: number, sub: number, { bulkMemory, references }: ValidatorFeatures): Refusal {
  if (opcode === 0xfc && sub >= 8 && sub <= 14)
    return bulkMemory
      ? {
          stage: 'compile',
          text: `Bulk memory operation detected: ${debugName(opcode, sub)}. Bulk memory operations are not supported.`,
        }
      : { stage: 'validate', text: 'bulk memory support is not enabled' }
  if (KIND[opcode] === Kind.reference || (opcode === 0xfc && sub >= 15 && sub <= 17)) {
    if (references === 'none') return { stage: 'validate', text: 'reference types support is not enabled' }
    return {
      stage: 'compile',
      text: `Reference type operation detected: ${debugName(opcode, sub)}. Reference types are not supported.`,
    }
  }
  if (opcode === 0xfd) return { stage: 'validate', text: 'SIMD support is not enabled' }
  if (opcode === 0xfe) return { stage: 'validate', text: 'threads support is not enabled' }
  if (opcode === 0x12 || opcode === 0x13) return { stage: 'validate', text: 'tail calls support is not enabled' }
  if ((opcode >= 0x06 && opcode <= 0x0a) || opcode === 0x18 || opcode === 0x19 || opcode === 0x1f)
    return { stage: 'validate', text: 'exceptions support is not enabled' }
  if (opcode === 0xfb) return { stage: 'validate', text: 'gc support is not enabled' }
  if (opcode === 0x14 || opcode === 0x15 || (opcode >= 0xd3 && opcode <= 0xd6))
    return { stage: 'validate', text: 'function references support is not enabled' }
  return { stage: 'validate', text: `illegal opcode: 0x${opcode.toString(16)}` }
}

const BULK = [
  'MemoryInit { data_index: 0, mem: 0 }',
  'DataDrop { data_index: 0 }',
  'MemoryCopy { dst_mem: 0, src_mem: 0 }',
  'MemoryFill { mem: 0 }',
  'TableInit { elem_index: 0, table: 0 }',
  'ElemDrop { elem_index: 0 }',
  'TableCopy { dst_table: 0, src_table: 0 }',
  'TableGrow { table: 0 }',
  'TableSize { table: 0 }',
  'TableFill { table: 0 }',
]

function debugName(opcode: number, sub: number): string {
  if (opcode === 0xfc) return BULK[sub - 8]!
  const names: Readonly<Record<number, string>> = {
    0x1c: 'TypedSelect { ty: I32 }',
    0x25: 'TableGet { table: 0 }',
    0x26: 'TableSet { table: 0 }',
    0xd0: 'RefNull { hty: Abstract { shared: false, ty: Func } }',
    0xd1: 'RefIsNull',
    0xd2: 'RefFunc { function_index: 0 }',
  }
  return names[opcode] ?? NAME[opcode] ?? ''
}
