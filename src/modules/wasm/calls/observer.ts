import { SudoboxError } from '../../../base/index.js'
import { addressText, ContextKey, GAS_TAP, type Context, type Event } from '../../../chain/index.js'
import type { Coin } from '../../../codec/wasm/index.js'
import type { Key } from '../../../store/index.js'
import {
  messageName,
  type EntryPoint,
  type GasUsed,
  type HostCall,
  type MadeCall,
  type VmError,
} from '../../../vm/internal.js'

/** A contract is about to be called. */
export interface CallBegin {
  readonly entryPoint: EntryPoint
  /** Bech32. */
  readonly contract: string
  readonly codeId: bigint
  /** The message as the contract gets it. */
  readonly message: Uint8Array
  /** Sender and funds of an `instantiate` or `execute`; undefined for other entry points. */
  readonly info: { readonly sender: string; readonly funds: readonly Coin[] } | undefined
  /** Whether it is a double of a test. */
  readonly isDouble: boolean
  /** Gas consumed on the meter before the contract was loaded. */
  readonly gasBefore: number
}

/** The contract itself has returned; its submessages follow. Not reported when the call failed earlier, for example for lack of funds. */
export interface CallRun {
  /** SDK gas from the start of the call: loading, funds, execution with queries and storage. */
  readonly sdkGas: number
  readonly vmGas: GasUsed
  /** Error text of the VM or the contract, unwrapped. */
  readonly error: string | undefined
  /** The VM's error, if the VM failed. */
  readonly vmError: VmError | undefined
  /** The call, so that it can be made again; undefined for a double. */
  readonly made?: MadeCall | undefined
  /** For an error thrown by a double: its place in the test code. */
  readonly thrownAt?: readonly string[]
}

/** The call has ended, including all submessages and replies. */
export interface CallEnd {
  /** SDK gas from before the contract was loaded to the end of the call, submessages included. */
  readonly sdkGas: number
  /** Log text of the error with which the call failed. */
  readonly error: string | undefined
  /** Events of the call and its submessages that are kept; none when it failed. */
  readonly events: readonly Event[]
  readonly data: Uint8Array | undefined
}

/** The outermost call that ended last ran under the sudo limit. */
export interface LimitedCall {
  /** Bech32. */
  readonly contract: string
  /** SDK gas that it used, at most the limit. */
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  /** The recorded failure: the redacted error and the full one; undefined when it succeeded. */
  readonly failure: { readonly id: bigint; readonly error: string; readonly details: string } | undefined
}

/** One operation of a contract on its own storage. */
export interface StorageOperation {
  /** `next` is a step of an iterator that `scan` opened. */
  readonly kind: 'read' | 'write' | 'remove' | 'scan' | 'next'
  /** The key as the contract sees it. For a scan, the start; undefined for none, or at the end of an iterator. */
  readonly key: Key | undefined
  /** SDK gas that it used. */
  readonly gas: number
}

/** A message or query of a contract that a chain module handles, not a contract. */
export interface ModuleCall {
  readonly kind: 'message' | 'query'
  /** Bech32 of the contract. */
  readonly contract: string
  /** The message as wasmd decodes it; exactly one member is set. */
  readonly content: object
}

/** The module has returned. */
export interface ModuleEnd {
  /** SDK gas that it used, including contracts that it called. */
  readonly sdkGas: number
  /** Log text of the error with which it failed. */
  readonly error: string | undefined
}

/** A call or a creation in an EVM inside the chain. */
export interface EvmCall {
  /** The opcode that makes it: `CALL`, `DELEGATECALL`, `CREATE`, … */
  readonly opcode: string
  readonly from: Uint8Array
  /** Whose code runs; the new address for a creation. */
  readonly to: Uint8Array
  readonly input: Uint8Array
  /** In the coin of the chain. */
  readonly value: bigint
  /** Gas that it may use. */
  readonly gas: bigint
}

export interface EvmCallEnd {
  /** What it returned, or reverted with. */
  readonly output: Uint8Array
  readonly gasUsed: bigint
  /** In the EVM's words; undefined if it succeeded. */
  readonly error: string | undefined
}

