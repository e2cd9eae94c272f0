import { TxError } from '../tx/result.js'
import type { PacketResult } from './outcome.js'

/** At least one of several deliveries failed: carries the first failure, as every `TxError` does, and all the deliveries. */
export class RelayError extends TxError {
  /** All deliveries in order, failed ones included. */
  readonly delivered: readonly PacketResult[]

  /** @param cause the error that prevented one of them from being sent at all @param brief see {@link TxError} */
  constructor(delivered: readonly PacketResult[], cause?: unknown, brief = false) {
    super(
      delivered.find(({ code }) => code !== 0)!,
      brief,
    )
    this.delivered = delivered
    if (cause !== undefined) this.cause = cause
  }
}
