/** An operator that must not run. */
export class RefusedOperator extends Error {}

/** How the bytes after an opcode are read, and what the rewriter does there. One number per opcode, for a flat lookup. */
export const Kind = {
  invalid: 0,
  /** No immediates, nothing to do. */
  plain: 1,
  /** One unsigned integer: locals and globals. */
  index: 2,
  memory: 3,
  i32Const: 4,
  i64Const: 5,
  f32Const: 6,
  f64Const: 7,
  block: 8,
  loop: 9,
  if: 10,
  else: 11,
  end: 12,
  br: 13,
  brIf: 14,
  brTable: 15,
  return: 16,
  call: 17,
  callIndirect: 18,
  unreachable: 19,
  memorySize: 20,
  memoryGrow: 21,
  /** Prefix 0xFC: saturating conversions (0 to 7), bulk operators on memory and tables ({@link SUB}). */
  prefix: 22,
  /** A float operator that can make a NaN: needs {@link FloatTracker}. */
  float: 23,
  /** A conversion that traps. */
  truncate: 24,
  /** On references: few releases run it. */
  reference: 25,
} as const

/** Whether an operator stays as it is, with no more than an effect on the stack. */
export const isSimple = (kind: number): boolean => kind >= Kind.plain && kind <= Kind.f64Const

/** Whether an operator is paid with the run before it: all that branch, call or begin a loop or an arm of an `if`. */
export const endsRun = (kind: number): boolean => kind >= Kind.loop && kind <= Kind.callIndirect

const SHIFTS = ['and', 'or', 'xor', 'shl', 'shr_s', 'shr_u', 'rotl', 'rotr']
const INTEGER_ARITHMETIC = ['add', 'sub', 'mul', 'div_s', 'div_u', 'rem_s', 'rem_u', ...SHIFTS]

/**
 * Every operator that the native VM runs: opcode, name, stack effect (`i` i32, `l` i64, `f` f32, `d` f64, `r` a reference; `?` where it depends
 * on an immediate), and the kind unless it is plain.
 */
