import {
  F32,
  F64,
  FUNCREF,
  I32,
  I64,
  V128,
  referenceLevel,
  type Body,
  type FunctionType,
  type GlobalType,
  type Limits,
} from './module.js'
import { WasmParseError, type BinaryReader } from './binary-reader.js'

// The items that sections consist of: types, limits, constant expressions and bodies.

export function many<T>(part: BinaryReader, item: () => T): T[] {
  const count = part.u32()
  if (count > part.end - part.pos) throw new WasmParseError('unexpected end-of-file', part.end)
  return Array.from({ length: count }, item)
}

/** Other existing types, by their first byte. */
const GC_FORMS: Readonly<Record<number, string>> = {
  0x4e: 'rec group usage requires `gc` proposal to be enabled',
  0x50: 'gc proposal must be enabled to use subtypes',
  0x5e: 'array indexed types not supported without the gc feature',
  0x5f: 'struct indexed types not supported without the gc feature',
}

export function functionType(part: BinaryReader): FunctionType {
  const at = part.pos
  const form = part.byte()
  if (form !== 0x60) {
    const text = GC_FORMS[form]
    throw text === undefined ? part.invalidByte('type') : new WasmParseError(text, at)
  }
  return { params: valueTypes(part, 'params', at), results: valueTypes(part, 'returns', at) }
}

function valueTypes(part: BinaryReader, what: 'params' | 'returns', typeAt: number): Uint8Array {
  const at = part.pos
  const count = part.u32()
  if (count > 1000) throw new WasmParseError(`function ${what} size is out of bounds`, at)
  return Uint8Array.from({ length: count }, () => valueType(part, typeAt))
}

const NO_VECTORS = 'SIMD support is not enabled'

/** @param from start of what the type belongs to: an error about a vector reports this position */
function valueType(part: BinaryReader, from: number): number {
  const at = part.pos
  const type = part.byte()
  if (type === I32 || type === I64 || type === F32 || type === F64 || referenceLevel(type) > 0) return type
  throw type === V128 ? new WasmParseError(NO_VECTORS, from) : new WasmParseError('invalid value type', at)
}

export function memory(part: BinaryReader): Limits {
  const at = part.pos
  const flags = part.byte()
  if (flags > 15) throw new WasmParseError('invalid memory limits flags', at)
  if ((flags & 4) !== 0) throw new WasmParseError('memory64 must be enabled for 64-bit memories', at)
  if ((flags & 2) !== 0) throw new WasmParseError('threads must be enabled for shared memories', at)
  if ((flags & 8) !== 0)
    throw new WasmParseError("the custom page sizes proposal must be enabled to customize a memory's page size", at)
  return limits(part, flags)
}

export function table(part: BinaryReader): Limits & { type: number } {
  const at = part.pos
  const type = part.byte()
  if (referenceLevel(type) === 0) throw new WasmParseError('malformed reference type', at)
  const flags = part.byte()
  if (flags > 7) throw new WasmParseError('invalid table resizable limits flags', part.pos - 1)
  if ((flags & 4) !== 0) throw new WasmParseError('memory64 must be enabled for 64-bit tables', at)
  if ((flags & 2) !== 0) throw new WasmParseError('shared tables require the shared-everything-threads proposal', at)
  return { type, ...limits(part, flags) }
}

const limits = (part: BinaryReader, flags: number): Limits => ({
  initial: part.u32(),
  maximum: flags === 1 ? part.u32() : undefined,
})

export function globalType(part: BinaryReader, from = part.pos): GlobalType {
  const type = valueType(part, from)
  const at = part.pos
  const mutable = part.byte()
  if (mutable > 1) throw new WasmParseError('malformed mutability', at)
  return { type, mutable: mutable === 1 }
}

/** A constant expression: its bytes without `end`, and its value when it is an `i32.const`. */
export function constant(part: BinaryReader): { bytes: Uint8Array; value: number | undefined } {
  const start = part.pos
  const opcode = part.byte()
  let value: number | undefined
  if (opcode === 0x41) value = part.s32() >>> 0
  else if (opcode === 0x42) part.skipSigned(64)
  else if (opcode === 0x43) part.skip(4)
  else if (opcode === 0x44) part.skip(8)
  else if (opcode === 0x23 || opcode === 0xd2) part.u32()
  else if (opcode === 0xd0) {
    if (part.byte() !== FUNCREF)
      throw new WasmParseError('gc types are disallowed but found type which requires gc', part.pos - 1)
  } else throw new WasmParseError('constant expression required: non-constant operator', start)
  const end = part.pos
  if (part.byte() !== 0x0b) throw new WasmParseError('constant expression required: non-constant operator', end)
  return { bytes: part.bytes.subarray(start, end), value }
}

export function body(part: BinaryReader): Body {
  const size = part.u32()
  const code = part.part(size)
  const start = code.pos
  let locals = 0
  let error: WasmParseError | undefined
  let references = 0
  for (let groups = code.u32(); groups > 0; groups--) {
    const at = code.pos
    locals += code.u32()
    if (locals > 50_000) error ??= new WasmParseError('too many locals: locals exceed maximum', code.pos)
    const type = code.byte()
    if (type === V128) error ??= new WasmParseError(NO_VECTORS, at)
    else {
      code.pos--
      references = Math.max(references, referenceLevel(valueType(code, at)))
    }
  }
  return { start, end: code.end, code: code.pos, locals, error: error?.message, references }
}
