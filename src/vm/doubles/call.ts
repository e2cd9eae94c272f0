import { BackendError, type Backend, type GasReport } from '../backend.js'
import { VmError } from '../errors.js'
import { fromBackend, gasDepletion, runtimeError } from '../vm-errors.js'
import { notedBackend } from './noted-backend.js'
import type { CallOptions, GasUsed } from '../vm.js'

/** The price of a call of a double besides its loading, its storage and its queries, in VM gas: 20,000 SDK gas at wasmd's multiplier. */
export const FLAT_COST = 20_000n * 140_000n

/**
 * One call of a double: its gas, and its backend. When the chain ends the call, or gas runs out, the call is over, whatever the
 * double does with the exception: a contract could not continue either.
 */
export class DoubleCall {
  readonly backend: Backend
  readonly readOnly: boolean
  readonly debug: (text: string) => void
  readonly #limit: bigint
  #internal = 0n
  #external = 0n
  /** Why the call ended before its function did. */
  ended: VmError | undefined

  constructor({ backend, gasLimit, debug, overhear, hostCall }: CallOptions, readOnly: boolean) {
    this.backend = hostCall === undefined ? backend : notedBackend(backend, hostCall)
    this.readOnly = readOnly
    this.#limit = gasLimit
    this.debug = (text) => {
      debug?.(text, this.left)
      overhear?.(() => text)
    }
  }

  get left(): bigint {
    const left = this.#limit - this.#internal - this.#external
    return left < 0n ? 0n : left
  }

  get gas(): GasUsed {
    const { left } = this
    const external = this.#external < this.#limit ? this.#external : this.#limit
    return {
      limit: this.#limit,
      remaining: left,
      usedExternally: external,
      usedInternally: this.#limit - external - left,
    }
  }

  /** Charges VM gas. @throws VmError when not enough is left */
  charge(amount: bigint): void {
    this.#assertRunning()
    this.#internal += amount
    this.#assertPaid()
  }

  /** Makes a priced request to the chain. An error of kind `user` goes to the double if the caller wants that, otherwise it ends the call. */
  host<T>(ask: (gas: GasReport) => T, { tells = false }: { readonly tells?: boolean } = {}): T {
    this.#assertRunning()
    const report: GasReport = { cost: 0, external: 0 }
    try {
      return ask(report)
    } catch (error) {
      if (tells && error instanceof BackendError && error.kind === 'user')
        throw new Error(error.message, { cause: error })
      throw this.end(error)
    } finally {
      this.#internal += BigInt(report.cost)
      this.#external += BigInt(report.external)
      this.#assertPaid()
    }
  }

  /** Ends the call as an import that throws ends a contract's. @returns what to throw */
  end(cause: unknown): VmError {
    const raised = fromBackend(cause)
    const isItself = raised.kind === 'GasDepletion' || raised.kind === 'EngineStack'
    return (this.ended ??= isItself ? raised : runtimeError(raised.shortMessage, raised))
  }

  #assertRunning(): void {
    if (this.ended !== undefined) throw this.ended
  }

  #assertPaid(): void {
    if (this.#internal + this.#external > this.#limit) throw this.end(gasDepletion())
  }
}
