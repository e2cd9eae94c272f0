import type { Context } from '../context.js'
import type { Tx } from '../tx/tx.js'

/** How a transaction is run. */
export interface TxMode {
  /** No gas limit, no fee check, signatures may be missing. */
  readonly simulate: boolean
  /** False leaves out the check of signatures, and of keys against addresses; its gas is charged all the same. */
  readonly verifySignatures: boolean
}

/**
 * One check or charge before the messages of a transaction. Gives the context for the steps behind it.
 * @throws ChainError, OutOfGasPanic
 * Source: cosmos-sdk types/handler.go `AnteDecorator`.
 */
export type AnteStep = (ctx: Context, tx: Tx, mode: TxMode) => Context

/** One step after the messages, also when they failed; its state is kept only if all went well. Source: `PostDecorator`. */
export type PostStep = (ctx: Context, tx: Tx, mode: TxMode, success: boolean) => Context
