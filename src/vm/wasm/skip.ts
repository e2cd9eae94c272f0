import { F32, F64, FUNCREF, I32, I64 } from './module.js'
import { isSimple, KIND, Kind, RefusedOperator, SUB } from './operators.js'

/** Which bulk operators on memory and tables run; `copies`: `memory.copy` and `memory.fill`. */
export type BulkOperators = 'none' | 'copies' | 'all'

/** Operators that only some code may have. */
export interface LaterOperators {
  /** Whether a block type may be a function type. */
  readonly multiValue: boolean
  readonly bulkOperators: BulkOperators
  /** Whether operators on references run. */
  readonly referenceOperators: boolean
}

/** For reading code that a VM took before. */
const ALL: LaterOperators = { multiValue: true, bulkOperators: 'all', referenceOperators: true }

/** Unsigned LEB128, padded or not, in bytes that were validated before. {@link skipInteger} gives the position after it. */
export function readU32(bytes: Uint8Array, at: number): number {
  let pos = at
  let byte = bytes[pos++]!
  let result = byte & 0x7f
  for (let shift = 7; byte > 0x7f; shift += 7) {
    byte = bytes[pos++]!
    result |= (byte & 0x7f) << shift
  }
  return result >>> 0
}

export function skipInteger(bytes: Uint8Array, at: number): number {
  let pos = at
  while (bytes[pos++]! > 0x7f);
  return pos
}

/** Position after the immediates of `br_table`, which start at `at`. */
export function skipBranchTable(bytes: Uint8Array, at: number): number {
  let pos = skipInteger(bytes, at)
  for (let more = readU32(bytes, at); more >= 0; more--) pos = skipInteger(bytes, pos)
  return pos
}

/** The labels of a `br_table` whose immediates start at `at`, the default one last. */
export function branchLabels(bytes: Uint8Array, at: number): number[] {
  const labels: number[] = []
  let pos = skipInteger(bytes, at)
  for (let more = readU32(bytes, at); more >= 0; more--) {
    labels.push(readU32(bytes, pos))
    pos = skipInteger(bytes, pos)
  }
  return labels
}

/**
 * Position after a memory argument. An alignment of 64 or more would name another memory, which engines with several memories take
 * and read differently; an offset of more than five bytes is taken by engines with memories of 64 bits. @throws RefusedOperator
 */
function skipMemoryArgument(bytes: Uint8Array, at: number): number {
  if (bytes[at]! >= 0x40 && readU32(bytes, at) >= 0x40) throw new RefusedOperator()
  const offset = skipInteger(bytes, at)
  const end = skipInteger(bytes, offset)
  if (end - offset > 5) throw new RefusedOperator()
  return end
}

/** Position after the index of a memory, which must be a single zero. @throws RefusedOperator */
export function skipMemoryIndex(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== 0) throw new RefusedOperator()
  return at + 1
}

/** The types that the native VM knows. */
const VALUE_TYPES: readonly number[] = [I32, I64, F32, F64, FUNCREF]
/** Block types of one byte: nothing, or one result. */
const SIMPLE_BLOCK_TYPES: readonly number[] = [0x40, ...VALUE_TYPES]

/** Position after a block type. `multiValue`: whether it may be a function type. @throws RefusedOperator */
export function skipBlockType(bytes: Uint8Array, at: number, multiValue: boolean): number {
  const first = bytes[at]!
  if (SIMPLE_BLOCK_TYPES.includes(first)) return at + 1
  const end = skipInteger(bytes, at)
  // An index is not negative: bit 6 of the last byte is the sign.
  if (!multiValue || (bytes[end - 1]! & 0x40) !== 0) throw new RefusedOperator()
  return end
}

