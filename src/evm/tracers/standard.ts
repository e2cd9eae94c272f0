import { nameOf } from '../execution/watch/opcodes.js'
import type { Exited, Step } from '../execution/watch/watcher.js'
import { quantity } from '../hex.js'
import { TEXT, type Budget } from '../execution/budget.js'
import type { Tracer } from './tracer.js'

/** A line of JSON for each opcode, and one for the end of each call. Source: EIP-3155; go-ethereum eth/tracers/logger/logger_json.go. */
export class StandardTrace implements Tracer {
  readonly #lines: string[] = []
  readonly #budget: Budget

  constructor(budget: Budget) {
    this.#budget = budget
  }

  opcode(step: Step): void {
    this.#add(step, step.error)
  }

  fault(step: Step, error: string): void {
    this.#add(step, error)
  }

  exit({ output, gasUsed, error }: Exited): void {
    this.#write({
      output: Buffer.from(output).toString('hex'),
      gasUsed: quantity(gasUsed),
      ...(error === undefined ? {} : { error }),
    })
  }

  result(): string {
    return this.#lines.join('')
  }

  #add({ pc, opcode, gas, cost, depth, stack, memory, refund }: Step, error: string | undefined): void {
    this.#write({
      pc,
      op: opcode,
      gas: quantity(gas),
      gasCost: quantity(cost),
      memSize: memory.length,
      stack: stack.map(quantity),
      depth,
      refund: Number(refund),
      opName: nameOf(opcode),
      ...(error === undefined ? {} : { error }),
    })
  }

  #write(line: object): void {
    const text = `${JSON.stringify(line)}\n`
    this.#budget.take(text.length + TEXT)
    this.#lines.push(text)
  }
}
