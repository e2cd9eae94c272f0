import type { Hex } from '../hex.js'
import { quantity } from '../hex.js'
import type { Entered, Exited } from '../execution/watch/watcher.js'
import type { Budget } from '../execution/budget.js'
import { FlatCalls, flatten, parityError, type FlatCall } from './flat-calls.js'
import type { TraceEnd, TraceStart, Tracer } from './tracer.js'

/** A call as OpenEthereum reports it: a failed one has no result, and a self-destruction has the result null. */
export type ParityTrace = Omit<FlatCall, 'result'> & { readonly result?: FlatCall['result'] | null }

const ERRORS: Readonly<Record<string, string>> = { 'write protection': 'Mutable Call In Static Context' }

const inItsWords = (error: string): string => ERRORS[error.replace(/^out of gas: /, '')] ?? parityError(error)

/** The calls as OpenEthereum lists them: gas of the outermost is what the EVM was given. */
export class ParityCalls implements Tracer {
  readonly #calls: FlatCalls

  constructor(budget: Budget) {
    this.#calls = new FlatCalls({}, budget, true)
  }

  start(start: TraceStart): void {
    this.#calls.start(start)
  }

  enter(call: Entered): void {
    this.#calls.enter(call)
  }

  exit(end: Exited): void {
    this.#calls.exit(end)
  }

  result(end: TraceEnd): ParityTrace[] {
    const root = this.#calls.tree(end)
    if (root === null) return []
    return flatten(root, inItsWords).map(({ result, ...call }): ParityTrace =>
      call.error === undefined ? { ...call, result: result ?? null } : call,
    )
  }
}

type Change<T> = '=' | { '+': T } | { '-': T } | { '*': { from: T; to: T } }

export interface AccountState {
  readonly balance: bigint
  readonly nonce: bigint
  readonly code: Hex
  readonly storage: ReadonlyMap<Hex, Hex>
}

/** What a transaction changed of an account; undefined when nothing. */
export function stateDiff(was: AccountState, is: AccountState): unknown {
  const there = exists(was)
  const still = exists(is)
  if (!there && !still) return undefined
  const change = <T>(before: T, after: T): Change<T> => {
    if (!there) return { '+': after }
    if (!still) return { '-': before }
    return before === after ? '=' : { '*': { from: before, to: after } }
  }
  const storage = [...is.storage]
    .map(([slot, after]) => [slot, was.storage.get(slot)!, after] as const)
    .filter(([, before, after]) => before !== after)
    .map(([slot, before, after]) => [slot, there ? { '*': { from: before, to: after } } : { '+': after }])
  const diff = {
    balance: change(quantity(was.balance), quantity(is.balance)),
    nonce: change(quantity(was.nonce), quantity(is.nonce)),
    code: change(was.code, is.code),
    storage: Object.fromEntries(storage) as unknown,
  }
  const same = diff.balance === '=' && diff.nonce === '=' && diff.code === '=' && storage.length === 0
  return same ? undefined : diff
}

const exists = ({ balance, nonce, code }: AccountState): boolean => balance !== 0n || nonce !== 0n || code !== '0x'
