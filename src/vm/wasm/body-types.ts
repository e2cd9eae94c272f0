import { NO_BYTES } from '../../base/index.js'
import { F32, F64, FUNCREF, I32, I64, type Body, type FunctionType, type Module } from './module.js'
import { BinaryReader } from './binary-reader.js'
import { SUB } from './operators.js'

/** Block types of one byte, by that byte. */
const BLOCK_TYPES: (FunctionType | undefined)[] = []
BLOCK_TYPES[0x40] = { params: NO_BYTES, results: NO_BYTES }
for (const type of [I32, I64, F32, F64, FUNCREF]) BLOCK_TYPES[type] = { params: NO_BYTES, results: Uint8Array.of(type) }

const signature = (params: readonly number[], results: readonly number[]): FunctionType => ({
  params: Uint8Array.from(params),
  results: Uint8Array.from(results),
})

// To the native compiler these are calls, of its own functions.

export const MEMORY_SIZE = signature([], [I32])
export const MEMORY_GROW = signature([I32], [I32])

const RANGES = signature([I32, I32, I32], [])
const DROP = signature([], [])

/** By the number after the prefix 0xFC. */
export const BULK_TYPES: Readonly<Record<number, FunctionType>> = {
  [SUB.memoryInit]: RANGES,
  [SUB.dataDrop]: DROP,
  [SUB.memoryCopy]: RANGES,
  [SUB.memoryFill]: RANGES,
  [SUB.tableInit]: RANGES,
  [SUB.elemDrop]: DROP,
  [SUB.tableCopy]: RANGES,
  [SUB.tableGrow]: signature([FUNCREF, I32], [I32]),
  [SUB.tableSize]: signature([], [I32]),
  [SUB.tableFill]: signature([I32, FUNCREF, I32], []),
}

/** Operators on references that are calls, by opcode. */
export const REFERENCE_TYPES: Readonly<Record<number, FunctionType>> = {
  0x25: signature([I32], [FUNCREF]),
  0x26: signature([I32, FUNCREF], []),
  0xd2: signature([], [FUNCREF]),
}

/** The type of a block whose immediate is at a position. */
export const blockTypeAt = ({ bytes, types }: Module, at: number): FunctionType =>
  BLOCK_TYPES[bytes[at]!] ?? types[new BinaryReader(bytes, at).u32()]!

/** @param index counts imported globals */
export const globalTypeOf = ({ importedGlobals, globals }: Module, index: number): number =>
  (index < importedGlobals.length ? importedGlobals[index]! : globals[index - importedGlobals.length]!).type

/** Types of the parameters and locals of a body, by index. */
export function localTypesOf(bytes: Uint8Array, body: Body, type: FunctionType): Uint8Array {
  const types = new Uint8Array(type.params.length + body.locals)
  types.set(type.params)
  const reader = new BinaryReader(bytes, body.start, body.code)
  let at = type.params.length
  for (let groups = reader.u32(); groups > 0; groups--) {
    const count = reader.u32()
    types.fill(reader.byte(), at, at + count)
    at += count
  }
  return types
}
