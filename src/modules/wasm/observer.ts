import { ContextKey, type Context } from '../../chain/context.js'
import type { Event } from '../../chain/events.js'
import type { Coin } from '../../codec/wasm/index.js'
import type { EntryPoint } from '../../vm/entry-points.js'
import type { GasUsed } from '../../vm/vm.js'

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

/** One operation of a contract on its own storage. Keys as the contract knows them. */
export type StorageOperation =
  | { readonly kind: 'read'; readonly key: Uint8Array; readonly value: Uint8Array | undefined }
  | { readonly kind: 'write'; readonly key: Uint8Array; readonly value: Uint8Array }
  | { readonly kind: 'remove'; readonly key: Uint8Array }
  | {
      readonly kind: 'scan'
      readonly start: Uint8Array | undefined
      readonly end: Uint8Array | undefined
      readonly descending: boolean
    }
  | { readonly kind: 'next'; readonly key: Uint8Array | undefined; readonly value: Uint8Array | undefined }

/** Hears of every call of a contract, nested calls between the begin and end of the outer one. It must not throw. */
export interface Observer {
  begin(call: CallBegin): void
  ran(run: CallRun): void
  end(end: CallEnd): void
  limited?(call: LimitedCall): void
  /** Left out: the module spends no time on it. */
  storage?(operation: StorageOperation): void
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
