import { NO_BYTES } from '../../base/index.js'
import { F32, F64, FUNCREF, I32, I64, type Body, type FunctionType, type Module } from './module.js'
import { BinaryReader } from './binary-reader.js'

/** Block types of one byte, by that byte. */
const BLOCK_TYPES: (FunctionType | undefined)[] = []
BLOCK_TYPES[0x40] = { params: NO_BYTES, results: NO_BYTES }
for (const type of [I32, I64, F32, F64, FUNCREF]) BLOCK_TYPES[type] = { params: NO_BYTES, results: Uint8Array.of(type) }

/** To the native compiler these are calls, of its own functions. */
export const MEMORY_SIZE: FunctionType = { params: NO_BYTES, results: Uint8Array.of(I32) }
export const MEMORY_GROW: FunctionType = { params: Uint8Array.of(I32), results: Uint8Array.of(I32) }

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
