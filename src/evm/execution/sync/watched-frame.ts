import { bytesOf, heightOf, pop, push, setBytes, setHeight, wordsOf } from '../../library-frames.js'
import type { Hex } from '../../hex.js'
import { NO_BYTES } from '../../../base/index.js'
import { runQuickly, type Frame } from '../fast/loop.js'
import { OP } from '../watch/opcodes.js'
import type { Step } from '../watch/watcher.js'
import { VmFailure } from './failure.js'
import type { SyncFrame } from './frame.js'
import { memoryPrice } from './memory.js'
import { COLD_SLOT, OPERATIONS, PRAGUE, WARM } from './prices.js'
import { step } from './step.js'
import { AboutToCall, type Watch } from './watch.js'

/** More than any opcode costs. */
const PLENTY = 1n << 62n
const STACK = 1024

/** Opcodes that overwrite memory and are not the quick loop's. */
const OVERWRITES: ReadonlySet<number> = new Set([OP.EXTCODECOPY, OP.RETURNDATACOPY, OP.MCOPY])

/** Runs code opcode by opcode, each of which the watcher sees before. @throws VmFailure. Source: go-ethereum core/vm/interpreter.go */
export function runWatched(
  frame: SyncFrame,
  quick: Frame,
  watch: Watch,
): { readonly gas: bigint; readonly data: Uint8Array } {
  const { run, of } = frame
  if (of.code.length === 0) return { gas: run.gasLeft, data: NO_BYTES }
  for (;;) {
    const opcode = of.code[run.programCounter] ?? OP.STOP
    const { cost, error, refund } = priceOf(frame, opcode, watch)
    const shown = new Shown(frame, opcode, cost, refund, error)
    watch.watcher.opcode?.(shown)
    try {
      if (advance(frame, opcode, quick, cost, error)) return { gas: run.gasLeft, data: frame.data ?? NO_BYTES }
    } catch (failure) {
      if (failure instanceof VmFailure && error === undefined) watch.watcher.fault?.(shown, failure.message)
      throw failure
    }
  }
}

/** @returns whether that was the end of the code @throws VmFailure */
function advance(frame: SyncFrame, opcode: number, quick: Frame, cost: bigint, error: string | undefined): boolean {
  const { run } = frame
  if (error === undefined && PRAGUE.fees[opcode]! >= 0) {
    const left = run.gasLeft - cost
    // With no gas for another opcode the quick loop runs one.
    run.gasLeft = cost
    const reason = runQuickly({ ...quick, table: ENDS.has(opcode) ? PRAGUE : NO_ENDS })
    if (run.gasLeft === 0n || reason === 'ended') {
      run.gasLeft = left
      if (opcode === OP.GAS) {
        pop(run.stack)
        push(run.stack, left)
      }
      // Code that has come to its end shows a last opcode.
      return reason === 'ended' && ENDS.has(opcode)
    }
    run.gasLeft = left + cost
  }
  if (opcode === OP.STOP) return true
  step(frame)
  return frame.data !== undefined
}

/** They end code, and may cost nothing. */
const ENDS: ReadonlySet<number> = new Set([OP.STOP, OP.RETURN])
const NO_ENDS = {
  ...PRAGUE,
  fees: PRAGUE.fees.map((fee, opcode) => (ENDS.has(opcode) ? -1 : fee)),
}

interface Price {
  readonly cost: bigint
  /** Why it cannot be paid; undefined for what fails when it runs. */
  readonly error: string | undefined
  /** What is refunded so far, with it. */
  readonly refund: bigint
}

function priceOf(frame: SyncFrame, opcode: number, watch: Watch): Price {
  const { run, machine } = frame
  const operation = OPERATIONS[opcode]
  const { refund } = machine.state
  if (operation === undefined) return { cost: 0n, error: undefined, refund }
  const { takes, gives, price } = operation
  const base = BigInt(price)
  const height = heightOf(run.stack)
  const refused = (error: string): Price => ({ cost: base, error, refund })
  if (height < takes) return refused(`stack underflow (${height} <=> ${takes})`)
  const most = STACK + takes - gives
  if (height > most) return refused(`stack limit reached ${height} (${most})`)
  if (run.gasLeft < base) return refused('out of gas')
  if (PRAGUE.fees[opcode]! >= 0) {
    try {
      const cost = quickPrice(frame, opcode, base)
      return { cost, error: cost > run.gasLeft ? 'out of gas' : undefined, refund }
    } catch (failure) {
      return refused((failure as VmFailure).message)
    }
  }
  const tried = tryOut(frame, opcode, run.gasLeft, watch)
  if (tried.error === 'out of gas') return { ...tried, cost: tryOut(frame, opcode, PLENTY, watch).cost }
  return tried.error === undefined ? tried : refused(tried.error)
}

