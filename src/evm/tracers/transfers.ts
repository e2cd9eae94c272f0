import type { EVMResult, InterpreterStep, Message } from '@ethereumjs/evm'
import type { LogEntry } from '../blockchain.js'
import { hex, word, type Hex } from '../hex.js'
import type { State } from '../state/state.js'
import { logOf } from './calls.js'
import type { TraceStart, Tracer } from './tracer.js'

/** What a move of the chain's own coin looks like as a log. Source: execution-apis, `eth_simulateV1`, ERC-7528. */
const COIN: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A log with its number in its block. */
export interface NumberedLog extends LogEntry {
  readonly index: number
}

/**
 * The logs of an execution in their order, and, if wanted, a `Transfer` for each move of the coin. Those of failed calls are
 * dropped, but their numbers are not given again.
 */
export class Transfers implements Tracer {
  private readonly moves: boolean
  private readonly logs: { count: number }
  private readonly frames: NumberedLog[][] = [[]]
  private state: State | undefined
  private opcode = ''

  /** @param logs how many logs there were before; counted on. */
  constructor(moves: boolean, logs: { count: number }) {
    this.moves = moves
    this.logs = logs
  }

  start({ state }: TraceStart): void {
    this.state = state
  }

  enter({ caller, to, value, delegatecall, depth }: Message): void {
    this.frames.push([])
    // A contract that is being made has no address yet: `leave` fills it in.
    if (value > 0n && !delegatecall && !(depth > 0 && this.opcode === 'CALLCODE'))
      this.add(caller.toString(), to?.toString() ?? COIN, value)
  }

  step(step: InterpreterStep): void {
    const { opcode, stack, address } = step
    this.opcode = opcode.name
    if (opcode.code >= 0xa0 && opcode.code <= 0xa4) {
      const { address, topics, data } = logOf(step, 0)
      this.push({ address, topics, data })
    } else if (opcode.name === 'SELFDESTRUCT') {
      const from = address.toString()
      const value = this.state?.balance(from) ?? 0n
      if (value > 0n) this.add(from, `0x${word(stack.at(-1) ?? 0n).slice(26)}`, value)
    }
  }

  leave({ execResult, createdAddress }: EVMResult): void {
    const logs = this.frames.pop()!
    if (execResult.exceptionError !== undefined) return
    const made = createdAddress === undefined ? undefined : topic(hex(createdAddress.bytes))
    const named = logs.map((log) =>
      made !== undefined && log.address === COIN && log.topics[2] === topic(COIN)
        ? { ...log, topics: [log.topics[0]!, log.topics[1]!, made] }
        : log,
    )
    this.frames.at(-1)!.push(...named)
  }

  result(): NumberedLog[] {
    return this.frames[0]!
  }

  private add(from: Hex, to: Hex, value: bigint): void {
    if (this.moves) this.push({ address: COIN, topics: [TRANSFER, topic(from), topic(to)], data: word(value) })
  }

  private push(log: LogEntry): void {
    this.frames.at(-1)!.push({ ...log, index: this.logs.count++ })
  }
}

const topic = (address: Hex): Hex => word(BigInt(address))
