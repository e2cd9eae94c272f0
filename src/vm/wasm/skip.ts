import { KIND, Kind } from './operators.js'
import { RefusedOperator } from './refused.js'

/** Position after the integer that {@link readU32} read last; a variable of the module, as this is the hottest path of a rewrite. */
export let next = 0

/** Unsigned LEB128, padded or not, in bytes that were validated before. */
export function readU32(bytes: Uint8Array, at: number): number {
  let pos = at
  let byte = bytes[pos++]!
  let result = byte & 0x7f
  for (let shift = 7; byte > 0x7f; shift += 7) {
    byte = bytes[pos++]!
    result |= (byte & 0x7f) << shift
  }
  next = pos
  return result >>> 0
}

export function skipInteger(bytes: Uint8Array, at: number): number {
  let pos = at
  while (bytes[pos++]! > 0x7f);
  return pos
}

/** Position after the immediates of `br_table`, which start at `at`. The last label read is the default one. */
export function skipBranchTable(bytes: Uint8Array, at: number): number {
  let pos = at
  for (let count = readU32(bytes, pos), i = 0; i <= count; i++) pos = skipInteger(bytes, i === 0 ? next : pos)
  return pos
}

/** The default label of a `br_table` whose immediates start at `at`. */
export function defaultLabel(bytes: Uint8Array, at: number): number {
  const count = readU32(bytes, at)
  let pos = next
  for (let i = 0; i < count; i++) pos = skipInteger(bytes, pos)
  return readU32(bytes, pos)
}

/** Position after the operator at `at`, of any kind. @throws RefusedOperator */
export function skipOperator(bytes: Uint8Array, at: number): number {
  const opcode = bytes[at]!
  const pos = at + 1
  switch (KIND[opcode]) {
    case Kind.index:
    case Kind.i32Const:
    case Kind.i64Const:
    case Kind.block:
    case Kind.loop:
    case Kind.if:
    case Kind.br:
    case Kind.brIf:
    case Kind.call:
      return skipInteger(bytes, pos)
    case Kind.memory:
    case Kind.callIndirect:
      return skipInteger(bytes, skipInteger(bytes, pos))
    case Kind.f32Const:
      return pos + 4
    case Kind.f64Const:
      return pos + 8
    case Kind.brTable:
      return skipBranchTable(bytes, pos)
    case Kind.memorySize:
    case Kind.memoryGrow:
      return pos + 1
    case Kind.prefix:
      if (readU32(bytes, pos) > 7) throw new RefusedOperator(at)
      return next
    case Kind.invalid:
    case Kind.reference:
      throw new RefusedOperator(at)
    default:
      return pos
  }
}

/** From behind an unconditional branch to the `else` or `end` where code can be reached again. @throws RefusedOperator */
export function skipDeadCode(bytes: Uint8Array, at: number): number {
  let pos = at
  for (let depth = 0; ;) {
    const opcode = bytes[pos]!
    if (opcode === 0x0b) {
      if (depth === 0) return pos
      depth--
    } else if (opcode === 0x05) {
      if (depth === 0) return pos
    } else if (opcode === 0x02 || opcode === 0x03 || opcode === 0x04) depth++
    pos = skipOperator(bytes, pos)
  }
}
