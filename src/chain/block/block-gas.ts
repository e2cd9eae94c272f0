import { ContextKey } from '../context.js'
import { FiniteGasMeter, InfiniteGasMeter, type GasMeter } from '../gas.js'

/** SDK gas that the transactions before this one have used in the block. Source: cosmos-sdk `Context.BlockGasMeter`. */
export const BLOCK_GAS_USED = new ContextKey<number>('gas used by the block')

/** The meter of a block. @param limit 0 for none @param used by the transactions so far. Source: cosmos-sdk baseapp `getBlockGasMeter`. */
export function blockGasMeter(limit: number, used: number): GasMeter {
  const meter = limit > 0 ? new FiniteGasMeter(limit) : new InfiniteGasMeter()
  meter.consumed = used
  return meter
}