const TABLE: readonly (readonly [number, string, string, number?])[] = [
  [0x00, 'unreachable', '?', Kind.unreachable],
  [0x01, 'nop', '>'],
  [0x02, 'block', '?', Kind.block],
  [0x03, 'loop', '?', Kind.loop],
  [0x04, 'if', '?', Kind.if],
  [0x05, 'else', '?', Kind.else],
  [0x0b, 'end', '?', Kind.end],
  [0x0c, 'br', '?', Kind.br],
  [0x0d, 'br_if', '?', Kind.brIf],
  [0x0e, 'br_table', '?', Kind.brTable],
  [0x0f, 'return', '?', Kind.return],
  [0x10, 'call', '?', Kind.call],
  [0x11, 'call_indirect', '?', Kind.callIndirect],
  [0x1a, 'drop', '?'],
  [0x1b, 'select', '?'],
  [0x1c, 'select', '?', Kind.reference],
  [0x20, 'local.get', '?', Kind.index],
  [0x21, 'local.set', '?', Kind.index],
  [0x22, 'local.tee', '?', Kind.index],
  [0x23, 'global.get', '?', Kind.index],
  [0x24, 'global.set', '?', Kind.index],
  [0x25, 'table.get', '?', Kind.reference],
  [0x26, 'table.set', '?', Kind.reference],
  [0x28, 'i32.load', 'i>i', Kind.memory],
  [0x29, 'i64.load', 'i>l', Kind.memory],
  [0x2a, 'f32.load', 'i>f', Kind.memory],
  [0x2b, 'f64.load', 'i>d', Kind.memory],
  ...span(0x2c, ['load8_s', 'load8_u', 'load16_s', 'load16_u'], 'i32.', 'i>i', Kind.memory),
  ...span(0x30, ['load8_s', 'load8_u', 'load16_s', 'load16_u', 'load32_s', 'load32_u'], 'i64.', 'i>l', Kind.memory),
  [0x36, 'i32.store', 'ii>', Kind.memory],
  [0x37, 'i64.store', 'il>', Kind.memory],
  [0x38, 'f32.store', 'if>', Kind.memory],
  [0x39, 'f64.store', 'id>', Kind.memory],
  ...span(0x3a, ['store8', 'store16'], 'i32.', 'ii>', Kind.memory),
  ...span(0x3c, ['store8', 'store16', 'store32'], 'i64.', 'il>', Kind.memory),
  [0x3f, 'memory.size', '>i', Kind.memorySize],
  [0x40, 'memory.grow', 'i>i', Kind.memoryGrow],
  [0x41, 'i32.const', '>i', Kind.i32Const],
  [0x42, 'i64.const', '>l', Kind.i64Const],
  [0x43, 'f32.const', '>f', Kind.f32Const],
  [0x44, 'f64.const', '>d', Kind.f64Const],
  [0x45, 'i32.eqz', 'i>i'],
  ...span(0x46, ['eq', 'ne', 'lt_s', 'lt_u', 'gt_s', 'gt_u', 'le_s', 'le_u', 'ge_s', 'ge_u'], 'i32.', 'ii>i'),
  [0x50, 'i64.eqz', 'l>i'],
  ...span(0x51, ['eq', 'ne', 'lt_s', 'lt_u', 'gt_s', 'gt_u', 'le_s', 'le_u', 'ge_s', 'ge_u'], 'i64.', 'll>i'),
  ...span(0x5b, ['eq', 'ne', 'lt', 'gt', 'le', 'ge'], 'f32.', 'ff>i'),
  ...span(0x61, ['eq', 'ne', 'lt', 'gt', 'le', 'ge'], 'f64.', 'dd>i'),
  ...span(0x67, ['clz', 'ctz', 'popcnt'], 'i32.', 'i>i'),
  ...span(0x6a, INTEGER_ARITHMETIC, 'i32.', 'ii>i'),
  ...span(0x79, ['clz', 'ctz', 'popcnt'], 'i64.', 'l>l'),
  ...span(0x7c, INTEGER_ARITHMETIC, 'i64.', 'll>l'),
  ...span(0x8b, ['abs', 'neg'], 'f32.', 'f>f'),
  ...span(0x8d, ['ceil', 'floor', 'trunc', 'nearest', 'sqrt'], 'f32.', 'f>f', Kind.float),
  ...span(0x92, ['add', 'sub', 'mul', 'div', 'min', 'max'], 'f32.', 'ff>f', Kind.float),
  [0x98, 'f32.copysign', 'ff>f'],
  ...span(0x99, ['abs', 'neg'], 'f64.', 'd>d'),
  ...span(0x9b, ['ceil', 'floor', 'trunc', 'nearest', 'sqrt'], 'f64.', 'd>d', Kind.float),
  ...span(0xa0, ['add', 'sub', 'mul', 'div', 'min', 'max'], 'f64.', 'dd>d', Kind.float),
  [0xa6, 'f64.copysign', 'dd>d'],
  [0xa7, 'i32.wrap_i64', 'l>i'],
  ...span(0xa8, ['trunc_f32_s', 'trunc_f32_u'], 'i32.', 'f>i', Kind.truncate),
  ...span(0xaa, ['trunc_f64_s', 'trunc_f64_u'], 'i32.', 'd>i', Kind.truncate),
  ...span(0xac, ['extend_i32_s', 'extend_i32_u'], 'i64.', 'i>l'),
  ...span(0xae, ['trunc_f32_s', 'trunc_f32_u'], 'i64.', 'f>l', Kind.truncate),
  ...span(0xb0, ['trunc_f64_s', 'trunc_f64_u'], 'i64.', 'd>l', Kind.truncate),
  ...span(0xb2, ['convert_i32_s', 'convert_i32_u'], 'f32.', 'i>f'),
  ...span(0xb4, ['convert_i64_s', 'convert_i64_u'], 'f32.', 'l>f'),
  [0xb6, 'f32.demote_f64', 'd>f'],
  ...span(0xb7, ['convert_i32_s', 'convert_i32_u'], 'f64.', 'i>d'),
  ...span(0xb9, ['convert_i64_s', 'convert_i64_u'], 'f64.', 'l>d'),
  [0xbb, 'f64.promote_f32', 'f>d'],
  [0xbc, 'i32.reinterpret_f32', 'f>i'],
  [0xbd, 'i64.reinterpret_f64', 'd>l'],
  [0xbe, 'f32.reinterpret_i32', 'i>f'],
  [0xbf, 'f64.reinterpret_i64', 'l>d'],
  ...span(0xc0, ['extend8_s', 'extend16_s'], 'i32.', 'i>i'),
  ...span(0xc2, ['extend8_s', 'extend16_s', 'extend32_s'], 'i64.', 'l>l'),
  [0xd0, 'ref.null', '>r', Kind.reference],
  [0xd1, 'ref.is_null', 'r>i', Kind.reference],
  [0xd2, 'ref.func', '?', Kind.reference],
  [0xfc, 'prefix', '?', Kind.prefix],
]

function span(
  first: number,
  names: readonly string[],
  prefix: string,
  effect: string,
  kind: number = Kind.plain,
): [number, string, string, number][] {
  return names.map((name, i) => [first + i, prefix + name, effect, kind])
}

/** Kind by opcode. */
export const KIND = new Uint8Array(256)
/** Name by opcode, as the text format has it. */
export const NAME: string[] = []
/** Stack effect by opcode: value types popped and pushed, undefined if an immediate decides. */
export const EFFECT: ({ readonly takes: number; readonly gives: number | undefined } | undefined)[] = []

const TYPES: Readonly<Record<string, number>> = { i: 0x7f, l: 0x7e, f: 0x7d, d: 0x7c, r: 0x70 }
for (const [opcode, name, effect, kind = Kind.plain] of TABLE) {
  KIND[opcode] = kind
  NAME[opcode] = name
  const arrow = effect.indexOf('>')
  EFFECT[opcode] = arrow < 0 ? undefined : { takes: arrow, gives: TYPES[effect.slice(arrow + 1)] }
}

/** Operators after which a basic block begins: `loop`, `if`, `else`, `end`, `br_if`. */
export const STARTS_BLOCK = new Uint8Array(256)
for (const opcode of [0x03, 0x04, 0x05, 0x0b, 0x0d]) STARTS_BLOCK[opcode] = 1

/** Bulk operators on memory and tables, by the number after the prefix 0xFC. The last three belong to the proposal of references. */
export const SUB = {
  memoryInit: 8,
  dataDrop: 9,
  memoryCopy: 10,
  memoryFill: 11,
  tableInit: 12,
  elemDrop: 13,
  tableCopy: 14,
  tableGrow: 15,
  tableSize: 16,
  tableFill: 17,
} as const

/** Stack effect of the saturating conversions, by the number after the prefix 0xFC. */
export const SATURATING = [0x7f, 0x7f, 0x7f, 0x7f, 0x7e, 0x7e, 0x7e, 0x7e] as const