/** Observes every contract call; nested calls come between begin and end of the outer one. Must not throw. */
export interface Observer {
  begin(call: CallBegin): void
  ran(run: CallRun): void
  end(end: CallEnd): void
  limited?(call: LimitedCall): void
  /** A module is called; contract calls that it causes come between this and {@link moduleEnd}. */
  moduleBegin?(call: ModuleCall): void
  moduleEnd?(end: ModuleEnd): void
  /** A layer around an IBC application makes the next call; undefined when it is over. */
  layer?(name: string | undefined): void
  /** A call in an EVM inside the chain, of contracts and of precompiled ones; what it calls comes between this and {@link evmEnd}. */
  evmBegin?(call: EvmCall): void
  evmEnd?(end: EvmCallEnd): void
  /** A call to a contract that does not exist. */
  absent?(contract: string): void
  /** Optional; without it the module spends no time on this. */
  storage?(operation: StorageOperation): void
  /** The running contract called the chain. Optional; without it the module spends no time on this. */
  readonly hostCall?: ((call: HostCall) => void) | undefined
  /** The VM refuses a code that other releases accept. @param hints which releases, in lines of text */
  refusedCode?(hints: readonly string[]): void
  /** The running contract prints a debug message; undefined when it cannot be read. */
  debug?(text: () => string | undefined): void
}

/** Set an observer here to receive every call under this context. */
export const OBSERVER = new ContextKey<Observer>('wasm observer')

/** Whether anybody receives the calls under this context. */
export const isObserved = (ctx: Context): boolean =>
  ctx.value(OBSERVER) !== undefined || ctx.value(GAS_TAP) !== undefined

/** Runs a call between the observer's begin and end, and as a call of the listener of gas; without them, just runs it. */
export function observed(ctx: Context, call: CallBegin, run: () => Uint8Array | undefined): Uint8Array | undefined {
  const tap = ctx.value(GAS_TAP)
  if (tap === undefined) return reported(ctx, call, run)
  const depth = tap.begin(callName(call))
  try {
    return reported(ctx, call, run)
  } finally {
    tap.end(depth)
  }
}

/** Tells the observer that a layer around an IBC application makes the call. */
export function calledBy<T>(ctx: Context, layer: string, run: () => T): T {
  const observer = ctx.value(OBSERVER)
  observer?.layer?.(layer)
  try {
    return run()
  } finally {
    observer?.layer?.(undefined)
  }
}

/** The name of a call in reports: its entry point and the name of its message. */
function callName({ entryPoint, message }: CallBegin): string {
  const name = messageName(entryPoint, message)
  return name === undefined ? entryPoint : `${entryPoint} ${name}`
}

/** A chain's error without what Sudobox adds to it. */
const textOf = (error: unknown): string =>
  error instanceof SudoboxError ? error.shortMessage : error instanceof Error ? error.message : String(error)

function reported(ctx: Context, call: CallBegin, run: () => Uint8Array | undefined): Uint8Array | undefined {
  const observer = ctx.value(OBSERVER)
  if (observer === undefined) return run()
  const eventsBefore = ctx.events.events.length
  const end = (error: string | undefined, data: Uint8Array | undefined) =>
    observer.end({
      sdkGas: ctx.gasMeter.consumed - call.gasBefore,
      error,
      events: error === undefined ? ctx.events.events.slice(eventsBefore) : [],
      data,
    })
  observer.begin(call)
  try {
    const data = run()
    end(undefined, data)
    return data
  } catch (error) {
    end(textOf(error), undefined)
    throw error
  }
}

/** Runs a call of a module and reports it to the observer, with its gas. */
export function moduleObserved<T>(
  ctx: Context,
  contract: Uint8Array,
  kind: ModuleCall['kind'],
  content: object,
  run: () => T,
): T {
  const tap = ctx.value(GAS_TAP)
  if (tap === undefined) return moduleReported(ctx, contract, kind, content, run)
  const depth = tap.begin(`${kind} ${contentName(content)}`)
  try {
    return moduleReported(ctx, contract, kind, content, run)
  } finally {
    tap.end(depth)
  }
}

/** Such as `bank.send`: exactly one member is set, and mostly one in it. */
function contentName(content: object): string {
  const [[kind, inner] = ['', undefined]] = Object.entries(content).filter(([, value]) => value !== undefined)
  const set =
    typeof inner === 'object' && inner !== null
      ? Object.entries(inner).filter(([, value]) => typeof value === 'object' && value !== null)
      : []
  return set.length === 1 && kind !== 'stargate' && kind !== 'grpc' ? `${kind}.${set[0]![0]}` : kind
}

function moduleReported<T>(
  ctx: Context,
  contract: Uint8Array,
  kind: ModuleCall['kind'],
  content: object,
  run: () => T,
): T {
  const observer = ctx.value(OBSERVER)
  if (observer?.moduleBegin === undefined) return run()
  const before = ctx.gasMeter.consumed
  const end = (error: string | undefined) => observer.moduleEnd?.({ sdkGas: ctx.gasMeter.consumed - before, error })
  observer.moduleBegin({ kind, contract: addressText(ctx.prefix, contract), content })
  try {
    const value = run()
    end(undefined)
    return value
  } catch (error) {
    end(textOf(error))
    throw error
  }
}
