import { ContextKey } from '../context.js'

/** SDK gas that the transactions before this one have used in the block. Source: cosmos-sdk `Context.BlockGasMeter`. */
export const BLOCK_GAS_USED = new ContextKey<number>('gas used by the block')
