import type { EVMResult, InterpreterStep, Message } from '@ethereumjs/evm'
import { quantity, type Hex } from '../hex.js'
import { StructLogs } from './struct-logs.js'
import type { TraceEnd, TraceStart, Tracer } from './tracer.js'

interface Log {
  readonly pc: number
  readonly op: string
  readonly gas: number
  readonly gasCost: number
  readonly depth: number
  readonly stack?: readonly Hex[]
  readonly memory?: readonly Hex[]
  readonly refund?: number
  readonly error?: string
}

/** A line of JSON for each opcode, and one for the end. Source: EIP-3155; go-ethereum eth/tracers/logger/logger_json.go. */
export class StandardTrace implements Tracer {
  private readonly logs = new StructLogs({ enableMemory: true, disableStorage: true })
  private readonly codes = new Map([['STOP', 0]])

  start(start: TraceStart): void {
    this.logs.start(start)
  }

  enter(message: Message): void {
    this.logs.enter(message)
  }

  leave(result: EVMResult): void {
    this.logs.leave(result)
  }

  step(step: InterpreterStep): void {
    this.codes.set(step.opcode.name, step.opcode.code)
    this.logs.step(step)
  }

  result(end: TraceEnd): string {
    const { structLogs, returnValue } = this.logs.result(end) as { structLogs: readonly Log[]; returnValue: Hex }
    const lines: object[] = structLogs.map(({ pc, op, gas, gasCost, depth, stack, memory, refund, error }) => ({
      pc,
      op: this.codes.get(op),
      gas: quantity(gas),
      gasCost: quantity(gasCost),
      memSize: 32 * (memory?.length ?? 0),
      stack,
      depth,
      refund: refund ?? 0,
      opName: op,
      ...(error === undefined ? {} : { error }),
    }))
    lines.push({
      output: returnValue.slice(2),
      gasUsed: quantity(end.gasUsed),
      ...(end.failure === undefined ? {} : { error: end.failure }),
    })
    return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  }
}
