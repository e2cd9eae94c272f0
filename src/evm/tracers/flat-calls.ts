import type { Emitted, Entered, Exited } from '../execution/watch/watcher.js'
import type { Hex } from '../hex.js'
import type { Budget } from '../execution/budget.js'
import { Calls, type CallFrame } from './calls.js'
import type { Place, TraceEnd, TraceStart, Tracer } from './tracer.js'

export interface FlatOptions {
  /** Errors in OpenEthereum's words. */
  readonly convertParityErrors?: boolean | undefined
  /** Whether calls of precompiled contracts are shown too. */
  readonly includePrecompiles?: boolean | undefined
}

/** A call, creation or self-destruction with its place in the tree. Source: OpenEthereum, the trace module of its JSON-RPC. */
export interface FlatCall {
  readonly type: 'call' | 'create' | 'suicide'
  readonly action: Readonly<Record<string, string | undefined>>
  readonly result?: Readonly<Record<string, Hex>>
  readonly error?: string
  readonly subtraces: number
  /** The path of indices in the tree: empty for the outermost. */
  readonly traceAddress: readonly number[]
}

const ERRORS: Readonly<Record<string, string>> = {
  'contract creation code storage out of gas': 'Out of gas',
  'out of gas': 'Out of gas',
  'gas uint64 overflow': 'Out of gas',
  'max code size exceeded': 'Out of gas',
  'invalid jump destination': 'Bad jump destination',
  'execution reverted': 'Reverted',
  'return data out of bounds': 'Out of bounds',
  'stack limit reached 1024 (1023)': 'Out of stack',
  'precompiled failed': 'Built-in failed',
  'invalid input length': 'Built-in failed',
}

const BEGINNINGS: readonly (readonly [string, string])[] = [
  ['out of gas:', 'Out of gas'],
  ['invalid opcode:', 'Bad instruction'],
  ['stack underflow', 'Stack underflow'],
]

/** go-ethereum's error in OpenEthereum's words, where it has an equivalent. */
export const parityError = (error: string): string =>
  ERRORS[error] ?? BEGINNINGS.find(([beginning]) => error.startsWith(beginning))?.[1] ?? error

/** Bytes of one index of a place in the tree. */
const INDEX = 8

/** The calls as a list. Source: go-ethereum eth/tracers/native/call_flat.go. */
export class FlatCalls implements Tracer {
  readonly needsCall = true
  readonly #options: FlatOptions
  readonly #budget: Budget
  readonly #calls: Calls
  #precompiles: ReadonlySet<Hex> = new Set()
  #place: Place | undefined

  /** @param innerGas as in {@link Calls} */
  constructor(options: FlatOptions, budget: Budget, innerGas = false) {
    this.#options = options
    this.#budget = budget
    this.#calls = new Calls({ innerGas }, budget)
  }

  start(start: TraceStart): void {
    this.#precompiles = start.precompiles
    this.#place = start.place
    this.#calls.start(start)
  }

  enter(call: Entered): void {
    // Its place in the tree.
    this.#budget.take(call.depth * INDEX)
    // Only the outermost call may have no value.
    this.#calls.enter(call.depth > 0 && call.value === undefined ? { ...call, value: 0n } : call)
  }

  exit(end: Exited): void {
    this.#calls.exit(end)
    const calls = this.#calls.current?.calls
    const last = calls?.at(-1)
    if (end.depth === 0 || last === undefined || this.#options.includePrecompiles === true) return
    if ((last.type === 'CALL' || last.type === 'STATICCALL') && this.#precompiles.has(last.to!)) calls!.pop()
  }

  log(log: Emitted): void {
    this.#calls.log(log)
  }

  /** The calls as a tree. */
  tree(end: TraceEnd): CallFrame | null {
    return this.#calls.result(end)
  }

  result(end: TraceEnd): (FlatCall & Record<string, unknown>)[] {
    const root = this.tree(end)
    const place = this.#place
    const where = {
      blockHash: place?.blockHash ?? null,
      blockNumber: Number(place?.blockNumber ?? 0n),
      transactionHash: place?.transactionHash ?? null,
      transactionPosition: place?.transactionIndex ?? 0,
    }
    const convert = this.#options.convertParityErrors === true ? parityError : (error: string) => error
    return root === null ? [] : flatten(root, convert).map((call) => ({ ...call, ...where }))
  }
}

/** A tree of calls as a list, each before those below it. */
export function flatten(root: CallFrame, convert: (error: string) => string): FlatCall[] {
  const list: FlatCall[] = []
  const add = (frame: CallFrame, traceAddress: readonly number[]): void => {
    const { calls = [], error } = frame
    const { result, ...described } = describe(frame)
    list.push({
      ...described,
      // The return data of a revert has its reason.
      ...(result === undefined || (error !== undefined && error !== 'execution reverted') ? {} : { result }),
      ...(error === undefined ? {} : { error: convert(error) }),
      subtraces: calls.length,
      traceAddress,
    })
    for (const [index, call] of calls.entries()) add(call, [...traceAddress, index])
  }
  add(root, [])
  return list
}

function describe(frame: CallFrame): Pick<FlatCall, 'type' | 'action' | 'result'> {
  const { type, from, to, gas, gasUsed, input, output = '0x', value } = frame
  const paid = value === undefined ? {} : { value }
  if (type === 'SELFDESTRUCT') return { type: 'suicide', action: { address: from, balance: value, refundAddress: to } }
  if (type.startsWith('CREATE'))
    return {
      type: 'create',
      action: { creationMethod: type.toLowerCase(), from, gas, init: input, ...paid },
      result: { gasUsed, code: output, ...(to === undefined ? {} : { address: to }) },
    }
  return {
    type: 'call',
    action: { callType: type.toLowerCase(), from, gas, input, to, ...paid },
    result: { gasUsed, output },
  }
}
