import { NO_BYTES } from '../../base/index.js'
import { OP, nameOf } from '../execution/watch/opcodes.js'
import type { Step } from '../execution/watch/watcher.js'
import { hex, quantity, word, type Hex } from '../hex.js'
import { OBJECT, TEXT, WORD_BYTES, type Budget } from '../execution/budget.js'
import type { TraceEnd, TraceStart, Tracer } from './tracer.js'

export interface StructLogOptions {
  readonly enableMemory?: boolean | undefined
  readonly disableStack?: boolean | undefined
  readonly disableStorage?: boolean | undefined
  readonly enableReturnData?: boolean | undefined
  /** Bytes of entries after which no more are added; 0 is no limit. */
  readonly limit?: number | undefined
  /** Whether words of memory and storage are written without 0x. */
  readonly bareWords?: boolean
}

interface Entry {
  readonly pc: number
  readonly op: string
  readonly gas: number
  readonly gasCost: number
  readonly depth: number
  readonly error?: string
  readonly stack?: readonly Hex[]
  readonly memory?: readonly string[]
  readonly storage?: Readonly<Record<string, string>>
  readonly returnData?: Hex
  readonly refund?: number
}

/** Bytes of the members that each entry has. */
const ENTRY = OBJECT + 6 * TEXT

/** One entry for each opcode. Source: go-ethereum eth/tracers/logger/logger.go. */
export class StructLogs implements Tracer {
  readonly #options: StructLogOptions
  readonly #budget: Budget
  readonly #entries: Entry[] = []
  readonly #storage = new Map<Hex, Record<string, string>>()
  #size = 0
  #state!: TraceStart['state']

  constructor(options: StructLogOptions, budget: Budget) {
    this.#options = options
    this.#budget = budget
  }

  start({ state }: TraceStart): void {
    this.#state = state
  }

  opcode(step: Step): void {
    const options = this.#options
    const { limit = 0 } = options
    if (limit !== 0 && this.#size > limit) return
    const { pc, opcode, gas, cost, depth, error, refund } = step
    const storage = options.disableStorage === true ? undefined : this.#storageAt(step)
    const memory = options.enableMemory === true ? step.memory : NO_BYTES
    const returnData = options.enableReturnData === true ? step.returnData : NO_BYTES
    const stack = options.disableStack === true ? undefined : step.stack.map(quantity)
    this.#budget.take(
      ENTRY +
        (stack?.reduce((bytes, { length }) => bytes + length + TEXT, 0) ?? 0) +
        (memory.length / 32) * WORD_BYTES +
        2 * returnData.length +
        (storage === undefined ? 0 : 2 * WORD_BYTES * Object.keys(storage).length),
    )
    const entry: Entry = {
      pc,
      op: nameOf(opcode),
      gas: Number(gas),
      gasCost: Number(cost),
      depth,
      ...(error === undefined ? {} : { error }),
      ...(stack === undefined ? {} : { stack }),
      ...(memory.length === 0 ? {} : { memory: words(memory).map((one) => this.#written(one)) }),
      ...(storage === undefined ? {} : { storage }),
      ...(returnData.length === 0 ? {} : { returnData: hex(returnData) }),
      ...(refund === 0n ? {} : { refund: Number(refund) }),
    }
    if (limit !== 0) this.#size += sizeOf(entry)
    this.#entries.push(entry)
  }

  result({ gasUsed, failure, returnData }: TraceEnd): unknown {
    return {
      gas: Number(gasUsed),
      failed: failure !== undefined,
      returnValue: failure === undefined || failure === 'revert' ? hex(returnData) : '0x',
      structLogs: this.#entries,
    }
  }

  /** The slots of the contract that were seen so far, at an opcode that accesses one. */
  #storageAt({ opcode, stack, address, error }: Step): Record<string, string> | undefined {
    if ((opcode !== OP.SLOAD && opcode !== OP.SSTORE) || error !== undefined) return undefined
    const slot = stack.at(-1)!
    const value = opcode === OP.SSTORE ? stack.at(-2)! : this.#state.storage(address, slot)
    const seen = { ...this.#storage.get(address), [this.#written(word(slot))]: this.#written(word(value)) }
    this.#storage.set(address, seen)
    return seen
  }

  #written(one: Hex): string {
    return this.#options.bareWords === true ? one.slice(2) : one
  }
}

const words = (memory: Uint8Array): Hex[] =>
  Array.from({ length: memory.length / 32 }, (_, i) => hex(memory.subarray(i * 32, i * 32 + 32)))

/** Bytes of an entry as Go writes it: characters with a meaning in HTML take six. */
function sizeOf(entry: Entry): number {
  const text = JSON.stringify(entry)
  return text.length + 5 * (text.match(/[<>&]/g)?.length ?? 0)
}
