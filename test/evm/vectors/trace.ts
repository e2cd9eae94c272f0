import { createHash } from 'node:crypto'
import type { Entered, Exited, Step } from '../../../src/evm/execution/watch/watcher.js'
import type { Tracer } from '../../../src/evm/tracers/tracer.js'
import { brief, plain } from './words.js'

/** The hash of what a tracer is told, a line for each event, as reference/evm has it. */
export class Trace implements Tracer {
  /** For a look at what differs. */
  readonly lines: string[] = []

  enter({ depth, type, from, to, gas, value = 0n, input }: Entered): void {
    this.line(`enter ${depth} ${type} ${from.slice(2)} ${to.slice(2)} ${gas} ${value.toString(16)} ${brief(input)}`)
  }

  exit({ depth, gasUsed, output, error = '', reverted }: Exited): void {
    this.line(`exit ${depth} ${gasUsed} ${brief(output)} ${error} ${reverted}`)
  }

  opcode({ depth, pc, opcode, gas, cost, stack, memory, refund, error = '' }: Step): void {
    const top = stack.length === 0 ? '' : stack.at(-1)!.toString(16)
    this.line(`${depth} ${pc} ${opcode} ${gas} ${cost} ${stack.length} ${top} ${memory.length} ${refund} ${error}`)
  }

  fault({ depth, pc, opcode }: Step, error: string): void {
    this.line(`fault ${depth} ${pc} ${opcode} ${error}`)
  }

  result(): string | undefined {
    if (this.lines.length === 0) return undefined
    return plain(
      createHash('sha256')
        .update(`${this.lines.join('\n')}\n`)
        .digest()
        .subarray(0, 6),
    )
  }

  private line(text: string): void {
    this.lines.push(text)
  }
}
