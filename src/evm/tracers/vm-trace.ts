import type { EVMResult, InterpreterStep, Message } from '@ethereumjs/evm'
import { hex, quantity, type Hex } from '../hex.js'
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
  /** The last opcode, whose effects show at the next. */
  last: { readonly operation: Operation; readonly step: InterpreterStep } | undefined
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

const PUSHES_NOTHING =
  /^(?:STOP|POP|MSTORE8?|SSTORE|TSTORE|JUMPI?|JUMPDEST|LOG\d|RETURN|REVERT|INVALID|SELFDESTRUCT|.*COPY)$/

/** Every opcode with what it pushed, wrote and stored, in the tree of calls. */
export class VmTrace implements Tracer {
  private readonly open: Open[] = []
  private root: VmFrame | undefined

  enter({ code, data, to }: Message): void {
    const bytes = code instanceof Uint8Array ? code : to === undefined ? data : new Uint8Array(0)
    const frame: VmFrame = { code: hex(bytes), ops: [] }
    const caller = this.open.at(-1)?.last
    if (caller !== undefined) caller.operation.sub = frame
    this.open.push({ frame, last: undefined })
  }

  step(step: InterpreterStep): void {
    const current = this.open.at(-1)
    if (current === undefined) return
    this.finish(current, step)
    const operation: Operation = {
      pc: step.pc,
      cost: Number(step.opcode.dynamicFee ?? BigInt(step.opcode.fee)),
      ex: null,
      sub: null,
    }
    current.frame.ops.push(operation)
    current.last = { operation, step: { ...step, stack: [...step.stack] } }
  }

  leave({ execResult }: EVMResult): void {
    const current = this.open.pop()
    if (current === undefined) return
    const { last, frame } = current
    if (execResult.runState !== undefined && frame.code === '0x') frame.code = hex(execResult.runState.code)
    if (last !== undefined && execResult.exceptionError === undefined)
      last.operation.ex = { used: Number(last.step.gasLeft) - last.operation.cost, push: [], mem: null, store: null }
    if (this.open.length === 0) this.root = frame
  }

  result(): VmFrame | null {
    return this.root ?? null
  }

  /** What the opcode before this one did. */
  private finish({ last }: Open, now: InterpreterStep): void {
    if (last === undefined) return
    const { operation, step } = last
    const { name } = step.opcode
    const many = /^(?:DUP|SWAP)(\d+)$/.exec(name)
    const pushed = many !== null ? Number(many[1]) + 1 : PUSHES_NOTHING.test(name) ? 0 : 1
    const [key, val] = [step.stack.at(-1), step.stack.at(-2)]
    operation.ex = {
      used: Number(now.gasLeft),
      push: pushed === 0 ? [] : now.stack.slice(-pushed).map(quantity),
      mem: written(step, now),
      store:
        name === 'SSTORE' && key !== undefined && val !== undefined ? { key: quantity(key), val: quantity(val) } : null,
    }
  }
}

function written(step: InterpreterStep, now: InterpreterStep): { off: number; data: Hex } | null {
  const where = WRITES[step.opcode.name]
  if (where === undefined) return null
  const [offsetAt, lengthAt] = where
  const offset = step.stack.at(-1 - offsetAt) ?? 0n
  const length = typeof lengthAt === 'bigint' ? lengthAt : (step.stack.at(-1 - lengthAt) ?? 0n)
  if (length === 0n || offset + length > BigInt(now.memory.length)) return null
  const start = Number(offset)
  return { off: start, data: hex(now.memory.subarray(start, start + Number(length))) }
}
