import { OP, nameOf } from '../execution/watch/opcodes.js'
import type { Entered, Exited, Step } from '../execution/watch/watcher.js'
import { hex, quantity, type Hex } from '../hex.js'
import { OBJECT, TEXT, WORD_BYTES, type Budget } from '../execution/budget.js'
import type { Tracer } from './tracer.js'

interface Operation {
  readonly pc: number
  readonly cost: number
  ex: { used: number; push: Hex[]; mem: { off: number; data: Hex } | null; store: { key: Hex; val: Hex } | null } | null
  sub: VmFrame | null
}

/** The opcodes of one call. Source: OpenEthereum, the trace module of its JSON-RPC. */
export interface VmFrame {
  code: Hex
  readonly ops: Operation[]
}

interface Open {
  readonly frame: VmFrame
  /** The last opcode, whose effects become visible at the next one. */
  last:
    | { readonly operation: Operation; readonly name: string; readonly stack: readonly bigint[]; readonly left: number }
    | undefined
}

/** Where an opcode writes to memory: the places of offset and length from the top of the stack. */
const WRITES: Readonly<Record<string, readonly [number, number | bigint]>> = {
  MSTORE: [0, 32n],
  MSTORE8: [0, 1n],
  MCOPY: [0, 2],
  CALLDATACOPY: [0, 2],
  CODECOPY: [0, 2],
  RETURNDATACOPY: [0, 2],
  EXTCODECOPY: [1, 3],
  CALL: [5, 6],
  CALLCODE: [5, 6],
  DELEGATECALL: [4, 5],
  STATICCALL: [4, 5],
}

/** Bytes of an opcode without what it pushed and wrote. */
const OPERATION = 2 * OBJECT + 6 * TEXT + 2 * WORD_BYTES

const PUSHES_NOTHING =
  /^(?:STOP|POP|MSTORE8?|SSTORE|TSTORE|JUMPI?|JUMPDEST|LOG\d|RETURN|REVERT|INVALID|SELFDESTRUCT|.*COPY)$/

/** Every opcode with what it pushed, wrote and stored, in the tree of calls. */
export class VmTrace implements Tracer {
  readonly #budget: Budget
  readonly #open: Open[] = []
  #root: VmFrame | undefined

  constructor(budget: Budget) {
    this.#budget = budget
  }

  enter({ type }: Entered): void {
    this.#budget.take(OBJECT + TEXT)
    const frame: VmFrame = { code: '0x', ops: [] }
    const caller = this.#open.at(-1)?.last
    if (caller !== undefined && type !== OP.SELFDESTRUCT) caller.operation.sub = frame
    this.#open.push({ frame, last: undefined })
  }

  opcode(step: Step): void {
    const current = this.#open.at(-1)!
    this.#finish(current, step)
    if (current.last === undefined) {
      this.#budget.take(2 * step.code.length)
      current.frame.code = hex(step.code)
    }
    this.#budget.take(OPERATION)
    const operation: Operation = { pc: step.pc, cost: Number(step.cost), ex: null, sub: null }
    current.frame.ops.push(operation)
    const left = Number(step.gas - step.cost)
    current.last = { operation, name: nameOf(step.opcode), stack: step.stack, left }
  }

  exit({ error }: Exited): void {
    const { last, frame } = this.#open.pop()!
    const caller = this.#open.at(-1)?.last
    // What fails before it begins runs nothing.
    if (error !== undefined && last === undefined && caller !== undefined) caller.operation.sub = null
    if (last !== undefined && error === undefined)
      last.operation.ex = { used: last.left, push: [], mem: null, store: null }
    if (this.#open.length === 0) this.#root = frame
  }

  result(): VmFrame | null {
    return this.#root ?? null
  }

  /** What the opcode before this one did. */
  #finish({ last }: Open, now: Step): void {
    if (last === undefined) return
    const { operation, name, stack } = last
    const many = /^(?:DUP|SWAP)(\d+)$/.exec(name)
    const pushed = many !== null ? Number(many[1]) + 1 : PUSHES_NOTHING.test(name) ? 0 : 1
    const [key, val] = [stack.at(-1), stack.at(-2)]
    const mem = written(name, stack, now)
    this.#budget.take(pushed * WORD_BYTES + (mem?.data.length ?? 0))
    operation.ex = {
      used: Number(now.gas),
      push: pushed === 0 ? [] : now.stack.slice(-pushed).map(quantity),
      mem,
      store:
        name === 'SSTORE' && key !== undefined && val !== undefined ? { key: quantity(key), val: quantity(val) } : null,
    }
  }
}

function written(name: string, stack: readonly bigint[], now: Step): { off: number; data: Hex } | null {
  const where = WRITES[name]
  if (where === undefined) return null
  const [offsetAt, lengthAt] = where
  const offset = stack.at(-1 - offsetAt) ?? 0n
  const length = typeof lengthAt === 'bigint' ? lengthAt : (stack.at(-1 - lengthAt) ?? 0n)
  if (length === 0n || offset + length > BigInt(now.memory.length)) return null
  const start = Number(offset)
  return { off: start, data: hex(now.memory.subarray(start, start + Number(length))) }
}
