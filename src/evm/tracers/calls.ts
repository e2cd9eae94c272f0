import { nameOf } from '../execution/watch/opcodes.js'
import type { Emitted, Entered, Exited } from '../execution/watch/watcher.js'
import { revertReason } from '../execution/revert.js'
import { hex, quantity, type Hex } from '../hex.js'
import { OBJECT, TEXT, WORD_BYTES, type Budget } from '../execution/budget.js'
import type { TraceEnd, TraceStart, Tracer } from './tracer.js'

export interface CallOptions {
  readonly onlyTopCall?: boolean | undefined
  readonly withLog?: boolean | undefined
  /** Gas of the outermost call as the EVM sees it: without the intrinsic gas of the transaction. */
  readonly innerGas?: boolean | undefined
}

interface CallLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  /** Its number in the block. */
  readonly index: Hex
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

/** Bytes of a frame without its input and output. */
export const FRAME = OBJECT + 9 * TEXT + 4 * WORD_BYTES

/** The tree of calls. Source: go-ethereum eth/tracers/native/call.go. */
export class Calls implements Tracer {
  readonly needsCall = true
  readonly #options: CallOptions
  readonly #budget: Budget
  readonly #open: CallFrame[] = []
  #gas = 0n
  #depth = 0
  /** The outermost call. */
  root: CallFrame | undefined

  constructor(options: CallOptions, budget: Budget) {
    this.#options = options
    this.#budget = budget
  }

  start({ gas }: TraceStart): void {
    this.#gas = gas
  }

  enter({ depth, type, from, to, input, gas, value }: Entered): void {
    this.#depth = depth
    if (this.#options.onlyTopCall === true && depth > 0) return
    this.#budget.take(FRAME + 2 * input.length)
    const frame: CallFrame = {
      type: nameOf(type),
      from,
      gas: quantity(depth === 0 && this.#options.innerGas !== true ? this.#gas : gas),
      gasUsed: '0x0',
      to,
      input: hex(input),
      ...(value === undefined ? {} : { value: quantity(value) }),
    }
    this.#open.push(frame)
    this.root ??= frame
  }

  exit({ depth, output, gasUsed, error, reverted }: Exited): void {
    this.#depth = depth - 1
    if (this.#options.onlyTopCall === true && depth > 0) return
    this.#budget.take(2 * output.length)
    const frame = this.#open.pop()!
    frame.gasUsed = quantity(gasUsed)
    // A failure that is not rolled back does not count as one.
    finish(frame, output, reverted ? error : undefined)
    const parent = this.#open.at(-1)
    if (parent !== undefined) (parent.calls ??= []).push(frame)
  }

  log({ address, topics, data, index }: Emitted): void {
    const { onlyTopCall, withLog } = this.#options
    const frame = this.#open.at(-1)
    if (withLog !== true || frame === undefined || (onlyTopCall === true && this.#depth > 0)) return
    this.#budget.take(logBytes(topics, data))
    const position = quantity(frame.calls?.length ?? 0)
    ;(frame.logs ??= []).push({ address, topics, data, index: quantity(index), position })
  }

  /** The innermost call that is still open. */
  get current(): CallFrame | undefined {
    return this.#open.at(-1)
  }

  result({ gasUsed, isUntold }: TraceEnd): CallFrame | null {
    if (this.root === undefined) return null
    if (this.#options.innerGas !== true) this.root.gasUsed = quantity(gasUsed)
    if (isUntold !== true) dropLogs(this.root, false)
    return this.root
  }
}

/** Bytes of a log of a frame. */
export const logBytes = (topics: readonly Hex[], data: Hex): number =>
  OBJECT + (topics.length + 2) * WORD_BYTES + data.length

/** What a frame reports about its end. */
export function finish(
  frame: Pick<CallFrame, 'type' | 'to' | 'output' | 'error' | 'revertReason'>,
  output: Uint8Array,
  error: string | undefined,
): void {
  if (error !== undefined) {
    frame.error = error
    if (frame.type.startsWith('CREATE')) delete frame.to
    if (error !== 'execution reverted') return
    const reason = revertReason(output)
    if (reason !== undefined) frame.revertReason = reason
  }
  if (output.length > 0) frame.output = hex(output)
}

interface Logging {
  error?: string
  logs?: unknown[]
  calls?: readonly Logging[]
}

/** Drops the logs of failed calls. */
export function dropLogs(frame: Logging, parentFailed: boolean): void {
  const failed = parentFailed || frame.error !== undefined
  if (failed) delete frame.logs
  for (const call of frame.calls ?? []) dropLogs(call, failed)
}
