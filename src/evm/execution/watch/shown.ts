import { hex, type Hex } from '../../hex.js'
import { bytesOf, heightOf, resultOf, wordsOf, type FrameState } from '../../library-frames.js'
import type { Before, ExceptionalHalt } from './exceptional-halts.js'
import { OP } from './opcodes.js'
import type { HookDispatcher } from './hook-dispatcher.js'
import type { Step } from './watcher.js'

/** A step as it is shown to a watcher. What is expensive to collect is collected on access. */
export class Shown implements Step {
  readonly pc: number
  readonly opcode: number
  readonly gas: bigint
  readonly cost: bigint
  readonly error: string | undefined
  readonly #run: FrameState
  #memoryWords: bigint
  #popped = 0
  readonly #hooks: HookDispatcher
  readonly #halt: ExceptionalHalt | undefined
  /** Whether its gas was computed, even if there was too little of it. */
  readonly #reckoned: boolean

  constructor(run: FrameState, before: Before, cost: bigint, hooks: HookDispatcher, halt: ExceptionalHalt | undefined) {
    this.pc = run.programCounter
    this.opcode = run.opCode
    this.gas = before.gas
    this.cost = cost
    this.error = halt?.late !== undefined ? undefined : halt?.words
    this.#run = run
    this.#memoryWords = before.memoryWords
    this.#hooks = hooks
    this.#halt = halt
    this.#reckoned = halt === undefined || (halt.words === 'out of gas' && before.gas >= before.base)
  }

  /** The step after its opcode has failed: with the memory it expanded, without the words it popped. */
  failed(): this {
    this.#memoryWords = this.#halt?.late?.memoryWords ?? this.#run.memoryWordCount
    this.#popped = this.#halt?.late?.popped ?? 0
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
    return this.#hooks.refund + this.#run.gasRefund + (this.#reckoned ? this.#destroying() : 0n)
  }

  /** The library refunds a self-destruct when it runs, go-ethereum when it computes its cost. */
  #destroying(): bigint {
    if (this.opcode !== OP.SELFDESTRUCT || resultOf(this.#run.interpreter).selfdestruct.has(this.address)) return 0n
    return this.#hooks.common.param('selfdestructRefundGas')
  }
}
