import type { LogEntry } from '../chain/receipt.js'
import { OP } from '../execution/watch/opcodes.js'
import type { Emitted, Entered, Exited } from '../execution/watch/watcher.js'
import { word, type Hex } from '../hex.js'
import type { Tracer } from './tracer.js'

/** The log that represents a transfer of the chain's native coin. Source: execution-apis, `eth_simulateV1`, ERC-7528. */
const COIN: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A log with its number in its block. */
export interface NumberedLog extends LogEntry {
  readonly index: number
}

/**
 * The logs of an execution in their order, and, if wanted, a `Transfer` for each transfer of the coin. Those of failed calls are
 * dropped, but their numbers are not reused.
 */
export class Transfers implements Tracer {
  readonly #moves: boolean
  readonly #logs: { count: number }
  readonly #frames: NumberedLog[][] = [[]]

  /** @param logs how many logs there were before; counted on. */
  constructor(moves: boolean, logs: { count: number }) {
    this.#moves = moves
    this.#logs = logs
  }

  enter({ type, from, to, value = 0n }: Entered): void {
    this.#frames.push([])
    if (this.#moves && value > 0n && type !== OP.DELEGATECALL && type !== OP.CALLCODE)
      this.#push({ address: COIN, topics: [TRANSFER, topic(from), topic(to)], data: word(value) })
  }

  log({ address, topics, data }: Emitted): void {
    this.#push({ address, topics, data })
  }

  exit({ reverted }: Exited): void {
    const logs = this.#frames.pop()!
    if (!reverted) this.#frames.at(-1)!.push(...logs)
  }

  result(): NumberedLog[] {
    return this.#frames[0]!
  }

  #push(log: LogEntry): void {
    this.#frames.at(-1)!.push({ ...log, index: this.#logs.count++ })
  }
}

const topic = (address: Hex): Hex => word(BigInt(address))
