import { addressText } from '../../../chain/address.js'
import { ContextKey, type Context } from '../../../chain/context.js'
import type { Event } from '../../../chain/events.js'
import type { Coin } from '../../../codec/wasm/index.js'
import type { Key } from '../../../store/key.js'
import type { EntryPoint } from '../../../vm/entry-points.js'
import type { VmError } from '../../../vm/errors.js'
import type { GasUsed } from '../../../vm/vm.js'

/** A contract is about to be called. */
export interface CallBegin {
  readonly entryPoint: EntryPoint
  /** Bech32. */
  readonly contract: string
  readonly codeId: bigint
  /** The message as the contract gets it. */
  readonly message: Uint8Array
  /** Of `instantiate` and `execute`. */
  readonly info: { readonly sender: string; readonly funds: readonly Coin[] } | undefined
  /** What the meter read before the contract was loaded. */
  readonly gasBefore: number
}

/** The contract's own run has ended; what it asked for follows. Absent when the call failed before it, for lack of funds for instance. */
export interface CallRun {
  /** SDK gas from the begin of the call on: loading, funds, the run with its queries and storage. */
  readonly sdkGas: number
  readonly vmGas: GasUsed
  /** What the VM or the contract said, without wrappings. */
  readonly error: string | undefined
  /** What the VM said, when it did. */
  readonly fault: VmError | undefined
}

/** The call has ended, and with it all submessages and replies. */
export interface CallEnd {
  /** SDK gas from before the contract was loaded to the end of the call, submessages included. */
  readonly sdkGas: number
  /** Log text of the error with which the call failed. */
  readonly error: string | undefined
  /** Events of the call and all below it that stand; none when it failed. */
  readonly events: readonly Event[]
  readonly data: Uint8Array | undefined
}

/** The outermost call that ended last was one under the sudo limit. */
export interface LimitedCall {
  /** Bech32. */
  readonly contract: string
  /** SDK gas that it used, at most the limit. */
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  /** What was recorded of its failure: the redacted error, and the full one; undefined when it succeeded. */
  readonly failure: { readonly id: bigint; readonly error: string; readonly details: string } | undefined
}

/** One operation of a contract on its own storage. */
export interface StorageOperation {
  /** `next` is a step of an iterator that `scan` opened. */
  readonly kind: 'read' | 'write' | 'remove' | 'scan' | 'next'
  /** As the contract knows it. Of a scan the start; undefined: none, or the end of an iterator. */
  readonly key: Key | undefined
  /** SDK gas that it took. */
  readonly gas: number
}

/** A message or query of a contract that a module of the chain answers, not a contract. */
export interface ModuleCall {
  readonly kind: 'message' | 'query'
  /** Bech32 of the contract. */
  readonly contract: string
  /** As wasmd reads it: one member of it is set. */
  readonly content: object
}

/** The module has answered. */
export interface ModuleEnd {
  /** SDK gas that it took, with contracts that it called. */
  readonly sdkGas: number
  /** Log text of the error with which it failed. */
  readonly error: string | undefined
}

/** Hears of every call of a contract, nested calls between the begin and end of the outer one. It must not throw. */
export interface Observer {
  begin(call: CallBegin): void
  ran(run: CallRun): void
  end(end: CallEnd): void
  limited?(call: LimitedCall): void
  /** A module is asked; calls of contracts that come of it stand between this and {@link moduleEnd}. */
  moduleBegin?(call: ModuleCall): void
  moduleEnd?(end: ModuleEnd): void
  /** A contract is called that is not there. */
  absent?(contract: string): void
  /** Left out: the module spends no time on it. */
  storage?(operation: StorageOperation): void
  /** The running contract prints a text for who debugs it; undefined where it cannot be read. */
  debug?(text: () => string | undefined): void
}

/** Put an observer here and every call below this context is reported. */
export const OBSERVER = new ContextKey<Observer>('wasm observer')

/** Runs a call between the observer's begin and end; without an observer it is only run. */
export function observed(ctx: Context, call: CallBegin, run: () => Uint8Array | undefined): Uint8Array | undefined {
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
    end(error instanceof Error ? error.message : String(error), undefined)
    throw error
  }
}

/** The same for what a module answers. */
export function moduleObserved<T>(
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
    end(error instanceof Error ? error.message : String(error))
    throw error
  }
}
