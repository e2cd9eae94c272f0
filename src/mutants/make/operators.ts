/** Opcodes of i32 and i64 comparisons, and what each becomes at its boundary. */
const I32_EQ = 0x46
const I64_EQ = 0x51
/** From `eq` on: eq, ne, lt_s, lt_u, gt_s, gt_u, le_s, le_u, ge_s, ge_u. */
const BOUNDARY = [1, 0, 6, 7, 8, 9, 2, 3, 4, 5]

const firstOf = (opcode: number): number | undefined =>
  [I32_EQ, I64_EQ].find((first) => opcode >= first && opcode < first + BOUNDARY.length)

export const isComparison = (opcode: number): boolean => firstOf(opcode) !== undefined

/** Whether it compares by size. */
export const isOrdering = (opcode: number): boolean => {
  const first = firstOf(opcode)
  return first !== undefined && opcode - first >= 2
}

export const isEquality = (opcode: number): boolean => isComparison(opcode) && !isOrdering(opcode)
export const isI64Equality = (opcode: number): boolean => opcode === I64_EQ

/** `lt` for `le`, `ne` for `eq`. */
export function boundaryOf(opcode: number): number {
  const first = firstOf(opcode)!
  return first + BOUNDARY[opcode - first]!
}

const I64_ADD = 0x7c
const I32_ADD = 0x6a
/** From `add` on: add, sub, mul, div_s, div_u, rem_s, rem_u. */
const OPPOSITE = [1, 0, 4, 2, 2, 4, 4]
export const SIGNS = ['+', '-', '*', '/', '/', '%', '%']

/** Order from `add` on of an operator that calculates; undefined for others. */
export function calculation(opcode: number): number | undefined {
  const first = [I32_ADD, I64_ADD].find((one) => opcode >= one && opcode < one + OPPOSITE.length)
  return first === undefined ? undefined : opcode - first
}

export const isI64Sum = (opcode: number): boolean => opcode === I64_ADD || opcode === I64_ADD + 1

export function oppositeOf(opcode: number): number {
  const order = calculation(opcode)!
  return opcode - order + OPPOSITE[order]!
}

/** Calls that calculate: the end of a name, and of the one in its place. */
export const CALLS: readonly (readonly [string, string, string])[] = [
  ['::checked_add', '::checked_sub', '-'],
  ['::checked_sub', '::checked_add', '+'],
  ['::checked_mul', '::checked_div', '/'],
  ['::checked_div', '::checked_mul', '*'],
  ['::saturating_add', '::saturating_sub', '-'],
  ['::saturating_sub', '::saturating_add', '+'],
  ['::wrapping_add', '::wrapping_sub', '-'],
  ['::wrapping_sub', '::wrapping_add', '+'],
  ['::Add>::add', '::Sub>::sub', '-'],
  ['::Sub>::sub', '::Add>::add', '+'],
  ['::Mul>::mul', '::Div>::div', '/'],
  ['::AddAssign>::add_assign', '::SubAssign>::sub_assign', '-='],
  ['::SubAssign>::sub_assign', '::AddAssign>::add_assign', '+='],
  ['::Ord>::min', '::Ord>::max', 'max'],
  ['::Ord>::max', '::Ord>::min', 'min'],
]

export const OP = {
  if: 0x04,
  end: 0x0b,
  brIf: 0x0d,
  call: 0x10,
  callIndirect: 0x11,
  drop: 0x1a,
  localGet: 0x20,
  localSet: 0x21,
  globalGet: 0x23,
  globalSet: 0x24,
  i32Const: 0x41,
  i64Const: 0x42,
  eqz: 0x45,
} as const
