import { chainBlock, type ChainBlock } from './blockchain.js'
import type { EvmChain } from './evm-chain.js'
import { baseFeeOf, planOf } from './plan.js'

/** The block that would be made now, of what the pool has, with the state after it. It is not on the chain. */
export async function pendingBlock(chain: EvmChain): Promise<ChainBlock> {
  const { blocks, pool, time } = chain
  const { head } = blocks
  const plan = planOf(chain, time.next(head.block.header.timestamp))
  const state = chain.fork(head)
  const { block, receipts } = await chain.draft(plan, pool.best(chain.view(head), baseFeeOf(plan)), state)
  return chainBlock({ block, receipts, version: state.seal(), state }, head)
}
