import type { Hex } from '../hex.js'
import { quantity } from '../hex.js'
import type { CallFrame } from './calls.js'

/** A call, creation or self-destruction with its place in the tree. Source: OpenEthereum, the trace module of its JSON-RPC. */
export interface ParityTrace {
  readonly type: 'call' | 'create' | 'suicide'
  readonly action: Readonly<Record<string, unknown>>
  readonly result?: Readonly<Record<string, Hex>> | null
  readonly error?: string
  readonly subtraces: number
  /** At which place below which place: empty for the outermost. */
  readonly traceAddress: readonly number[]
}

const ERRORS: Readonly<Record<string, string>> = {
  'execution reverted': 'Reverted',
  'out of gas': 'Out of gas',
  'invalid opcode': 'Bad instruction',
  'invalid jump destination': 'Bad jump destination',
  'stack underflow': 'Stack underflow',
  'stack overflow': 'Out of stack',
  'write protection': 'Mutable Call In Static Context',
}

const CALL_TYPES: Readonly<Record<string, string>> = {
  CALL: 'call',
  STATICCALL: 'staticcall',
  DELEGATECALL: 'delegatecall',
  CALLCODE: 'callcode',
}

/** A tree of calls as a list, each before those below it. */
export function flatten(frame: CallFrame, traceAddress: readonly number[] = []): ParityTrace[] {
  const calls = frame.calls ?? []
  return [
    { ...described(frame), subtraces: calls.length, traceAddress },
    ...calls.flatMap((call, index) => flatten(call, [...traceAddress, index])),
  ]
}

function described(frame: CallFrame): Pick<ParityTrace, 'type' | 'action' | 'result' | 'error'> {
  const { type, from, to, gas, gasUsed, input, output = '0x', value = '0x0' } = frame
  if (type === 'SELFDESTRUCT')
    return { type: 'suicide', action: { address: from, balance: value, refundAddress: to }, result: null }
  const ended =
    frame.error === undefined
      ? { result: type.startsWith('CREATE') ? { address: to!, code: output, gasUsed } : { gasUsed, output } }
      : { error: ERRORS[frame.error] ?? frame.error }
  if (type.startsWith('CREATE')) return { type: 'create', action: { from, gas, init: input, value }, ...ended }
  return { type: 'call', action: { callType: CALL_TYPES[type], from, gas, input, to, value }, ...ended }
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
