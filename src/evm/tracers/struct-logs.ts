import type { EVMResult, InterpreterStep, Message } from '@ethereumjs/evm'
import { failureOf } from '../execution/apply.js'
import { hex, quantity, word, type Hex } from '../hex.js'
import type { State } from '../state/state.js'
import type { TraceEnd, TraceStart, Tracer } from './tracer.js'

export interface StructLogOptions {
  readonly enableMemory?: boolean | undefined
  readonly disableStack?: boolean | undefined
  readonly disableStorage?: boolean | undefined
  readonly enableReturnData?: boolean | undefined
  /** The most entries; 0 is all. */
  readonly limit?: number | undefined
}

interface Entry {
  pc: number
  op: string
  gas: number
  gasCost: number
  depth: number
  stack?: Hex[]
  memory?: Hex[]
  storage?: Record<Hex, Hex>
  returnData?: Hex
  refund?: number
  error?: string
}

type RunState = NonNullable<EVMResult['execResult']['runState']>

interface Frame {
  last: Entry | undefined
  returned: Uint8Array
}

/** Gas that a call with value gives on top, which its caller does not pay. */
const STIPEND = 2300n
/** Entries that are kept whatever the limit: a longer trace would not fit into memory. */
const MAX_ENTRIES = 1_000_000

/** One entry for each opcode. Source: go-ethereum eth/tracers/logger, in the encoding of the execution API. */
export class StructLogs implements Tracer {
  private readonly options: StructLogOptions
  private readonly entries: Entry[] = []
  private readonly frames: Frame[] = []
  private readonly storage = new Map<Hex, Record<Hex, Hex>>()
  private state: State | undefined

  constructor(options: StructLogOptions) {
    this.options = options
  }

  start({ state }: TraceStart): void {
    this.state = state
  }

  enter({ gasLimit, value, delegatecall, depth }: Message): void {
    const caller = this.frames.at(-1)?.last
    // What a call hands on is part of what it costs; the library tells it only now.
    if (caller !== undefined && /CALL/.test(caller.op))
      caller.gasCost += Number(gasLimit - (value > 0n && !delegatecall && depth > 0 ? STIPEND : 0n))
    this.frames.push({ last: undefined, returned: new Uint8Array(0) })
  }

  leave({ execResult }: EVMResult): void {
    this.addStop(execResult.runState)
    const frame = this.frames.pop()
    if (
      execResult.exceptionError !== undefined &&
      execResult.exceptionError.error !== 'revert' &&
      frame?.last !== undefined
    )
      frame.last.error = failureOf(execResult.exceptionError)!
    const caller = this.frames.at(-1)
    if (caller !== undefined) caller.returned = execResult.returnValue
  }

  step(step: InterpreterStep): void {
    if (this.full()) return
    const { options } = this
    const frame = this.frames.at(-1)
    const entry: Entry = {
      pc: step.pc,
      op: step.opcode.name,
      gas: Number(step.gasLeft),
      gasCost: Number(step.opcode.dynamicFee ?? BigInt(step.opcode.fee)),
      depth: step.depth + 1,
    }
    if (step.gasRefund > 0n) entry.refund = Number(step.gasRefund)
    if (options.disableStack !== true) entry.stack = step.stack.map(quantity)
    if (options.enableMemory === true && step.memory.length > 0) entry.memory = words(step.memory)
    if (options.enableReturnData === true && frame !== undefined && frame.returned.length > 0)
      entry.returnData = hex(frame.returned)
    if (options.disableStorage !== true) this.addStorage(entry, step)
    this.entries.push(entry)
    if (frame !== undefined) frame.last = entry
  }

  /** Code that ends without an opcode to end it stops; the library does not tell of that step. */
  private addStop(run: RunState | undefined): void {
    const frame = this.frames.at(-1)
    const last = frame?.last
    if (run === undefined || last === undefined || run.programCounter < run.code.length) return
    if (run.programCounter !== run.code.length || /^(?:STOP|RETURN|REVERT|SELFDESTRUCT|INVALID)$/.test(last.op)) return
    if (this.full()) return
    const entry: Entry = { pc: run.programCounter, op: 'STOP', gas: Number(run.gasLeft), gasCost: 0, depth: last.depth }
    if (run.gasRefund > 0n) entry.refund = Number(run.gasRefund)
    if (this.options.disableStack !== true) entry.stack = run.stack.getStack().map(quantity)
    if (this.options.enableMemory === true && run.memoryWordCount > 0n)
      entry.memory = words(run.memory._store.slice(0, Number(run.memoryWordCount) * 32))
    this.entries.push(entry)
  }

  private full(): boolean {
    const { limit } = this.options
    return this.entries.length >= (limit !== undefined && limit > 0 ? limit : MAX_ENTRIES)
  }

  result({ gasUsed, failure, returnData }: TraceEnd): unknown {
    return {
      gas: Number(gasUsed),
      failed: failure !== undefined,
      returnValue: failure === undefined || failure === 'revert' ? hex(returnData) : '0x',
      structLogs: this.entries,
    }
  }

  private addStorage(entry: Entry, { opcode: { name }, stack, address }: InterpreterStep): void {
    if (name !== 'SLOAD' && name !== 'SSTORE') return
    const slot = stack.at(-1)
    if (slot === undefined) return
    const contract = address.toString()
    const value = name === 'SSTORE' ? stack.at(-2) : this.state?.storage(contract, slot)
    const seen = { ...this.storage.get(contract), [word(slot)]: word(value ?? 0n) }
    this.storage.set(contract, seen)
    entry.storage = seen
  }
}

const words = (memory: Uint8Array): Hex[] =>
  Array.from({ length: memory.length / 32 }, (_, i) => hex(memory.subarray(i * 32, i * 32 + 32)))