/** Position after the rest of a prefixed operator. @throws RefusedOperator if code may not have it */
export function skipPrefixed(bytes: Uint8Array, at: number, later: LaterOperators): number {
  const sub = readU32(bytes, at)
  const next = skipInteger(bytes, at)
  if (sub < SUB.memoryInit) return next
  if (!runs(sub, later)) throw new RefusedOperator()
  // Engines with several memories and tables would take another index, but the module has one of each.
  const one = skipInteger(bytes, next)
  return WITH_ONE_INDEX.includes(sub) ? one : skipInteger(bytes, one)
}

const WITH_ONE_INDEX: readonly number[] = [
  SUB.dataDrop,
  SUB.memoryFill,
  SUB.elemDrop,
  SUB.tableGrow,
  SUB.tableSize,
  SUB.tableFill,
]

function runs(sub: number, { bulkOperators, referenceOperators }: LaterOperators): boolean {
  if (sub >= SUB.tableGrow) return sub <= SUB.tableFill && referenceOperators
  return bulkOperators === 'all' || (bulkOperators === 'copies' && (sub === SUB.memoryCopy || sub === SUB.memoryFill))
}

/** Position after an operator on references. @throws RefusedOperator if code may not have it, or for a type that is not known here */
export function skipReference(bytes: Uint8Array, at: number, { referenceOperators }: LaterOperators): number {
  if (!referenceOperators) throw new RefusedOperator()
  switch (bytes[at]) {
    case 0x1c:
      if (bytes[at + 1] !== 1 || !VALUE_TYPES.includes(bytes[at + 2]!)) throw new RefusedOperator()
      return at + 3
    case 0xd0:
      if (bytes[at + 1] !== FUNCREF) throw new RefusedOperator()
      return at + 2
    case 0xd1:
      return at + 1
    default:
      return skipInteger(bytes, at + 1)
  }
}

/** Position after an operator of a simple kind ({@link isSimple}). @throws RefusedOperator */
export function skipSimple(bytes: Uint8Array, kind: number, at: number): number {
  switch (kind) {
    case Kind.plain:
      return at + 1
    case Kind.memory:
      return skipMemoryArgument(bytes, at + 1)
    case Kind.f32Const:
      return at + 5
    case Kind.f64Const:
      return at + 9
    default:
      return skipInteger(bytes, at + 1)
  }
}

/** Position after the operator at `at`, of any kind. @throws RefusedOperator */
export function skipOperator(bytes: Uint8Array, at: number, later: LaterOperators = ALL): number {
  const kind = KIND[bytes[at]!]!
  if (isSimple(kind)) return skipSimple(bytes, kind, at)
  const pos = at + 1
  switch (kind) {
    case Kind.br:
    case Kind.brIf:
    case Kind.call:
      return skipInteger(bytes, pos)
    case Kind.block:
    case Kind.loop:
    case Kind.if:
      return skipBlockType(bytes, pos, later.multiValue)
    case Kind.callIndirect:
      return skipInteger(bytes, skipInteger(bytes, pos))
    case Kind.brTable:
      return skipBranchTable(bytes, pos)
    case Kind.memorySize:
    case Kind.memoryGrow:
      return skipMemoryIndex(bytes, pos)
    case Kind.prefix:
      return skipPrefixed(bytes, pos, later)
    case Kind.reference:
      return skipReference(bytes, at, later)
    case Kind.invalid:
      throw new RefusedOperator()
    default:
      return pos
  }
}

/** Skips from an unconditional branch to the `else` or `end` where code is reachable again. @throws RefusedOperator */
export function skipDeadCode(bytes: Uint8Array, at: number, later: LaterOperators = ALL): number {
  let pos = at
  for (let depth = 0; ;) {
    const opcode = bytes[pos]!
    if (opcode === 0x0b) {
      if (depth === 0) return pos
      depth--
    } else if (opcode === 0x05) {
      if (depth === 0) return pos
    } else if (opcode === 0x02 || opcode === 0x03 || opcode === 0x04) depth++
    pos = skipOperator(bytes, pos, later)
  }
}
