import type { EVMResult, InterpreterStep, Message } from '@ethereumjs/evm'
import { failureOf } from '../execution/apply.js'
import { revertReason } from '../execution/revert.js'
import { hex, quantity, word, type Hex } from '../hex.js'
import type { State } from '../state/state.js'
import type { TraceEnd, TraceStart, Tracer } from './tracer.js'

export interface CallOptions {
  readonly onlyTopCall?: boolean | undefined
  readonly withLog?: boolean | undefined
  /** Gas of the outermost call as the EVM sees it, what the transaction itself costs taken off. */
  readonly innerGas?: boolean | undefined
}

interface CallLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  /** How many calls of the frame came before it. */
  readonly position: Hex
}

export interface CallFrame {
  type: string
  from: Hex
  to?: Hex
  value?: Hex
  gas: Hex
  gasUsed: Hex
  input: Hex
  output?: Hex
  error?: string
  revertReason?: string
  calls?: CallFrame[]
  logs?: CallLog[]
}

const SELFDESTRUCT = 0xff

/** The tree of calls. Source: go-ethereum eth/tracers/native/call.go. */
export class Calls implements Tracer {
  private readonly options: CallOptions
  private readonly open: CallFrame[] = []
  private state: State | undefined
  private gas = 0n
  private opcode = ''
  /** The outermost call, once it is over. */
  root: CallFrame | undefined

  constructor(options: CallOptions = {}) {
    this.options = options
  }

  start({ state, gas }: TraceStart): void {
    this.state = state
    this.gas = gas
  }

  step(step: InterpreterStep): void {
    this.opcode = step.opcode.name
    const frame = this.open.at(-1)
    if (frame === undefined) return
    if (step.opcode.code === SELFDESTRUCT) this.selfdestruct(frame, step)
    else if (this.options.withLog === true && step.opcode.code >= 0xa0 && step.opcode.code <= 0xa4)
      (frame.logs ??= []).push(logOf(step, frame.calls?.length ?? 0))
  }

  enter(message: Message): void {
    const parent = this.open.at(-1)
    const type = parent === undefined ? (message.to === undefined ? 'CREATE' : 'CALL') : this.opcode
    const own = message.to?.toString()
    const borrowed = type === 'DELEGATECALL' || type === 'CALLCODE'
    const to = borrowed ? message.codeAddress.toString() : own
    const value = type === 'DELEGATECALL' ? parent?.value : quantity(message.value)
    this.open.push({
      type,
      from: borrowed && own !== undefined ? own : message.caller.toString(),
      gas: quantity(parent === undefined && this.options.innerGas !== true ? this.gas : message.gasLimit),
      gasUsed: '0x0',
      ...(to === undefined ? {} : { to }),
      input: hex(inputOf(message)),
      ...(type === 'STATICCALL' || value === undefined ? {} : { value }),
    })
  }

  leave({ execResult, createdAddress }: EVMResult): void {
    const frame = this.open.pop()
    if (frame === undefined) return
    const { exceptionError, returnValue } = execResult
    frame.gasUsed = quantity(execResult.executionGasUsed)
    const failure = failureOf(exceptionError)
    if (frame.type.startsWith('CREATE') && createdAddress !== undefined && failure === undefined)
      frame.to = hex(createdAddress.bytes)
    if (failure === undefined || failure === 'revert') {
      if (returnValue.length > 0) frame.output = hex(returnValue)
    }
    if (failure !== undefined) {
      frame.error = failure === 'revert' ? 'execution reverted' : failure
      const reason = failure === 'revert' ? revertReason(returnValue) : undefined
      if (reason !== undefined) frame.revertReason = reason
      dropLogs(frame)
    }
    const parent = this.open.at(-1)
    if (parent === undefined) this.root = frame
    else if (this.options.onlyTopCall !== true) (parent.calls ??= []).push(frame)
  }

  result({ gasUsed }: TraceEnd): CallFrame | null {
    if (this.root === undefined) return null
    if (this.options.innerGas !== true) this.root.gasUsed = quantity(gasUsed)
    return this.root
  }

  private selfdestruct(frame: CallFrame, { stack, address }: InterpreterStep): void {
    if (this.options.onlyTopCall === true) return
    const from = address.toString()
    const to = hex(Buffer.from(word(stack.at(-1) ?? 0n).slice(26), 'hex'))
    const value = quantity(this.state?.balance(from) ?? 0n)
    ;(frame.calls ??= []).push({ type: 'SELFDESTRUCT', from, gas: '0x0', gasUsed: '0x0', to, input: '0x', value })
  }
}

/** A creation's code is its input. */
const inputOf = ({ to, data, code }: Message): Uint8Array =>
  to === undefined && code instanceof Uint8Array && code.length > 0 ? code : data

/** What a failed call logged never was. */
function dropLogs(frame: CallFrame): void {
  delete frame.logs
  for (const call of frame.calls ?? []) dropLogs(call)
}

export function logOf({ stack, memory, address, opcode }: InterpreterStep, position: number): CallLog {
  const offset = Number(stack.at(-1) ?? 0n)
  const length = Number(stack.at(-2) ?? 0n)
  // Memory that is not there yet reads as zero.
  const data = new Uint8Array(Math.min(length, 1 << 24))
  if (length > 0) data.set(memory.subarray(offset, offset + data.length))
  const topics = Array.from({ length: opcode.code - 0xa0 }, (_, i) => word(stack.at(-3 - i) ?? 0n))
  return { address: address.toString(), topics, data: hex(data), position: quantity(position) }
}
