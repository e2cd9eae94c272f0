import { ContextKey } from '../context.js'
import type { TxOutcome } from '../tx/run.js'
import { FiniteGasMeter, InfiniteGasMeter, type GasMeter } from '../gas.js'

/** SDK gas that the transactions before this one have used in the block. Source: cosmos-sdk `Context.BlockGasMeter`. */
export const BLOCK_GAS_USED = new ContextKey<number>('gas used by the block')

/** SDK gas of all transactions of a block. */
export interface BlockGas {
  /** Their limits. */
  readonly wanted: bigint
  readonly used: bigint
}

/** The transactions of the block so far; set for transactions and end blockers. */
export const BLOCK_TXS = new ContextKey<readonly TxOutcome[]>('transactions of the block')

/** Source: cosmos-sdk v0.54.3 `Context.BlockGasWanted`, `BlockGasUsed`. */
export const blockGasOf = (txs: readonly TxOutcome[]): BlockGas => ({
  // A transaction that was refused before it had a limit may want -1.
  wanted: BigInt(txs.reduce((sum, { gasWanted }) => sum + Math.max(0, gasWanted), 0)),
  used: BigInt(txs.reduce((sum, { gasUsed }) => sum + gasUsed, 0)),
})

/** The meter of a block. @param limit 0 for none @param used by the transactions so far. Source: cosmos-sdk baseapp `getBlockGasMeter`. */
export function blockGasMeter(limit: number, used: number): GasMeter {
  const meter = limit > 0 ? new FiniteGasMeter(limit) : new InfiniteGasMeter()
  meter.consumed = used
  return meter
}
