import type { Context } from '../context.js'
import type { Tx } from '../tx/tx.js'

/** How a transaction is run. */
export interface TxMode {
  /** No gas limit, no fee check, signatures may be missing. */
  readonly simulate: boolean
  /** False leaves out the check of signatures, and of keys against addresses; its gas is charged all the same. */
  readonly verifySignatures: boolean
  /**
   * For a transaction of the process itself that pays no fee: leaves out the gas, the events and the checks of the steps about its size, fee and
   * signatures. Sequences and keys are noted.
   */
  readonly light?: boolean | undefined
  /** Address whose messages run without signature and fee, if any. Clients cannot request this in a transaction. */
  readonly impersonated?: Uint8Array | undefined
}

/**
 * One check or charge before the messages of a transaction. Returns the context for the next steps.
 * @throws ChainError, OutOfGasPanic
 * Source: cosmos-sdk types/handler.go `AnteDecorator`.
 */
export type AnteStep = (ctx: Context, tx: Tx, mode: TxMode) => Context

/** One step after the messages, run even when they failed; its writes are kept only if everything succeeded. Source: `PostDecorator`. */
export type PostStep = (ctx: Context, tx: Tx, mode: TxMode, success: boolean) => Context