/** The price of an opcode of the quick loop. @throws VmFailure for memory that no number of 64 bits counts */
function quickPrice({ run, of, machine }: SyncFrame, opcode: number, base: bigint): bigint {
  const [words, height] = [wordsOf(run.stack), heightOf(run.stack)]
  const peek = (index: number): bigint => words[height - 1 - index]!
  const memory = (offset: bigint, size: bigint): bigint => memoryPrice(run, [{ offset, size }])
  const perWord = (size: bigint): bigint => (size + 31n) / 32n
  switch (opcode) {
    case OP.KECCAK256:
      return base + memory(peek(0), peek(1)) + 6n * perWord(peek(1))
    case OP.CALLDATACOPY:
    case OP.CODECOPY:
      return base + memory(peek(0), peek(2)) + 3n * perWord(peek(2))
    case OP.MLOAD:
    case OP.MSTORE:
      return base + memory(peek(0), 32n)
    case OP.MSTORE8:
      return base + memory(peek(0), 1n)
    case OP.RETURN:
      return base + memory(peek(0), peek(1))
    case OP.SLOAD:
      return BigInt(machine.state.isWarmSlot(of.self, peek(0)) ? WARM : COLD_SLOT)
    default:
      return base
  }
}

/** Runs an opcode for what it costs, up to the call that it makes, and undoes it. */
function tryOut(frame: SyncFrame, opcode: number, gas: bigint, watch: Watch): Price {
  const { run, machine } = frame
  const { state } = machine
  const { programCounter, gasLeft, memoryWordCount, highestMemCost } = run
  const [bytes, height] = [bytesOf(run.memory), heightOf(run.stack)]
  const stack = wordsOf(run.stack).slice(0, height)
  const snapshot = state.snapshot()
  if (OVERWRITES.has(opcode)) setBytes(run.memory, bytes.slice())
  run.gasLeft = gas
  watch.isTrying = true
  let extra = 0n
  let error: string | undefined
  try {
    step(frame)
  } catch (failure) {
    if (failure instanceof AboutToCall) extra = failure.extra
    else if (!(failure instanceof VmFailure)) throw failure
    else if (/^(?:out of gas|gas uint64 overflow)/.test(failure.message)) error = failure.message
  } finally {
    watch.isTrying = false
  }
  const tried = { cost: gas - run.gasLeft - extra, error, refund: state.refund }
  state.revert(snapshot)
  for (const [i, word] of stack.entries()) wordsOf(run.stack)[i] = word
  setHeight(run.stack, height)
  setBytes(run.memory, bytes)
  Object.assign(run, { programCounter, gasLeft, memoryWordCount, highestMemCost })
  frame.data = undefined
  return tried
}

/** An opcode as it is shown to a watcher. What is expensive to collect is collected on access. */
class Shown implements Step {
  readonly pc: number
  readonly opcode: number
  readonly gas: bigint
  readonly cost: bigint
  readonly refund: bigint
  readonly error: string | undefined
  readonly #frame: SyncFrame

  constructor(frame: SyncFrame, opcode: number, cost: bigint, refund: bigint, error: string | undefined) {
    this.pc = frame.run.programCounter
    this.opcode = opcode
    this.gas = frame.run.gasLeft
    this.cost = cost
    this.refund = refund
    this.error = error
    this.#frame = frame
  }
  get depth(): number {
    return this.#frame.of.depth + 1
  }
  get address(): Hex {
    return this.#frame.of.self
  }
  get code(): Uint8Array {
    return this.#frame.of.code
  }
  get stack(): readonly bigint[] {
    const { stack } = this.#frame.run
    return wordsOf(stack).slice(0, heightOf(stack))
  }
  get memory(): Uint8Array {
    const { memory, memoryWordCount } = this.#frame.run
    return bytesOf(memory).subarray(0, Number(memoryWordCount) * 32)
  }
  get returnData(): Uint8Array {
    return this.#frame.returned
  }
}
