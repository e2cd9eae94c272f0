import { hex, type Hex } from '../../hex.js'
import { bytesOf, heightOf, resultOf, wordsOf, type FrameState } from '../../library-internals.js'
import type { Before, Fault } from './faults.js'
import { OP } from './opcodes.js'
import type { Watch } from './watch.js'
import type { Step } from './watcher.js'

/** A step as it is shown. What costs time to show is looked up only by those who look. */
export class Shown implements Step {
  readonly pc: number
  readonly opcode: number
  readonly gas: bigint
  readonly cost: bigint
  readonly error: string | undefined
  readonly #run: FrameState
  #memoryWords: bigint
  #popped = 0
  readonly #watch: Watch
  readonly #fault: Fault | undefined
  /** Whether its gas was reckoned, though it may not be there. */
  readonly #reckoned: boolean

  constructor(run: FrameState, before: Before, cost: bigint, watch: Watch, fault: Fault | undefined) {
    this.pc = run.programCounter
    this.opcode = run.opCode
    this.gas = before.gas
    this.cost = cost
    this.error = fault?.late !== undefined ? undefined : fault?.words
    this.#run = run
    this.#memoryWords = before.memoryWords
    this.#watch = watch
    this.#fault = fault
    this.#reckoned = fault === undefined || (fault.words === 'out of gas' && before.gas >= before.base)
  }

  /** The same after the opcode has run and failed: with the memory that it was given, without what it took from the stack. */
  failed(): this {
    this.#memoryWords = this.#fault?.late?.memoryWords ?? this.#run.memoryWordCount
    this.#popped = this.#fault?.late?.popped ?? 0
    return this
  }

  get depth(): number {
    return this.#run.env.depth + 1
  }

  get address(): Hex {
    return hex(this.#run.env.address.bytes)
  }

  get code(): Uint8Array {
    return this.#run.env.code
  }

  get stack(): readonly bigint[] {
    const { stack } = this.#run
    return wordsOf(stack).slice(0, heightOf(stack) - this.#popped)
  }

  get memory(): Uint8Array {
    const length = Number(this.#memoryWords) * 32
    const bytes = bytesOf(this.#run.memory)
    if (bytes.length >= length) return bytes.subarray(0, length)
    const padded = new Uint8Array(length)
    padded.set(bytes)
    return padded
  }

  get returnData(): Uint8Array {
    return this.#run.returnBytes
  }

  get refund(): bigint {
    return this.#watch.refund + this.#run.gasRefund + (this.#reckoned ? this.#destroying() : 0n)
  }

  /** The library refunds a self-destruction when it runs, go-ethereum when it reckons what it costs. */
  #destroying(): bigint {
    if (this.opcode !== OP.SELFDESTRUCT || resultOf(this.#run.interpreter).selfdestruct.has(this.address)) return 0n
    return this.#watch.common.param('selfdestructRefundGas')
  }
}
