import { KIND, Kind, readU32, skipDeadCode, skipOperator, type Body, type Module } from '../vm/wasm/index.js'

const UNREACHABLE = 0x00
const NOP = 0x01
const BLOCK = 0x02
const LOOP = 0x03
const IF = 0x04
const ELSE = 0x05
const END = 0x0b
const BR = 0x0c
const BR_IF = 0x0d
const BR_TABLE = 0x0e
const RETURN = 0x0f

/** Operators that only structure code: they do nothing at run time. */
const FORM: ReadonlySet<number> = new Set([NOP, BLOCK, LOOP, ELSE, END])
const LEAVES: ReadonlySet<number> = new Set([UNREACHABLE, BR, BR_TABLE, RETURN])

/** A branch: `if` or `br_if`. */
interface Choice {
  /** Where execution continues if the condition is zero, and if it is not. */
  readonly onZero: number
  readonly onOther: number
}

/** An operator that does something. */
export interface Instruction {
  readonly position: number
  readonly choice: Choice | undefined
}

/** The operators of a function that can run, in order, without those that only structure it. The module must be valid. */
export function instructionsOf({ bytes }: Pick<Module, 'bytes'>, body: Body): readonly Instruction[] {
  const targets = targetsOf(bytes, body)
  const found: Instruction[] = []
  for (let pos = body.code; pos < body.end;) {
    const opcode = bytes[pos]!
    const next = skipOperator(bytes, pos)
    if (!FORM.has(opcode)) found.push({ position: pos, choice: targets.get(pos) })
    pos = LEAVES.has(opcode) ? skipDeadCode(bytes, next) : next
  }
  return found
}

interface Frame {
  readonly opcode: number
  readonly at: number
  readonly body: number
  readonly branches: number[]
  else: number | undefined
}

/** Where `if` and `br_if` lead. */
function targetsOf(bytes: Uint8Array, body: Body): ReadonlyMap<number, Choice> {
  const choices = new Map<number, Choice>()
  const frames: Frame[] = [{ opcode: BLOCK, at: -1, body: body.code, branches: [], else: undefined }]
  for (let pos = body.code; pos < body.end;) {
    const opcode = bytes[pos]!
    const next = skipOperator(bytes, pos)
    if (opcode === BLOCK || opcode === LOOP || opcode === IF)
      frames.push({ opcode, at: pos, body: next, branches: [], else: undefined })
    else if (opcode === ELSE) frames.at(-1)!.else = next
    else if (opcode === BR_IF) {
      const frame = frames.at(-1 - readU32(bytes, pos + 1))
      if (frame?.opcode === LOOP) choices.set(pos, { onZero: next, onOther: frame.body })
      else frame?.branches.push(pos)
    } else if (opcode === END) {
      const frame = frames.pop()!
      for (const at of frame.branches) choices.set(at, { onZero: skipOperator(bytes, at), onOther: next })
      if (frame.opcode === IF) choices.set(frame.at, { onZero: frame.else ?? next, onOther: frame.body })
    }
    pos = next
  }
  return choices
}

/** How far a path is followed. */
const MAX_STEPS = 60

/** Whether the code at a position runs straight into `unreachable`, as calls of functions that panic do. */
export function endsInPanic({ bytes }: Pick<Module, 'bytes'>, { end }: Body, position: number): boolean {
  let pos = position
  for (let step = 0; step < MAX_STEPS && pos < end; step++) {
    const opcode = bytes[pos]!
    if (opcode === UNREACHABLE) return true
    const kind = KIND[opcode]
    // After an `else` that was not entered comes its end.
    if (opcode === ELSE || kind === Kind.br || kind === Kind.brIf || kind === Kind.brTable) return false
    if (opcode === IF || opcode === LOOP || opcode === RETURN) return false
    pos = skipOperator(bytes, pos)
  }
  return false
}
